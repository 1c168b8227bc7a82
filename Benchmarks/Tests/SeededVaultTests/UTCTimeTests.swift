import Foundation
import Testing

@testable import SeededVault

@Suite struct UTCTimeTests {
  @Test("times are written as Foundation writes them")
  func agreesWithFoundation() {
    for seconds in stride(from: 0, to: 2_600_000_000, by: 7_654_321) {
      let expected = Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
      #expect(UTCTime(seconds: seconds).timestamp == expected)
    }
  }

  @Test("the leap day has its place")
  func leapDay() {
    let time = UTCTime(seconds: 1_456_704_000)
    #expect(time.date == "2016-02-29")
    #expect(time.folder == "2016/02")
    #expect(UTCTime(seconds: 1_456_704_000 + 86_400).date == "2016-03-01")
  }
}
