import TestSupport
import Testing
import VaultFormat
import VaultIndex
import VaultStore

@testable import Journal

@Suite("Findings about the journal")
struct JournalCheckTests {
  private static func findings(_ files: [String: String]) throws -> [String] {
    try withTemporaryFolder { folder in
      for (name, text) in files { try folder.write(text, to: name) }
      let vault = try Vault(opening: folder.path)
      let scanner = VaultScanner(vault, zone: .utc, threads: 2, sealedOn: nil)
      let index = try scanner.scan()
      let now = NoteTime(instant: 1_795_194_191, zone: .utc)
      return JournalCheck(of: vault, index, scanner, now: now, zone: .utc).findings
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
      aggregate: average
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
        "a.md:10: unreadable-event", "a.md:11: unreadable-value", "a.md:13: event-twice",
        "a.md:3: unreadable-every", "a.md:4: unreadable-goal", "a.md:5: unreadable-aggregate",
      ])
  }

  @Test("a log with a finding in each of its many lines", .timeLimit(.minutes(60)))
  func many() throws {
    let lines = String(repeating: "- 2026-11-14T08:10:00Z = 5,2\n", count: 100_000)
    let found = try Self.findings(["a.md": "---\ntl: tracker\n---\n\(lines)"])
    #expect(found.count == 199_999)
    #expect(found.contains("a.md:100003: event-twice"))
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
      "f.md": "---\ntracker: coffee\nvalue: much\n---\n",
      "g.md": "---\ntracker: coffee\nvalue: 2.5\n---\n",
      "h.md": "---\nvalue: much\n---\n",
      "note.md": "---\ntitle: kaia\n---\nNo person\n",
    ])
    #expect(
      found == [
        "coffee.md:1: shared-name", "e.md:2: unknown-tracker",
        "f.md:3: unreadable-value", "kaia.md:4: unreadable-birthday",
        "x.md:1: shared-name", "x.md:5: unreadable-birthday",
      ])
  }

  @Test("a language of a person in which members are not shown notes")
  func languages() throws {
    let found = try Self.findings([
      "a.md": "---\ntl: person\ntitle: A\nlanguage: fr\n---\n",
      "b.md": "---\ntl: person\ntitle: B\nlanguage: vi-VN\n---\n",
      "c.md": "---\ntl: person\ntitle: C\nlanguage: [de, en]\n---\n",
      "d.md": "---\ntl: person\ntitle: D\nlanguage:\n---\n",
      "note.md": "---\nlanguage: fr\n---\nNo person\n",
    ])
    #expect(found == ["a.md:4: unknown-language", "c.md:4: unknown-language"])
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

  @Test("pictures of persons, prompts, anonymous notes and the person of the settings")
  func keys() throws {
    let found = try Self.findings([
      ".tl/config.yaml": "format: 1\nperson: nobody\n",
      "kaia.md": "---\ntl: person\ntitle: Kaia\navatar: a.jpg\n---\n",
      "ana.md": "---\ntl: person\ntitle: Ana\navatar: b.jpg\naliases: [Mama]\n---\n",
      "web.md": "---\ntl: person\ntitle: Web\nimage: https://example.org/a.jpg\n---\n",
      "ana.media/b.jpg": "x",
      "1.md": "---\nprompt: everyday-3\n---\n", "2.md": "---\nprompt: nothing\n---\n",
      "3.md": "---\nanonymous: true\n---\n",
      "4.md": "---\nanonymous: yes\npublish: yes\nauthor: Ana\n---\nMama was there\n",
      "5.md": "---\nanonymous: true\npublish: true\nauthor: ana\n---\nBanana\n",
      "5.media/ana.jpg": "x",
      "6.md": "---\nanonymous: true\npublish: true\nauthor: Ana\n---\nBanana\n",
      "7.md": "---\nanonymous: false\nauthor: Ana\n---\nAna\n",
    ])
    #expect(
      found == [
        ".tl/config.yaml:2: person-unset", "2.md:2: unknown-prompt", "3.md:2: anonymous-private",
        "4.md:2: anonymous-name", "5.md:2: anonymous-name", "kaia.md:4: no-such-avatar",
      ])
  }

  @Test("circles, their members, notes that name them, and comments")
  func circles() throws {
    let found = try Self.findings([
      "circles/a.md": "---\ntl: circle\ntitle: Family\nviewers: [Lan, Nobody, Tom]\n---\n",
      "circles/b.md":
        "---\ntl: circle\ntitle: Friends\naliases: [family]\ncontributors: {a: b}\n---\n",
      "lan.md": "---\ntl: person\ntitle: Lan\n---\n",
      "tom.md": "---\ntl: person\ntitle: Tom\n---\n",
      "tom-2.md": "---\ntl: person\ntitle: Tom\n---\n",
      "1.md": "---\nid: 1\ncircles: [friends, strangers]\n---\n",
      "2.md": "---\ncircles: {a: friends}\n---\n", "3.md": "---\ncircles: friends\n---\n",
      "c/1.md": "---\ntl: comment\ncomment_on: \"1\"\n---\nA\n",
      "c/2.md": "---\ntl: comment\ncomment_on: gone\n---\nB\n",
      "c/3.md": "---\ntl: comment\n---\nC\n",
    ])
    #expect(
      found == [
        "1.md:3: unknown-circle", "2.md:2: unreadable-members", "c/2.md:1: lost-comment",
        "c/3.md:1: lost-comment", "circles/a.md:4: unknown-member",
        "circles/a.md:4: unknown-member",
        "circles/b.md:1: shared-name", "circles/b.md:5: unreadable-members",
        "tom.md:1: shared-name",
      ])
  }

  @Test("an event that runs for more than a day")
  func running() throws {
    let found = try Self.findings([
      "a.md": """
      ---
      tl: tracker
      ---
      - 2026-11-18T08:10:00Z/
      - 2026-11-20T17:00:00Z/
      - 2026-11-17T08:10:00Z/2026-11-18T09:00:00Z
      - 2026-11-16T08:10:00Z/ pause
      """
    ])
    #expect(found == ["a.md:4: running-long"])
  }

  @Test("the example vault has none")
  func example() throws {
    let vault = try Vault(opening: RepositoryRoot.path("example-vault"))
    let scanner = VaultScanner(vault, zone: .utc, threads: 2, sealedOn: nil)
    let index = try scanner.scan()
    let now = NoteTime(instant: 1_795_194_191, zone: .utc)
    #expect(JournalCheck(of: vault, index, scanner, now: now, zone: .utc).findings.isEmpty)
  }
}

@Suite("Names in a text")
struct NameInTextTests {
  @Test(
    "a name is found as a word of its own, in any case and normal form",
    arguments: [
      ("With Ana by the sea", "Ana", true), ("ANA", "ana", true), ("Banana", "Ana", false),
      ("Anakin", "Ana", false), ("ana-beach.jpg", "Ana", true), ("Ana2.jpg", "Ana", true),
      ("Cafe\u{301} Zoe\u{308}", "Zoë", true), ("今日はカイアが笑った", "カイア", true),
      ("Onkel Tom", "Onkel Tom", true), ("", "Ana", false), ("Ana", "", false),
      ("aab ab", "ab", true),
    ])
  func words(text: String, name: String, isThere: Bool) {
    #expect(NameInText.contains(text, name) == isThere)
  }
}
