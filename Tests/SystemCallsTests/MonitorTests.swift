import Testing

@testable import SystemCalls

@Suite("Monitors")
struct MonitorTests {
  @Test("changes of several threads are all there, and those who wait see them")
  func changes() throws {
    let monitor = Monitor(0)
    let threads = try (0..<4).map { _ in
      try BackgroundThread { for _ in 0..<1000 { monitor.change { $0 += 1 } } }
    }
    #expect(monitor.wait { $0 == 4000 ? "all" : nil } == "all")
    for thread in threads { thread.join() }
  }

  @Test("a wait with a limit ends without a value")
  func limit() {
    let monitor = Monitor(0)
    #expect(monitor.wait(milliseconds: 0) { $0 == 1 ? $0 : nil } == nil)
    #expect(monitor.wait(milliseconds: 20) { $0 == 1 ? $0 : nil } == nil)
    #expect(monitor.wait(milliseconds: 0) { $0 == 0 ? "now" : nil } == "now")
  }
}
