internal import HTTPTypes
internal import Journal
internal import Rendering
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import WebServer

/// What the day brings: notes of earlier years, birthdays, notes that open, trackers that are due, something to write
/// about.
enum TodayRoutes {
  /// The most notes; a day of many years has some dozens.
  private static let limit = 100

  /// With `months=1` the same day of the last eleven months too.
  static func today(_ incoming: PageRequest) async throws -> Reply {
    let (journal, state) = try await incoming.journal()
    let trackers = try await incoming.trackers()
    let dismissed = DismissedNotes(of: incoming.vault, on: incoming.now.day).ids
    let report = report(incoming, journal, trackers, without: dismissed)
    let memories = report.memories.prefix(limit)
    let opening = report.opening.prefix(limit)
    let cards = try TodayCards((memories.map(\.note) + opening).map(\.id), incoming)
    let row = TrackerRow(incoming: incoming, list: trackers)
    let tag = PageTag(
      incoming, shown: cards.stamps,
      further: [state] + dismissed.map(\.text)
        + report.due.flatMap { [$0.tracker.id.text, row.elapsedText($0)] + row.notes($0) })
    if let unchanged = tag.reply(to: incoming.request) { return unchanged }
    if let known = incoming.site.pages.page(tag) { return known }
    var frame = PageFrame(incoming, title: PageWords.today, kind: "timeline today")
    frame.scripts = report.due.isEmpty ? ["viewer.js"] : ["viewer.js", "since.js"]
    frame.styles = report.due.isEmpty ? ["people.css"] : ["people.css", "since.css"]
    let view = TodayView(
      site: incoming.addresses, register: incoming.register, day: report.day,
      isWritable: incoming.isWritable)
    frame.values = view.values(
      memories: try memories.compactMap { memory in
        try cards.html(of: memory.note, frame).map { TodayView.Shown(memory: memory, html: $0) }
      },
      opening: try opening.compactMap { note in
        try cards.html(of: note, frame).map { TodayView.Opening(note: note, html: $0) }
      },
      birthdays: report.birthdays.map {
        ($0, PersonPicture($0.person, incoming.shelf, on: incoming.addresses))
      },
      prompt: report.prompt, due: report.due.map(row.view), hasDismissed: report.hasDismissed,
      withMonths: withMonths(incoming))
    return incoming.site.pages.keep(try frame.reply("today"), tag)
  }

  /// What today brings, by the vault as a request sees it.
  static func report(
    _ incoming: PageRequest, _ journal: JournalIndex, _ trackers: TrackerList,
    without dismissed: [NoteID]
  ) -> DayReport {
    DayReport(
      of: incoming.now.day, in: journal, withMonths: withMonths(incoming), without: dismissed,
      trackers: trackers.statuses)
  }

  private static func withMonths(_ incoming: PageRequest) -> Bool {
    incoming.request.query["months"] == "1"
  }

  /// Hides a memory for the day, on this device, as `tl today --dismiss` does.
  static func dismiss(_ incoming: PageRequest) async throws -> Reply {
    let found = try NoteRoutes.find(incoming)
    let (vault, day) = (incoming.vault, incoming.now.day)
    try await incoming.site.writes.run {
      var dismissed = DismissedNotes(of: vault, on: day)
      try dismissed.add(found.id, in: vault)
    }
    return ReturnAddress(incoming, fallback: PagePath.today, without: nil).reply(done: "dismissed")
  }
}

/// The cards of the notes of a day.
private struct TodayCards {
  private let incoming: PageRequest
  private let entries: [NoteID: NoteShelf.Entry]
  let stamps: [CardCache.Stamp]

  init(_ ids: [NoteID], _ incoming: PageRequest) throws {
    self.incoming = incoming
    let index = incoming.snapshot.index
    let found = incoming.shelf.entries(index.notes(withIDs: Set(ids)), in: index)
    entries = Dictionary(found.map { ($0.id, $0) }) { first, _ in first }
    stamps = ids.compactMap { [entries] in entries[$0]?.stamp }
  }

  /// Nil for a note that is gone meanwhile.
  func html(of note: NoteFacts, _ frame: PageFrame) throws -> SafeHTML? {
    try entries[note.id].flatMap { try incoming.cardHTML($0, .listed, frame) }?.html
  }
}
