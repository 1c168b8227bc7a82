import Foundation
import Journal
import Operations
import TestSupport
import Testing
import VaultFormat
import VaultStore

@testable import Page
@testable import VaultIndex

/// The command line reads the notes of a question, the page all notes, of which it reads again those that changed.
@Suite("The command line and the page answer alike")
struct ReadingLawTests {
  @Test("in random vaults, before and after changes")
  func law() throws {
    for _ in 0..<min(caseCount(200), 5_000) {
      try withSeed { random, _ in
        try withTemporaryFolder { folder in
          var vault = try RandomVault(in: folder, using: &random)
          try vault.fill(using: &random)
          let page = PageSide()
          try Self.check(vault, page)
          try vault.change(using: &random)
          try Self.check(vault, page)
        }
      }
    }
  }

  private static func check(_ random: RandomVault, _ page: PageSide) throws {
    let vault = try Vault(opening: random.folder.path)
    let dismissed = random.dismissed
    try page.read(vault, random)
    let journal = try page.journal(vault, random)
    func scan(_ keys: KnownKeySet) -> JournalScan {
      JournalScan(random.source(of: vault), noting: keys, keepsText: true)
    }

    let (day, people, moments) = (scan(.ofDay), scan([.people]), scan(.ofMoments))
    let trackers = try random.source(of: vault).trackers(of: day.index).statuses(at: random.now)
    let cardLoader = try page.trackers(vault, random)
    #expect(trackers.map(\.text) == cardLoader.map(\.text))

    for asked in random.days {
      for withMonths in [false, true] {
        let mine = day.journal(remembering: asked, withMonths: withMonths)
        let reports = [(mine, trackers), (journal, cardLoader)].map {
          DayReport(
            of: asked, in: $0, withMonths: withMonths, without: dismissed, trackers: $1)
        }
        #expect(reports[0].text == reports[1].text, "\(asked)")
        random.check(reports[0], withMonths: withMonths)
      }
    }
    #expect(day.journal().lastUse == journal.lastUse)
    #expect(scan(.ofReminders).journal().capsules.map(\.path) == journal.capsules.map(\.path))

    let (named, compared) = (
      people.journal(withMedia: true), moments.journal(withMedia: true)
    )
    let told = scan([.milestone]).journal()
    for person in journal.book.persons {
      #expect(named.byPerson.count(of: person) == journal.byPerson.count(of: person))
      #expect(named.moments(of: person).map(\.text) == journal.moments(of: person).map(\.text))
      #expect(
        MilestoneList(of: person, in: told).entries.map(\.text)
          == MilestoneList(of: person, in: journal).entries.map(\.text))
    }
    #expect(named.chosen?.path == journal.chosen?.path)
    for path in random.files.keys.sorted().prefix(8) {
      let found = compared.moments(ofNoteAt: path)
      #expect(found.map(\.text) == journal.moments(ofNoteAt: path).map(\.text))
      #expect(found.allSatisfy { random.counts($0.note.path) })
    }
  }
}

/// What a server keeps of a vault.
private final class PageSide {
  private let cardLoader = TrackerCache()
  private var index: VaultIndex?
  private var table: NoteFactsTable?
  private var generation: UInt64 = 0

  /// Reads the vault, the first time all of it.
  func read(_ vault: Vault, _ random: RandomVault) throws {
    let new = try random.source(of: vault).scanner().scan()
    let reader = NoteFactsReader(vault, zone: RandomVault.zone)
    generation += 1
    defer { index = new }
    guard let index, var table else {
      table = NoteFactsTable(new, reader, threads: 2)
      return
    }
    let (before, after) = (Self.paths(of: index), Self.paths(of: new))
    let changed = Set(before.keys).union(after.keys).filter { id in
      before[id] != after[id] || after[id].map(random.changed.contains) ?? true
    }
    table.update(changed, new, reader, threads: 2)
    self.table = table
  }

  private static func paths(of index: VaultIndex) -> [NoteID: VaultPath] {
    Dictionary(index.positions.map { (index.id($0), index.path($0)) }) { first, _ in first }
  }

  func journal(_ vault: Vault, _ random: RandomVault) throws -> JournalIndex {
    let (index, table) = try (#require(index), #require(table))
    let book = random.source(of: vault).persons(of: index)
    return JournalIndex(
      table.facts, JournalSettings(vault.configuration), today: random.now.day
    ) { book }
  }

  func trackers(_ vault: Vault, _ random: RandomVault) throws -> [TrackerStatus] {
    let snapshot = LiveSnapshot(
      generation: generation, index: try #require(index), state: .watched)
    return try cardLoader.trackers(of: snapshot, random.source(of: vault)).statuses
  }
}

/// Notes with some of the keys that questions are about.
private struct RandomVault {
  static let zone = TimeZoneRules { _ in 3600 }

  let folder: TemporaryFolder
  let now: NoteTime
  /// The files with their keys.
  private(set) var files: [VaultPath: [String]] = [:]
  /// Since the last reading.
  private(set) var changed: Set<VaultPath> = []
  private(set) var dismissed: [NoteID] = []

  func source(of vault: Vault) -> NoteSource {
    let surroundings = Surroundings(now: { [now] in now.seconds }, zone: .utc) {
      ProvisionalID.ofDay(CalendarDay(clamping: 0))
    }
    return NoteSource(vault, surroundings, zone: Self.zone, threads: 2)
  }

  init(in folder: TemporaryFolder, using random: inout SeededGenerator) throws {
    self.folder = folder
    let day = ["2026-11-20", "2028-02-29", "2027-02-28", "2027-03-01"].randomElement(using: &random)
    now = try #require(NoteTime("\(day ?? "2026-11-20")T12:00:00Z", zone: Self.zone))
    let person = ["", "person: kaia\n", "person: people/linh.md\n", "person: mouse\n"]
    let leap = ["", "since: {leap_day: 03-01}\n"]
    try folder.write(
      "format: 1\n" + (person.randomElement(using: &random) ?? "")
        + (leap.randomElement(using: &random) ?? ""), to: ".tl/config.yaml")
  }

  /// Today, days that a note may open on, and those around a leap day.
  var days: [CalendarDay] {
    [now.day] + ["2027-06-01", "2027-02-28", "2028-02-29"].compactMap { CalendarDay($0) }
  }

  mutating func fill(using random: inout SeededGenerator) throws {
    for (path, keys, text) in Self.pages { try write(keys, text, to: path) }
    for number in 0..<20 { try note(number, using: &random) }
    dismissed = files.keys.sorted().prefix(30).filter { _ in
      Int.random(in: 0..<8, using: &random) == 0
    }.map { ProvisionalID.of($0) }
  }

  /// Writes some notes anew, adds and removes some, and ends a tracker's wait.
  mutating func change(using random: inout SeededGenerator) throws {
    changed = []
    for number in 0..<24 where Int.random(in: 0..<4, using: &random) == 0 {
      try note(number, using: &random)
    }
    if Bool.random(using: &random) {
      try write(
        ["tl: tracker", "title: Water", "every: 2 days"], "- \(now.day): now\n",
        to: "trackers/water.md")
    }
    for path in files.keys.sorted() where Int.random(in: 0..<12, using: &random) == 0 {
      try folder.remove(path.text)
      files[path] = nil
      changed.insert(path)
    }
  }

  /// Files whose keys do not change.
  private static let pages: [(path: String, keys: [String], text: String)] = [
    (
      "people/kaia.md",
      ["tl: person", "title: Kaia", "aliases: [Kiki]", "birthday: 2024-02-29", "id: kaia"], ""
    ),
    ("people/linh.md", ["tl: person", "aliases: [Mouse]", "birthday: 2025-11-20"], ""),
    (
      "people/tom.md",
      ["tl: person", "aliases: [Mouse]", "birthday: 1958-03-01", "died: 2020-01-01"], ""
    ),
    ("old/mia.md", ["born: 2026-06-01", "title: Mia"], "A note that is a person"),
    (
      "trackers/water.md", ["tl: tracker", "title: Water", "every: 2 days"],
      "- 2026-11-01: first\n"
    ),
    ("trackers/aired.md", ["tl: tracker", "title: Zimmer", "every: 2 days"], "- 2026-11-01\n"),
    (
      "trackers/hair.md",
      ["tl: tracker", "title: Hair", "from: tag:hair", "every: 3 months"], ""
    ), ("trackers/lake.md", ["tl: tracker", "title: Lake", "from: lake", "every: 1 week"], ""),
    (
      "trackers/secret.md", ["tl: tracker", "open_after: 2090-01-01", "every: 1 day"],
      "- 2020-01-01"
    ),
  ]

  /// Of each group none or one.
  private static let groups: [[String]] = [
    ["id: kaia", "id: a", "id: b"],
    ["people: Kaia", "people: [kiki, linh]", "people: [Mouse, Ana]"],
    ["milestone: first-steps", "milestone: First steps", "milestone: our own", "milestone:"],
    ["celebrated: 2026-06-01"], ["prompt: funny-2", "prompt: unknown"],
    [
      "open_after: 2090-01-01", "open_after: 2027-06-01", "open_after: 2026-11-20", "open_after: x",
    ],
    ["conflict_of: a", "conflict_of:"], ["tl: person", "tl: tracker", "tl: circle"],
    ["coordinates: 35.6736,139.756", "latitude: 35.6737\nlongitude: 139.756", "latitude: 35.6"],
    ["tags: [hair]"], ["tracker: water", "tracker: [Lake, hair]\nvalue: 3"],
    ["title: \"a \\x62\"", "x: &anchor 1"],
  ]

  private mutating func note(_ number: Int, using random: inout SeededGenerator) throws {
    let years = [0, 1, 2, 4, 8].randomElement(using: &random) ?? 1
    let days = [0, 0, 0, 1, -1, 14, 15, 16, 31, 200].randomElement(using: &random) ?? 0
    let anniversary = now.day.adding(-years, .year, leapDay: .february28) ?? now.day
    let date = ["\(anniversary.adding(days: -days) ?? now.day)", "2024-02-29"]
    var keys = ["date: \(date.randomElement(using: &random) ?? date[0])"]
    for group in Self.groups where Int.random(in: 0..<4, using: &random) == 0 {
      keys.append(group.randomElement(using: &random) ?? "")
    }
    let text = ["", "By the lake", "Words"].randomElement(using: &random) ?? ""
    try write(keys, text, to: "2026/n\(number).md")
    guard Int.random(in: 0..<3, using: &random) == 0 else { return }
    try folder.write("x", to: "2026/n\(number).media/\(number % 4 == 0 ? "a.m4a" : "a.jpg")")
  }

  private mutating func write(_ keys: [String], _ text: String, to name: String) throws {
    let path = try #require(VaultPath(name))
    try folder.write("---\n\(keys.joined(separator: "\n"))\n---\n\n\(text)\n", to: name)
    files[path] = keys
    changed.insert(path)
  }

  // MARK: - What holds of every answer

  /// Whether a note may be told of today, by its keys as they were written.
  func counts(_ path: VaultPath) -> Bool {
    let keys = files[path] ?? []
    return !isHidden(keys) && !keys.contains { $0.hasPrefix("tl: ") }
  }

  private func isHidden(_ keys: [String]) -> Bool {
    keys.contains { key in
      let day = key.hasPrefix("open_after: ") ? CalendarDay(String(key.dropFirst(12))) : nil
      return key.hasPrefix("conflict_of") || day.map { now.day < $0 } ?? false
    }
  }

  func check(_ report: DayReport, withMonths: Bool) {
    #expect(report.memories.allSatisfy { counts($0.note.path) })
    #expect(
      report.opening.allSatisfy { note in
        report.day > now.day || counts(note.path)
      })
    #expect(report.memories.allSatisfy { !dismissed.contains($0.note.id) })
    guard !withMonths, report.day.month != 2, report.day.month != 3 else { return }
    let remembered = files.filter { path, keys in
      guard counts(path), let date = keys.first(where: { $0.hasPrefix("date: ") })?.dropFirst(6),
        let day = CalendarDay(String(date))
      else { return false }
      return (day.month, day.day) == (report.day.month, report.day.day)
        && day.year < report.day.year
    }
    #expect(report.memories.count + (report.hasDismissed ? dismissed.count : 0) >= remembered.count)
    #expect(report.memories.count <= remembered.count)
  }
}

extension DayReport {
  fileprivate var text: String {
    "\(hasDismissed) \(json { .string($0.path.text) }.pretty)"
  }
}

extension TrackerStatus {
  fileprivate var text: String { TrackerJSON.status(self).pretty }
}

extension ThenAndNow.Moment {
  fileprivate var text: String { "\(note.path) \(years)" }
}

extension MilestoneEntry {
  fileprivate var text: String { json(note: done.map { .string($0.path.text) }, age: nil).pretty }
}
