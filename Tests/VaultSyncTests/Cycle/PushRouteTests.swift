import Testing

@testable import Git
@testable import VaultSync

/// As git-config(1) and git-push(1) say.
@Suite("Where a branch is pushed to")
struct PushRouteTests {
  private func route(_ change: (inout PushRoute.Settings) -> Void) -> Result<
    PushRoute, PushObstacle
  > {
    var settings = PushRoute.Settings()
    change(&settings)
    do throws(PushObstacle) {
      return .success(
        try PushRoute(of: "refs/heads/main", fetchingFrom: "origin", settings: settings))
    } catch {
      return .failure(error)
    }
  }

  private func remote(_ change: (inout PushRoute.Settings) -> Void) -> String? {
    (try? route(change).get()).map { "\($0.remote) \($0.branch?.withoutHeads ?? "as fetched")" }
  }

  @Test("the settings of the branch go before those of the repository")
  func remotes() {
    #expect(remote { _ in } == "origin as fetched")
    #expect(remote { $0.ofRepository = "fork" } == "fork main")
    #expect(
      remote {
        $0.ofRepository = "fork"
        $0.ofBranch = "private"
      } == "private main")
    #expect(remote { $0.ofBranch = "origin" } == "origin as fetched")
  }

  @Test(
    "push.default",
    arguments: [
      ("simple", "origin as fetched", "fork main"), ("nothing", "origin as fetched", "fork main"),
      ("current", "origin main", "fork main"), ("matching", "origin main", "fork main"),
      ("upstream", "origin as fetched", nil), ("Tracking", "origin as fetched", nil),
    ] as [(String, String, String?)])
  func modes(mode: String, same: String, other: String?) {
    #expect(remote { $0.mode = mode } == same)
    #expect(
      remote {
        $0.mode = mode
        $0.ofBranch = "fork"
      } == other)
  }

  @Test(
    "remote.NAME.push",
    arguments: [
      (["main:notes"], "origin notes"),
      (["refs/heads/*:refs/heads/laptop/*"], "origin laptop/main"),
      (["HEAD"], "origin main"), (["HEAD:notes"], "origin notes"), ([":"], "origin main"),
      (["main"], "origin main"), (["other", "+main:x"], "origin x"), (["other"], nil),
      (["refs/heads/*:refs/heads/*", "^refs/heads/main"], nil), (["HEAD:refs/for/main"], nil),
    ] as [([String], String?)])
  func refspecs(lines: [String], expected: String?) {
    let change = { (settings: inout PushRoute.Settings) in
      settings.mode = "upstream"
      settings.refspecs = lines.map { Refspec($0) }
    }
    #expect(remote(change) == expected)
    if expected == nil {
      #expect(
        route(change) == .failure(.notInRefspecs(remote: "origin", branch: "refs/heads/main")))
    }
  }
}
