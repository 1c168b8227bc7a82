internal import CCrypto

/// Why a connection by TLS failed.
package enum TLSError: Error, Hashable, Sendable {
  /// The other end speaks something else.
  case notTLS
  /// The other end's certificate, for a reason in OpenSSL's words such as `certificate has expired`.
  case untrusted(String)
  /// The connection ended without TLS's own end: maybe not all has come.
  case unexpectedEnd
  /// In OpenSSL's words.
  case failed(String)

  /// Takes what OpenSSL has noted about the call that has just failed on this thread, so that no later call finds it.
  static func noted() -> TLSError {
    // The first one is the cause, and those after it say who passed it on.
    let code = ERR_get_error()
    ERR_clear_error()
    let reasons = [SSL_R_WRONG_VERSION_NUMBER, SSL_R_HTTP_REQUEST, SSL_R_PACKET_LENGTH_TOO_LONG]
    if ERR_GET_LIB(code) == ERR_LIB_SSL, reasons.contains(ERR_GET_REASON(code)) { return .notTLS }
    return .failed(
      ERR_reason_error_string(code).map { String(cString: $0) } ?? "no reason is known")
  }
}

extension TLSError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notTLS: "the other end does not speak TLS"
    case .untrusted(let reason), .failed(let reason): reason
    case .unexpectedEnd: "the connection ended too early"
    }
  }
}
