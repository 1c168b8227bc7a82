import Foundation
import Testing

@testable import WebServer

@Suite("The header Date")
struct DateFieldTests {
  @Test("a moment is written as the standard does")
  func example() {
    #expect(DateField.text(of: 784_111_777) == "Sun, 06 Nov 1994 08:49:37 GMT")
    #expect(DateField().text.hasSuffix(" GMT"))
  }

  @Test("every day until 2200 is the one that Foundation knows")
  func days() {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    for seconds in stride(from: Int64(0), to: 7_258_118_400, by: 86_399) {
      let expected = formatter.string(from: Date(timeIntervalSince1970: Double(seconds)))
      guard DateField.text(of: seconds) == expected else {
        Issue.record("\(seconds): \(expected)")
        return
      }
    }
  }
}
