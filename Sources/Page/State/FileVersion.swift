internal import SystemCalls

/// A version of a file, as an address names it: another one whenever the file was written.
struct FileVersion: Hashable, Sendable {
  /// Size and time of the last change, in hexadecimal digits.
  let text: String

  init(_ status: FileStatus) {
    let time = status.modified
    text =
      "\(String(status.size, radix: 16))-\(String(time.seconds, radix: 16)).\(String(time.nanoseconds, radix: 16))"
  }
}
