internal import Synchronization
internal import SystemCalls

/// The header `Date` of answers (RFC 9110, 6.6.1), written once for all answers of a second.
final class DateField: Sendable {
  private let last: Mutex<(seconds: Int64, text: String)>

  init() {
    last = Mutex((.min, ""))
  }

  /// This moment as text.
  var text: String {
    let now = LocalTime.now()
    return last.withLock { last in
      if last.seconds != now { last = (now, Self.text(of: now)) }
      return last.text
    }
  }

  /// The time in the form `Sun, 06 Nov 1994 08:49:37 GMT`.
  ///
  /// - Parameter seconds: since 1970.
  static func text(of seconds: Int64) -> String {
    LocalTime.inUTC(seconds, format: "%a, %d %b %Y %H:%M:%S GMT")
  }
}
