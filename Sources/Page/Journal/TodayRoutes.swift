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
  fileprivate static let limit = 100

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
    return try await incoming.page(tag) {
      var frame = PageFrame(incoming, title: PageWords.today, kind: "timeline today")
      frame.scripts = report.due.isEmpty ? ["viewer.js"] : ["viewer.js", "trackers.js"]
      frame.styles = ["people.css", "pictures.css"] + (report.due.isEmpty ? [] : ["trackers.css"])
      frame.values = try TodayView(incoming: incoming, journal: journal, report: report).values(
        due: report.due.map(row.view), withMonths: withMonths(incoming)
      ) { try cards.html(of: $0, frame) }
      return try frame.reply("today")
    }
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

  /// Hides a memory, and those of the field `also`, for the day, on this device, as `tl today --dismiss` does.
  static func dismiss(_ incoming: PageRequest) async throws -> Reply {
    let found = try NoteRoutes.find(incoming)
    let (vault, day) = (incoming.vault, incoming.now.day)
    let others = (incoming.form?["also"] ?? "").split(separator: " ").prefix(limit)
      .compactMap { NoteAddress.id(in: String($0)).flatMap(NoteID.init) }
    try await incoming.site.writes.run {
      var dismissed = DismissedNotes(of: vault, on: day)
      for id in [found.id] + others { try dismissed.add(id, in: vault) }
    }
    return incoming.back(or: PagePath.today, done: "dismissed")
  }
}

private struct TodayCards {
  private let incoming: PageRequest
  private let entries: [NoteID: CardLoader.Entry]
  let stamps: [CardCache.Stamp]

  init(_ ids: [NoteID], _ incoming: PageRequest) throws {
    self.incoming = incoming
    let index = incoming.snapshot.index
    let found = incoming.cardLoader.entries(index.notes(withIDs: Set(ids)), in: index)
    entries = Dictionary(found.map { ($0.id, $0) }) { first, _ in first }
    stamps = ids.compactMap { [entries] in entries[$0]?.stamp }
  }

  /// Nil for a note that is gone meanwhile.
  func html(of note: NoteFacts, _ frame: PageFrame) throws -> SafeHTML? {
    try entries[note.id].flatMap { try incoming.cardHTML($0, .listed, frame) }?.html
  }
}

/// The values of `today.mustache`.
struct TodayView {
  let incoming: PageRequest
  let journal: JournalIndex
  let report: DayReport

  private var site: SiteAddress { incoming.addresses }

  /// - Parameters:
  ///   - due: the values of `tracker-card.mustache`.
  ///   - card: nil for a note that is gone meanwhile.
  func values(
    due: [TemplateView], withMonths: Bool, card: (NoteFacts) throws -> SafeHTML?
  ) rethrows -> [String: TemplateValue] {
    let memories = try report.memories.prefix(TodayRoutes.limit).compactMap { memory in
      try card(memory.note).map { (memory: memory, html: $0) }
    }
    let opening = try report.opening.prefix(TodayRoutes.limit).compactMap { note in
      try card(note).map { html in
        section(
          note.date.day, PageWords.opensToday, isAnchor: false,
          [["card": .html(html), "dismissAction": .none]])
      }
    }
    let birthdays = report.birthdays.map { birthday -> TemplateView in
      let picture = PersonPicture(birthday.person, journal, incoming)
      return [
        "href": .text(site.address(incoming.register.path(of: birthday.person))),
        "avatar": .view(picture.view(on: site, sizes: "5rem")), "text": .text(birthday.text),
      ]
    }
    return [
      "heading": .text(PageWords.today), "date": .text(DateWords.day(report.day)),
      "hasBirthdays": .flag(!birthdays.isEmpty), "birthdays": .list(birthdays),
      "prompt": .optional(report.prompt.map(view)),
      "hasDue": .flag(!due.isEmpty), "due": .list(due), "days": .list(opening + days(memories)),
      "monthsHref": withMonths ? .none : .text(site.address(PagePath.today) + "?months=1"),
      "nothing": memories.isEmpty
        ? .text(report.hasDismissed ? PageWords.allDismissed : PageWords.noMemories) : .none,
    ]
  }

  private func view(_ prompt: Prompt) -> TemplateView {
    let query = "prompt=\(PercentEncoding.encoded(prompt.id.utf8))"
    return [
      "text": .text(prompt.text), "kind": .optional(prompt.kind.map(Self.words)),
      "href": incoming.isWritable ? .text(site.address("/new?\(query)")) : .none,
    ]
  }

  private static func words(_ kind: Prompt.Kind) -> String {
    switch kind {
    case .photo: "a photo says it best"
    case .audio: "a recording says it best"
    case .video: "a film says it best"
    }
  }

  private func section(
    _ day: CalendarDay, _ label: String, isAnchor: Bool = true, _ notes: [TemplateView]
  ) -> TemplateView {
    var view = TemplateView.day(day, on: site)
    if !isAnchor { view["anchor"] = TemplateValue.none }
    view["before"] = .text("\(DateWords.weekday(day)) \(day.day) \(DateWords.shortMonth(day))")
    view["number"] = "\(day.year)"
    (view["after"], view["notes"]) = (.text(label), .list(notes))
    return view
  }

  private func days(_ memories: [(memory: Memory, html: SafeHTML)]) -> [TemplateView] {
    memories.inRuns { $0.memory.note.date.day }.map { day, shown in
      section(
        day, shown[0].memory.ago,
        shown.map { shown in
          let id = NoteAddress.segment(of: shown.memory.note.id)
          let action = site.address("\(PagePath.today)/\(id)/dismiss")
          return [
            "card": .html(shown.html), "dismissAction": incoming.isWritable ? .text(action) : .none,
          ]
        })
    }
  }
}
