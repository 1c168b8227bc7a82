import HTTPTypes
import Testing
import WebServer

@Suite("The end of a server")
struct ShutdownTests {
  private final class Held: Sendable {}

  @Test("a server that has ended keeps nothing of its site", .timeLimit(.minutes(60)))
  func siteIsReleased() async throws {
    weak let kept = try await Self.served()
    while kept != nil { try await Task.sleep(for: .milliseconds(5)) }
  }

  /// - Returns: what the site held, which nobody else does.
  private static func served() async throws -> Held {
    let held = Held()
    try await RunningSite.run(TestSite { _ in withExtendedLifetime(held) { .plain(.ok) } }) { _ in }
    return held
  }
}
