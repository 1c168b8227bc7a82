import Journal
import TestSupport
import Testing
import VaultFormat
import VaultIndex
import VaultStore

@Suite("Findings about the journal")
struct JournalCheckTests {
  private static func findings(_ files: [String: String]) throws -> [String] {
    try withTemporaryFolder { folder in
      for (name, text) in files { try folder.write(text, to: name) }
      let vault = try Vault(opening: folder.path)
      let index = try VaultScanner(vault, zone: .utc, threads: 2, sealedOn: nil).scan()
      let now = NoteTime(instant: 1_795_194_191, zone: .utc)
      return JournalCheck(of: vault, index, now: now, zone: .utc).findings
        .map { "\($0.path.text):\($0.finding.line): \($0.finding.code.rawValue)" }.sorted()
    }
  }

  @Test("keys and events of trackers that cannot be read")
  func trackers() throws {
    let found = try Self.findings([
      "a.md": """
      ---
      tl: tracker
      every: fortnite
      goal: many
      from: "("
      ---
      ## Log

      - 2026-11-40 = 2
      - 2026-11-14T08:10:00Z = 5,2
      - 2026-11-15T08:10:00Z = 5: text
      - 2026-11-15T08:10:00Z = 6
      - 2026-11-16
      - 2026-11-16
      ```
      - 2026-13-01
      ```
      """,
      "b.md": "---\nevery: fortnite\ngoal: many\n---\n- 2026-11-40\n",
    ])
    #expect(
      found == [
        "a.md:10: unreadable-value", "a.md:12: event-twice", "a.md:3: unreadable-every",
        "a.md:4: unreadable-goal", "a.md:9: unreadable-event",
      ])
  }

  @Test("a query for all notes is none")
  func query() throws {
    #expect(
      try Self.findings(["a.md": "---\ntl: tracker\nfrom: kind:nonsense\n---\n"])
        == ["a.md:3: unreadable-query"])
  }

  @Test("dates of persons, names that two have, and trackers that do not exist")
  func pages() throws {
    let found = try Self.findings([
      "kaia.md": "---\ntl: person\ntitle: Kaia\nbirthday: soon\ndied: 1999\n---\n",
      "x.md": "---\ntl: person\ntitle: X\naliases: [KAIA]\ndue: 2026-02-30\n---\n",
      "coffee.md": "---\ntl: tracker\n---\n",
      "coffee-2.md": "---\ntl: tracker\ntitle: Coffee\n---\n",
      "e.md": "---\ntracker: [coffee, '[[tea]]']\n---\nAn event\n",
      "note.md": "---\ntitle: kaia\n---\nNo person\n",
    ])
    #expect(
      found == [
        "coffee.md:1: shared-name", "e.md:2: unknown-tracker", "kaia.md:4: unreadable-birthday",
        "x.md:1: shared-name", "x.md:5: unreadable-birthday",
      ])
  }

  @Test("settings that cannot be read, where they stand")
  func settings() throws {
    let found = try Self.findings([
      ".tl/config.yaml":
        "format: 1\nmilestone_sets: [firsts, x]\nsince:\n  leap_day: 30\n  day_start: late\nnudge: {at: never}\n"
    ])
    #expect(
      found == [
        ".tl/config.yaml:2: vault-setting", ".tl/config.yaml:4: vault-setting",
        ".tl/config.yaml:5: vault-setting", ".tl/config.yaml:6: vault-setting",
      ])
  }

  @Test("the example vault has none")
  func example() throws {
    let vault = try Vault(opening: RepositoryRoot.path("example-vault"))
    let index = try VaultScanner(vault, zone: .utc, threads: 2, sealedOn: nil).scan()
    let now = NoteTime(instant: 1_795_194_191, zone: .utc)
    #expect(JournalCheck(of: vault, index, now: now, zone: .utc).findings.isEmpty)
  }
}
