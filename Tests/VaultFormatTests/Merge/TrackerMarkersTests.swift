import TestSupport
import Testing

@testable import VaultFormat

@Suite("Conflict markers in trackers")
struct TrackerMarkersTests {
  private static func resolved(_ text: String) -> String? {
    TrackerMarkers.resolved(Array(text.utf8), zone: .utc).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  private static let head = "---\ntl: tracker\n---\n\n## Log\n\n- 2026-11-14\n"

  @Test("the events of both versions stay, in order")
  func both() {
    let marked = """
      <<<<<<< HEAD
      - 2026-11-17
        all of it
      =======
      - 2026-11-16
      >>>>>>> origin/main

      """
    #expect(
      Self.resolved(Self.head + marked + "\nThe end.\n")
        == Self.head + "- 2026-11-16\n- 2026-11-17\n  all of it\n\nThe end.\n")
  }

  @Test("with a base, what one version removed stays removed")
  func withBase() {
    let marked = """
      <<<<<<< HEAD
      - 2026-11-17
      ||||||| 1234567
      - 2026-11-15
      =======
      - 2026-11-15
      - 2026-11-16
      >>>>>>> origin/main

      """
    #expect(Self.resolved(Self.head + marked) == Self.head + "- 2026-11-16\n- 2026-11-17\n")
  }

  @Test("the later updated stays")
  func updated() {
    let text = """
      ---
      tl: tracker
      <<<<<<< HEAD
      updated: 2026-11-17T08:00:00Z
      =======
      updated: 2026-11-16T08:00:00Z
      >>>>>>> x
      ---
      <<<<<<< HEAD
      - 2026-11-17
      =======
      - 2026-11-16
      >>>>>>> x

      """
    #expect(
      Self.resolved(text)
        == "---\ntl: tracker\nupdated: 2026-11-17T08:00:00Z\n---\n- 2026-11-16\n- 2026-11-17\n")
  }

  @Test(
    "anything else stays as it is",
    arguments: [
      head,
      head + "<<<<<<< a\n- 2026-11-16\n=======\ntext\n>>>>>>> b\n",
      head + "<<<<<<< a\n- 2026-11-16\n=======\n- 2026-11-17\n",
      head + "<<<<<<< a\n- 2026-11-16\n>>>>>>> b\n",
      head + "<<<<<<< a\n<<<<<<< a\n=======\n>>>>>>> b\n=======\n>>>>>>> b\n",
      head + "<<<<<<< a\n- 2026-02-30\n=======\n- 2026-11-17\n>>>>>>> b\n",
      "<<<<<<< a\n- 2026-11-16\n=======\n- 2026-11-17\n>>>>>>> b\n",
      "---\n<<<<<<< a\ntl: tracker\n=======\ntl: person\n>>>>>>> b\n---\n",
      "---\ntl: tracker\n<<<<<<< a\nevery: 2 d\n=======\nevery: 3 d\n>>>>>>> b\n---\n",
    ])
  func others(_ text: String) {
    #expect(Self.resolved(text) == nil)
  }

  @Test("what git marked is what M-20 makes of both sides, if it showed the base")
  func asMerged() throws {
    try withSeed(cases: caseCount(100)) { random in
      let events = (10..<20).map { "- 2026-11-\($0)\n" }
      func some() -> [String] { events.filter { _ in Bool.random(using: &random) } }
      let (base, left, right) = (some(), some(), some())
      let marked =
        Self.head + "<<<<<<< a\n\(left.joined())||||||| o\n\(base.joined())=======\n"
        + "\(right.joined())>>>>>>> b\n"
      let merge = MergeCase(
        base: Self.head + base.joined(), left: Self.head + left.joined(),
        right: Self.head + right.joined())
      #expect(Self.resolved(marked) == merge.merged())
    }
  }
}
