internal import CCrypto
internal import NIOCore
internal import SystemCalls

/// One end of a connection between two buffers of memory: takes what came, and gives what has to be sent.
///
/// Knows no network and no time. Used by one thread at a time.
final class TLSSession {
  let handle: OpaquePointer
  /// What came and was not read yet; the session's own.
  private let input: OpaquePointer
  /// What has to be sent; the session's own.
  private let output: OpaquePointer

  /// Bytes that came since there was something for the application.
  private var fruitlessCount = 0

  /// More than a record, which has at most 16 KiB and a little (RFC 8446, 5.2): changes of keys could go on for ever.
  private static let fruitlessLimit = 1 << 16

  /// For the rest of a record of which a part came before, in bytes.
  private static let leastSpace = 1 << 10

  /// The end of a server.
  init(_ context: TLSContext) throws(TLSError) {
    guard let handle = SSL_new(context.handle) else { throw .noted() }
    guard let input = BIO_new(BIO_s_mem()), let output = BIO_new(BIO_s_mem()) else {
      SSL_free(handle)
      throw .noted()
    }
    (self.handle, self.input, self.output) = (handle, input, output)
    SSL_set_bio(handle, input, output)
    SSL_set_accept_state(handle)
  }

  /// The end of a client, which accepts only a certificate that names the host.
  ///
  /// - Parameter host: a name or an address.
  convenience init(_ context: TLSContext, host: String) throws(TLSError) {
    try self.init(context)
    SSL_set_connect_state(handle)
    let isSet: Bool
    if let address = addressBytes(of: host) {
      // No name is asked for: there is none of addresses (RFC 6066, section 3).
      isSet = X509_VERIFY_PARAM_set1_ip(SSL_get0_param(handle), address, address.count) == 1
    } else {
      // Neither a certificate nor the question has the dot that ends a whole name (RFC 6066, section 3).
      isSet = tl_tls_set_host(handle, host.hasSuffix(".") ? String(host.dropLast()) : host) == 1
    }
    guard isSet else { throw .noted() }
  }

  deinit {
    SSL_free(handle)
  }

  /// The other end has said that nothing more comes.
  var isEndedByPeer: Bool { SSL_get_shutdown(handle) & SSL_RECEIVED_SHUTDOWN != 0 }

  /// Takes bytes of the network.
  func receive(_ bytes: ByteBuffer) throws(TLSError) {
    let count = bytes.withUnsafeReadableBytes { bytes in
      var written = 0
      return bytes.isEmpty || BIO_write_ex(input, bytes.baseAddress, bytes.count, &written) == 1
        ? bytes.count : nil
    }
    guard let count else { throw .noted() }
    fruitlessCount += count
  }

  /// Goes on with the handshake.
  ///
  /// - Returns: whether it is done; if not, more has to come.
  func shakeHands() throws(TLSError) -> Bool {
    ERR_clear_error()
    let result = SSL_do_handshake(handle)
    if result == 1 {
      fruitlessCount = 0
      return true
    }
    if SSL_get_error(handle, result) == SSL_ERROR_WANT_READ { return false }
    let verdict = SSL_get_verify_result(handle)
    if verdict != Int(X509_V_OK) {
      ERR_clear_error()
      throw .untrusted(String(cString: X509_verify_cert_error_string(verdict)))
    }
    throw .noted()
  }

  /// Appends what came for the application; what came before an error is there too.
  func read(into buffer: inout ByteBuffer) throws(TLSError) {
    while !isEndedByPeer {
      var result: Int32 = 0
      ERR_clear_error()
      buffer.writeWithUnsafeMutableBytes(
        minimumWritableBytes: max(BIO_ctrl_pending(input), Self.leastSpace)
      ) { bytes in
        var count = 0
        result = SSL_read_ex(handle, bytes.baseAddress, bytes.count, &count)
        return count
      }
      if result == 1 {
        fruitlessCount = 0
        continue
      }
      switch SSL_get_error(handle, result) {
      case SSL_ERROR_ZERO_RETURN: return
      case SSL_ERROR_WANT_READ:
        guard fruitlessCount <= Self.fruitlessLimit else { throw .failed("too many messages") }
        return
      default: throw .noted()
      }
    }
  }

  /// Takes what the application sends; only after the handshake.
  func write(_ bytes: ByteBuffer) throws(TLSError) {
    ERR_clear_error()
    let isWritten = bytes.withUnsafeReadableBytes { bytes in
      var count = 0
      return bytes.isEmpty || SSL_write_ex(handle, bytes.baseAddress, bytes.count, &count) == 1
    }
    guard isWritten else { throw .noted() }
  }

  /// Says that nothing more comes.
  func end() {
    SSL_shutdown(handle)
    ERR_clear_error()
  }

  /// What has to be sent; nil if it is nothing.
  func takeOutput(_ allocator: ByteBufferAllocator) -> ByteBuffer? {
    let pending = BIO_ctrl_pending(output)
    guard pending > 0 else { return nil }
    var buffer = allocator.buffer(capacity: pending)
    buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: pending) { bytes in
      var count = 0
      BIO_read_ex(output, bytes.baseAddress, pending, &count)
      return count
    }
    return buffer
  }
}
