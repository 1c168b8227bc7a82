#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A call of the operating system failed.
package struct SystemError: Error, CustomStringConvertible {
  /// The file or program it was about.
  package let subject: String
  /// The system's `errno`.
  package let code: Int32

  package init(subject: String, code: Int32) {
    self.subject = subject
    self.code = code
  }

  package var description: String { "\(subject): \(String(cString: strerror(code)))" }
}
