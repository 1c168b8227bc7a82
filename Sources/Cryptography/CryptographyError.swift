internal import CCrypto

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
