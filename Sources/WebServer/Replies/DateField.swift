internal import Synchronization
internal import SystemCalls

/// The header `Date` of answers (RFC 9110, 6.6.1), written once for all answers of a second.
final class DateField: Sendable {
  private let last: Mutex<(seconds: Int64, text: String)>

  init() {
    last = Mutex((.min, ""))
  }

  /// Of this moment.
  var text: String {
    let now = LocalTime.now()
    return last.withLock { last in
      if last.seconds != now { last = (now, Self.text(of: now)) }
      return last.text
    }
  }

  private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let months = [
    "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec", "Jan", "Feb",
  ]

  /// As in `Sun, 06 Nov 1994 08:49:37 GMT`.
  ///
  /// - Parameter seconds: since 1970.
  static func text(of seconds: Int64) -> String {
    let (day, time) = max(0, Int(seconds)).quotientAndRemainder(dividingBy: 86_400)
    // Years that begin in March have their leap day at the end; a cycle of them has 400 years and 146,097 days.
    let start = day + 719_468
    let cycle = start / 146_097
    let inCycle = start % 146_097
    let year = (inCycle - inCycle / 1_460 + inCycle / 36_524 - inCycle / 146_096) / 365
    let inYear = inCycle - (365 * year + year / 4 - year / 100)
    let month = (5 * inYear + 2) / 153
    let inMonth = inYear - (153 * month + 2) / 5 + 1
    let fullYear = cycle * 400 + year + (month >= 10 ? 1 : 0)
    let clock = [time / 3600, time / 60 % 60, time % 60].map(twoDigits).joined(separator: ":")
    return "\(weekdays[day % 7]), \(twoDigits(inMonth)) \(months[month]) \(fullYear) "
      + "\(clock) GMT"
  }

  private static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}
