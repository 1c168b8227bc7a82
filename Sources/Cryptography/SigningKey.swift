internal import CCrypto

/// A private key on the curve P-256, or another one that was read.
package final class SigningKey: Sendable {
  /// Nobody changes the key after it was made, and libcrypto lets several threads use one.
  nonisolated(unsafe) let handle: OpaquePointer

  /// Makes a key.
  package init() throws(CryptographyError) {
    let context = try checked(EVP_PKEY_CTX_new_id(EVP_PKEY_EC, nil))
    defer { EVP_PKEY_CTX_free(context) }
    try check(EVP_PKEY_keygen_init(context))
    try check(EVP_PKEY_CTX_set_ec_paramgen_curve_nid(context, NID_X9_62_prime256v1))
    var key: OpaquePointer?
    try check(EVP_PKEY_generate(context, &key))
    handle = try checked(key)
  }

  /// Nil if the bytes are no key in PKCS#8 without a password.
  package init?(pkcs8 bytes: [UInt8]) {
    let document = object(of: bytes, { d2i_PKCS8_PRIV_KEY_INFO(nil, $0, $1) }) {
      PKCS8_PRIV_KEY_INFO_free($0)
    }
    guard let document else { return nil }
    defer { PKCS8_PRIV_KEY_INFO_free(document) }
    guard let key = EVP_PKCS82PKEY(document) else {
      ERR_clear_error()
      return nil
    }
    handle = key
  }

  deinit {
    EVP_PKEY_free(handle)
  }

  /// As `init(pkcs8:)` reads it.
  package func pkcs8() throws(CryptographyError) -> [UInt8] {
    let document = try checked(EVP_PKEY2PKCS8(handle))
    defer { PKCS8_PRIV_KEY_INFO_free(document) }
    return try der { i2d_PKCS8_PRIV_KEY_INFO(document, $0) }
  }
}

/// Bytes as text between two lines with a label (RFC 7468).
package struct PEMDocument: Hashable, Sendable {
  /// Such as `CERTIFICATE`.
  package let label: String
  package let bytes: [UInt8]

  package init(_ label: String, _ bytes: [UInt8]) {
    self.label = label
    self.bytes = bytes
  }

  /// With a line end behind the last line.
  package func text() throws(CryptographyError) -> String {
    let output = try checked(BIO_new(BIO_s_mem()))
    defer { BIO_free(output) }
    guard PEM_write_bio(output, label, "", bytes, bytes.count) > 0 else {
      throw CryptographyError()
    }
    var text = [UInt8](repeating: 0, count: BIO_ctrl_pending(output))
    var count = 0
    guard BIO_read_ex(output, &text, text.count, &count) == 1 else { throw CryptographyError() }
    return String(decoding: text.prefix(count), as: UTF8.self)
  }

  /// All that a text holds, in its order; nil if one of them is damaged, or encrypted.
  package static func documents(in text: [UInt8]) -> [PEMDocument]? {
    text.withUnsafeBytes { text in
      guard let count = Int32(exactly: text.count), count > 0,
        let input = BIO_new_mem_buf(text.baseAddress, count)
      else { return [] }
      defer { BIO_free(input) }
      var documents: [PEMDocument] = []
      while true {
        switch next(in: input) {
        case .document(let document): documents.append(document)
        case .damage: return nil
        case .end: return documents
        }
      }
    }
  }

  private enum Step {
    case document(PEMDocument)
    case damage, end
  }

  private static func next(in input: OpaquePointer) -> Step {
    var (label, header): (UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<CChar>?) = (nil, nil)
    var (bytes, count): (UnsafeMutablePointer<UInt8>?, Int) = (nil, 0)
    let isRead = PEM_read_bio(input, &label, &header, &bytes, &count) == 1
    // What was read is the caller's, also the key of a damaged document.
    defer {
      tl_crypto_free(label)
      tl_crypto_free(header)
      tl_crypto_free(bytes)
    }
    guard isRead, let label, let header, let bytes else {
      let error = ERR_peek_last_error()
      ERR_clear_error()
      let isEnd = ERR_GET_LIB(error) == ERR_LIB_PEM && ERR_GET_REASON(error) == PEM_R_NO_START_LINE
      return isEnd ? .end : .damage
    }
    guard header.pointee == 0 else { return .damage }
    let buffer = UnsafeBufferPointer(start: bytes, count: count)
    return .document(PEMDocument(String(cString: label), Array(buffer)))
  }
}

/// The DER of an object: `write` is libcrypto's function for it.
func der(
  _ write: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>) -> Int32
) throws(CryptographyError) -> [UInt8] {
  var bytes: UnsafeMutablePointer<UInt8>?
  let count = write(&bytes)
  guard count > 0, let bytes else { throw CryptographyError() }
  defer { tl_crypto_free(bytes) }
  return Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
}

/// An object of DER: `read` is libcrypto's function for it.
///
/// - Returns: nil if the bytes are something else, or if more follow.
func object(
  of der: [UInt8], _ read: (UnsafeMutablePointer<UnsafePointer<UInt8>?>, Int) -> OpaquePointer?,
  free: (OpaquePointer) -> Void
) -> OpaquePointer? {
  der.withUnsafeBufferPointer { buffer in
    var next = buffer.baseAddress
    guard let object = read(&next, buffer.count) else {
      ERR_clear_error()
      return nil
    }
    guard next == buffer.baseAddress.map({ $0 + buffer.count }) else {
      free(object)
      return nil
    }
    return object
  }
}

/// Why libcrypto could not do something.
package struct CryptographyError: Error, Hashable, Sendable, CustomStringConvertible {
  /// In libcrypto's words, such as `wrong tag`.
  package let reason: String

  package var description: String { reason }

  init(reason: String) {
    self.reason = reason
  }

  /// Takes what libcrypto has noted about the call that has just failed on this thread, so that no later call finds it.
  init() {
    // The first one is the cause, and those after it say who passed it on.
    let code = ERR_get_error()
    reason = ERR_reason_error_string(code).map { String(cString: $0) } ?? "libcrypto failed"
    ERR_clear_error()
  }
}

/// Turns what libcrypto returns for a failure into an error.
func checked<Value>(_ value: Value?) throws(CryptographyError) -> Value {
  guard let value else { throw CryptographyError() }
  return value
}

/// The same for calls that return 1, and anything else for a failure.
func check(_ result: Int32) throws(CryptographyError) {
  guard result == 1 else { throw CryptographyError() }
}
