import Testing

@testable import VaultFormat

@Suite("Note merge")
struct NoteMergeTests {
  private static let utc = TimeZoneRules { _ in 0 }

  private static func note(
    _ updated: String?, _ more: String = "tags: [a]", body: String = "Text\n"
  ) -> String {
    "---\nid: x\n" + (updated.map { "\($0)\n" } ?? "") + "\(more)\n---\n\nFirst\n\n\(body)"
  }

  private static func merge(_ base: String, _ left: String, _ right: String) -> String? {
    let documents = [base, left, right].map { NoteDocument(Array($0.utf8)) }
    return NoteMerge(base: documents[0], left: documents[1], right: documents[2], zone: utc).merged
      .map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  private static let morning = "updated: 2026-11-20T08:00:00+01:00"
  private static let noon = "updated: 2026-11-20T12:00:00+01:00"
  /// Later than noon, though its clock shows less.
  private static let abroad = "updated: 2026-11-20T09:00:00-05:00"

  @Test("the stamp alone is never a conflict: the later one counts, as an instant")
  func stamps() {
    let base = Self.note(Self.morning)
    let left = Self.note(Self.noon, body: "Left\n")
    let right = Self.note(Self.abroad, "tags: [a, b]")
    let wanted = Self.note(Self.abroad, "tags: [a, b]", body: "Left\n")
    #expect(Self.merge(base, left, right) == wanted)
    #expect(Self.merge(base, right, left) == wanted)
  }

  @Test("a stamp that one side changed is taken, also when it went back")
  func oneSide() {
    let base = Self.note(Self.noon)
    #expect(
      Self.merge(base, Self.note(Self.morning), Self.note(Self.noon, body: "Right\n"))
        == Self.note(Self.morning, body: "Right\n"))
  }

  @Test(
    "stamps under another name, in quotes, or that are no time",
    arguments: [
      ("lastmod: 2026-01-01", "lastmod: 2026-01-02", "lastmod: 2026-01-03", "lastmod: 2026-01-03"),
      (
        "updated: '2026-01-01'", "updated: '2026-01-04'", "updated: 2026-01-03",
        "updated: '2026-01-04'"
      ),
      ("updated: soon", "updated: later", "updated: 2026-01-03", "updated: 2026-01-03"),
      ("updated: soon", "updated: later", "updated: never", "updated: never"),
    ])
  func spellings(base: String, left: String, right: String, merged: String) {
    let wanted = Self.note(merged, body: "Left\n")
    #expect(
      Self.merge(Self.note(base), Self.note(left, body: "Left\n"), Self.note(right)) == wanted)
    #expect(
      Self.merge(Self.note(base), Self.note(right), Self.note(left, body: "Left\n")) == wanted)
  }

  @Test("where a version has no stamp, or one that others lean on, lines decide")
  func lines() {
    let base = Self.note(nil)
    #expect(
      Self.merge(base, Self.note(Self.noon), Self.note(nil, body: "Right\n"))
        == Self.note(Self.noon, body: "Right\n"))
    #expect(Self.merge(base, Self.note(Self.noon), Self.note(Self.abroad)) == nil)
    let anchored = "updated: &t 2026-01-01\ndate: *t"
    #expect(Self.merge(Self.note(anchored), Self.note(Self.noon), Self.note(Self.abroad)) == nil)
  }

  @Test("the same lines changed on both sides are a conflict")
  func conflict() {
    let base = Self.note(Self.morning)
    #expect(
      Self.merge(
        base, Self.note(Self.noon, body: "Left\n"), Self.note(Self.abroad, body: "Right\n"))
        == nil)
  }
}
