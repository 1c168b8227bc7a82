import Journal
import SystemCalls
import TestSupport
import Testing
import VaultFormat
import VaultIndex
import VaultStore

@Suite("The trackers of a vault")
struct TrackerBookTests {
  private static let zone = TimeZoneRules { _ in 3600 }
  private static let now = NoteTime(instant: 1_795_194_191, zone: zone)

  /// A line for each tracker: its name, and its events as `DAY text value`.
  ///
  /// - Parameter today: for what is sealed; nil to read it as it is.
  private static func book(
    _ files: [String: String], on today: CalendarDay? = nil
  ) throws -> [String] {
    let folder = try TemporaryFolder(files)
    let vault = try Vault(opening: folder.path)
    let scanner = VaultScanner(vault, zone: zone, threads: 2, sealedOn: today)
    let index = try scanner.scan(NoteQuery(), keepsText: true)
    let book = TrackerBook(
      try TrackerFile.all(of: vault, index, scanner, now: now, zone: zone) { _, _ in nil })
    return book.logs.map { log in
      let events = log.events.map { event in
        let value = event.values.map { " \($0)" }.joined()
        return "\(event.begin.day)\(event.text.isEmpty ? "" : " \(event.text)")\(value)"
      }
      return "\(log.tracker.name): " + events.joined(separator: ", ")
    }
  }

  private static func tracker(_ keys: String = "", events: String = "") -> String {
    "---\ntl: tracker\n\(keys)\n---\n\n\(events)"
  }

  @Test("lines, notes that name the tracker, and notes that its query finds, each once")
  func sources() throws {
    let found = try Self.book([
      "trackers/hair.md": Self.tracker(
        "title: Haircut\naliases: [Friseur]\nfrom: tag:haircut", events: "- 2026-01-05: at home\n"),
      "a.md": "---\ndate: 2026-02-01\ntags: [haircut]\n---\n# Short\n",
      "b.md": "---\ndate: 2026-03-01\ntracker: friseur\nvalue: 20\n---\n# Shorter\n",
      "c.md":
        "---\ndate: 2026-04-01\ntracker: [\"[[trackers/hair|Hair]]\"]\ntags: [haircut]\n---\n# Both\n",
      "d.md": "---\ndate: 2026-05-01\ntracker: other\n---\n# Another\n",
    ])
    #expect(
      found == [
        "hair: 2026-01-05 at home, 2026-03-01 Shorter 20.0, 2026-04-01 Both, 2026-02-01 Short"
      ])
  }

  @Test("of several queries that need the texts of notes, each tracker has its own notes")
  func severalQueries() throws {
    let found = try Self.book([
      "trackers/height.md": Self.tracker("from: key:height"),
      "trackers/tea.md": Self.tracker("from: tag:tea"),
      "trackers/walk.md": Self.tracker("from: forest"),
      "trackers/weight.md": Self.tracker("from: key:weight"),
      "a.md": "---\ndate: 2026-02-01\nweight: 80\nheight: 180\n---\n# A\n",
      "b.md": "---\ndate: 2026-02-02\nweight: 81\ntags: [tea]\n---\n# B\n\nIn the forest\n",
      "c/c.md": "---\ndate: 2026-02-03\n---\n# C\n\nA forest again\n",
    ])
    #expect(
      found == [
        "height: 2026-02-01 A 180.0", "tea: 2026-02-02 B",
        "walk: 2026-02-02 B, 2026-02-03 C", "weight: 2026-02-01 A 80.0, 2026-02-02 B 81.0",
      ])
  }

  @Test("numbers in daily notes count by their key, as other programs keep them")
  func keys() throws {
    let found = try Self.book([
      "trackers/weight.md": Self.tracker("from: key:weight"),
      "2026-02-01.md": "---\nweight: 80.5\n---\nText\n",
      "2026-02-02.md": "---\nweight:\n---\nText\n",
      "2026-02-03.md": "---\nweight: heavy\n---\nText\n",
    ])
    #expect(found == ["weight: 2026-02-01 Text 80.5, 2026-02-03 Text"])
  }

  @Test("conflict copies, sealed notes and pages count nowhere")
  func withheld() throws {
    let found = try Self.book([
      "trackers/tea.md": Self.tracker("from: tag:tea", events: "- 2026-01-05\n"),
      "trackers/copy.md": Self.tracker("conflict_of: x"),
      "trackers/sealed.md": Self.tracker("open_after: 2030-01-01"),
      "trackers/open.md": Self.tracker("open_after: 2020-01-01"),
      "a.md": "---\ndate: 2026-02-01\ntracker: tea\nopen_after: 2030-01-01\n---\nText\n",
      "b.md": "---\ndate: 2026-02-01\ntracker: tea\nconflict_of: x\n---\nText\n",
      "kaia.md": "---\ntl: person\ntags: [tea]\n---\nText\n",
    ])
    #expect(found == ["open: ", "tea: 2026-01-05"])
  }

  @Test("a sealed note is no event, also of a query that asks for nothing but its day")
  func sealed() throws {
    let found = try Self.book(
      [
        "trackers/tea.md": Self.tracker("from: since:2026-01-01"),
        "a.md": "---\ndate: 2026-02-01\n---\nText\n",
        "b.md": "---\ndate: 2026-03-01\nopen_after: 2030-01-01\n---\nText\n",
      ], on: Self.now.day)
    #expect(found == ["tea: 2026-02-01 a"])
  }

  @Test("a query that cannot be read, or finds everything, finds nothing")
  func queries() throws {
    for from in ["since:soon", "key:", "", "kind:x"] {
      let found = try Self.book([
        "t.md": Self.tracker("from: \"\(from)\""), "a.md": "---\ndate: 2026-02-01\n---\nText\n",
      ])
      #expect(found == ["t: "], "\(from)")
    }
  }
}
