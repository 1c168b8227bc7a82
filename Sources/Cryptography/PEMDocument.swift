internal import CCrypto

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
