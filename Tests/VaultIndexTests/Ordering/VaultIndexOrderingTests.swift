import Foundation
import TestSupport
import Testing
import VaultFormat

@testable import VaultIndex

@Suite("The order of notes")
struct VaultIndexOrderingTests {
  private static func vault(_ heads: [String: String]) throws -> ScannedVault {
    try ScannedVault(
      heads.mapValues { "---\n" + $0.replacingOccurrences(of: "; ", with: "\n") + "\n---\n" })
  }

  private static func order(
    _ vault: ScannedVault, _ key: TimelineOrder.Key, isReversed: Bool = false
  ) -> String {
    names(vault, TimelineOrder(key, isReversed: isReversed))
  }

  private static func names(_ vault: ScannedVault, _ order: TimelineOrder) -> String {
    vault.paths(vault.index.notes(in: order))
      .map { $0.replacingOccurrences(of: ".md", with: "") }.joined(separator: " ")
  }

  @Test("pinned first, then the newest by instant, then by path; updated never counts")
  func timeline() throws {
    let vault = try Self.vault(
      [
        "a": "id: a; created: 2026-01-01T00:00:00Z; updated: 2030-01-01",
        "b": "id: b; created: 2026-01-03",
        "c": "id: c; created: 2026-01-02T23:30:00-05:00",
        "d": "id: z; created: 2026-01-01T01:00:00+01:00",
        "e": "id: B; created: 2026-01-01T00:00:00Z", "f": "id: f; created: 1999-01-01; pinned: yes",
        "g": "id: g; created: 0000-01-01", "h": "id: h; created: 9999-12-31",
        "i": "id: i; created: 1969-12-31",
        "j": "id: j; created: 2000-01-01; pinned: true",
        "k": "id: k; created: 2030-01-01; date: 2026-01-02T12:00:00Z",
        "l": "id: l; date: 2026-01-02T13:00:00Z",
      ].reduce(into: [:]) { $0[$1.key + ".md"] = $1.value })
    #expect(Self.names(vault, .timeline) == "j f h c b l k a d e i g")
    #expect(Self.names(vault, TimelineOrder(.date, isReversed: true)) == "g i f j a d e k l b c h")
    #expect(Self.names(vault, TimelineOrder(.date)) == "h c b l k a d e j f i g")
    #expect(Self.names(vault, TimelineOrder(.created)) == "h k c b l a d e j f i g")
  }

  @Test("by updated and by date, else by created; by number, those without one last")
  func keys() throws {
    let vault = try Self.vault([
      "a.md": "id: a; created: 2026-01-01; updated: 2026-05-01; date: 2010-01-01; order: 2",
      "b.md": "id: b; created: 2026-02-01; order: -3.5",
      "c.md": "id: c; created: 2026-03-01; date: 2030-01-01",
      "d.md": "id: d; created: 2026-04-01; updated: 2026-04-02; order: 10",
      "e.md": "id: e; created: 2026-04-01; order: 0",
      "f.md": "id: f; created: 2026-01-05; order: .nan",
      "g.md": "id: g; created: 2026-01-06; order: -.inf",
    ])
    #expect(Self.order(vault, .updated) == "a d e c b g f")
    #expect(Self.order(vault, .date) == "c d e b g f a")
    #expect(Self.order(vault, .order) == "g b e a d c f")
  }

  @Test("notes of one id are ordered by their paths")
  func equalIDs() throws {
    // Both paths are the same in NFC, and so are their provisional ids.
    let vault = try ScannedVault(pairs: [("é.md", "x"), ("e\u{301}.md", "x")])
    let notes = vault.index.notes(in: TimelineOrder(.order))
    #expect(notes.map { vault.index.path($0).bytes.count } == [6, 5])
    #expect(Set(notes.map { vault.index.id($0) }).count == 1)
  }

  @Test("any part of a list is that part of the whole list")
  func parts() throws {
    try withSeed { random, _ in
      var files: [String: String] = [:]
      for number in 0..<150 {
        let day = Int.random(in: 10...20, using: &random)
        let pin = random.one(in: 10) ? "\npinned: true" : ""
        files["\(number).md"] = "---\nid: n\(number)\ncreated: 2026-01-\(day)\(pin)\n---\n"
      }
      let vault = try ScannedVault(files)
      for key in TimelineOrder.Key.allCases {
        let order = TimelineOrder(
          key, isReversed: random.one(in: 2), hasPinnedFirst: random.one(in: 2))
        let whole = vault.index.notes(in: order)
        #expect(Set(whole) == Set(vault.index.positions))
        for (offset, limit) in [
          (0, 1), (0, 5), (3, 10), (10, 8), (140, 100), (149, 1), (150, 1), (999, 5), (0, 0),
        ] {
          let part = vault.index.notes(in: order, offset: offset, limit: limit)
          #expect(part == Array(whole.dropFirst(offset).prefix(limit)), "\(key) \(offset) \(limit)")
        }
        #expect(vault.index.notes(in: order, offset: -5, limit: -1).isEmpty)
        #expect(vault.index.notes(in: order, offset: .max, limit: .max).isEmpty)
        #expect(vault.index.notes(in: order, offset: .min, limit: .max) == whole)
      }
    }
  }
}
