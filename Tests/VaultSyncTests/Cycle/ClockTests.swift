import TestSupport
import Testing

@testable import VaultFormat
@testable import VaultSync

@Suite("Clocks that are wrong")
struct ClockTests {
  private func clocks(_ report: SyncReport) -> [String] {
    report.remarks.compactMap {
      guard case .clockAhead(let device, let time, let now) = $0 else { return nil }
      return "\(device) \(time.rfc3339) \(now.rfc3339)"
    }
  }

  @Test("a commit from the future is told with its device and both times, and decides nothing else")
  func ahead() throws {
    let (_, laptop, phone) = try SyncDevices.pair(["a.md": "a\n"])
    phone.now = laptop.now + 86_400
    try phone.sync(writing: ["b.md": "b\n"])
    #expect(clocks(try laptop.sync()) == [], "a day may be a matter of zones")
    phone.now = laptop.now + 86_401
    try phone.sync(writing: ["c.md": "c\n"])
    phone.now += 10
    try phone.sync(writing: ["c.md": "d\n"])
    let report = try laptop.sync(writing: ["e.md": "e\n"])
    #expect(clocks(report) == ["phone 2033-05-19T03:33:31Z 2033-05-18T03:33:20Z"])
    #expect(clocks(try laptop.sync()) == [], "it is told when it arrives")
    try phone.sync()
    #expect(phone.files() == laptop.files())
  }
}
