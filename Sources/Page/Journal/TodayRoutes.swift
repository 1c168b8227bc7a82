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
    let day = incoming.now.day
    let leapDay = journal.register.settings.leapDay
    let withMonths = incoming.request.query["months"] == "1"
    let memories = TodayMemories(journal, on: day, withMonths: withMonths, in: incoming.vault)
    let shown = memories.shown.prefix(limit)
    let opening = journal.notes.filter { $0.opens == day }.prefix(limit)
    let cards = try TodayCards((shown.map(\.note) + opening).map(\.id), incoming)
    let trackers = try await incoming.trackers()
    let row = TrackerRow(incoming: incoming, list: trackers)
    let due = TrackerOrder.due.sorted(trackers.statuses.filter { $0.late != nil })
    let tag = PageTag(
      incoming, shown: cards.stamps,
      further: [state] + memories.dismissed.map(\.text)
        + due.flatMap { [$0.tracker.id.text, row.elapsedText($0)] + row.notes($0) })
    if let unchanged = tag.reply(to: incoming.request) { return unchanged }
    if let known = incoming.site.pages.page(tag) { return known }
    var frame = PageFrame(incoming, title: PageWords.today, kind: "timeline today")
    frame.scripts = due.isEmpty ? ["viewer.js"] : ["viewer.js", "since.js"]
    frame.styles = due.isEmpty ? ["people.css"] : ["people.css", "since.css"]
    let view = TodayView(
      site: incoming.addresses, register: journal.register, day: day,
      isWritable: incoming.isWritable)
    let birthdays = journal.register.book.birthdays(on: day, leapDay: leapDay)
    frame.values = view.values(
      memories: try shown.compactMap { memory in
        try cards.html(of: memory.note, frame).map { TodayView.Shown(memory: memory, html: $0) }
      },
      opening: try opening.compactMap { note in
        try cards.html(of: note, frame).map { TodayView.Opening(note: note, html: $0) }
      },
      birthdays: birthdays.map {
        ($0, PersonPicture($0.person, incoming.shelf, on: incoming.addresses))
      },
      prompt: journal.register.settings.prompts(.english)
        .prompt(on: day, lastUse: journal.lastUse),
      due: due.map(row.view), hasDismissed: memories.hasDismissed, withMonths: withMonths)
    return incoming.site.pages.keep(try frame.reply("today"), tag)
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

/// The notes that a day remembers, without those that were dismissed on this device.
struct TodayMemories {
  /// The latest day first.
  let shown: [Memory<NoteFacts>]
  let dismissed: [NoteID]
  /// Whether one of them is left out.
  let hasDismissed: Bool

  init(_ journal: JournalIndex, on day: CalendarDay, withMonths: Bool, in vault: Vault) {
    dismissed = DismissedNotes(of: vault, on: day).ids
    let memories = OnThisDay(day, leapDay: journal.register.settings.leapDay).memories(
      among: journal.notes, withMonths: withMonths, day: \.date.day, path: \.path)
    let isDismissed = Set(dismissed)
    shown = memories.filter { !isDismissed.contains($0.note.id) }
    hasDismissed = shown.count < memories.count
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
