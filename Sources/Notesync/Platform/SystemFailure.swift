#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A call of the system that failed.
package struct SystemFailure: Error, Hashable, Sendable {
  /// What it was about: a path.
  package var path: String
  /// The system's error number.
  package var code: Int32

  package init(_ path: String, code: Int32 = errno) {
    self.path = path
    self.code = code
  }

  package var isMissing: Bool { code == ENOENT }
}

extension SystemFailure: CustomStringConvertible {
  package var description: String { "\(path): \(reason)" }

  /// The system's words, as a fragment.
  package var reason: String { String(cString: strerror(code)).lowercased() }
}

/// Repeats a call that a signal interrupted.
func retrying(_ path: String, _ body: () -> Int) throws(SystemFailure) -> Int {
  while true {
    let result = body()
    if result >= 0 { return result }
    if errno != EINTR { throw SystemFailure(path) }
  }
}
