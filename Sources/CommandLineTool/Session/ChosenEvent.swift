internal import Journal
internal import VaultFormat
internal import VaultStore

/// The events of a tracker as `tl events` numbers them: the newest is the first.
struct NumberedEvents {
  let tracker: Tracker
  let events: [TrackerEvent]

  init(of log: TrackerLog) {
    tracker = log.tracker
    // Of events with one time the last in the file is the newest.
    events = log.events.enumerated().sorted {
      ($0.element.begin.seconds, $0.offset) > ($1.element.begin.seconds, $1.offset)
    }.map(\.element)
  }

  /// A vault that cannot be written to remembers nothing.
  func remember(in vault: OpenVault) {
    guard vault.vault.isInitialized else { return }
    let times = events.lazy.map { $0.begin.rfc3339 }.prefix(EventList.limit)
    try? EventList(tracker: tracker.id, times: times).save(in: vault.vault)
  }
}

/// An event of a tracker that is to be changed.
struct ChosenEvent {
  let tracker: Tracker
  private let event: TrackerEvent

  /// - Parameter word: a number of the last list, or a time.
  init(_ word: String, of name: String, in vault: OpenVault) throws {
    let finder = TrackerFinder(vault: vault)
    let numbered = NumberedEvents(of: try finder.log(named: name, in: finder.book()))
    tracker = numbered.tracker
    event =
      word.utf8.allSatisfy(\.isASCIIDigit) && word.utf8.count < 7
      ? try Self.numbered(Int(word) ?? 0, numbered, in: vault)
      : try Self.timed(word, numbered, in: vault)
    if let note = event.note {
      throw CommandError(
        "this event is the note \(note.shown)", hint: "tl edit \(note.shown.shellWord)")
    }
  }

  private static func numbered(
    _ number: Int, _ numbered: NumberedEvents, in vault: OpenVault
  ) throws -> TrackerEvent {
    let (tracker, events) = (numbered.tracker, numbered.events)
    guard 1...max(1, events.count) ~= number, !events.isEmpty else {
      throw CommandError("\(tracker.title) has \(events.count.counted("event"))")
    }
    let event = events[number - 1]
    let hint = "tl events \(tracker.name.shellWord) numbers them again"
    guard let list = EventList(of: vault.vault), list.tracker == tracker.id else {
      throw CommandError("a number needs the list that it stands in", hint: hint)
    }
    guard number <= list.times.count, list.times[number - 1] == event.begin.rfc3339 else {
      throw CommandError("event \(number) is another one by now", hint: hint)
    }
    return event
  }

  private static func timed(
    _ word: String, _ numbered: NumberedEvents, in vault: OpenVault
  ) throws -> TrackerEvent {
    let date = try DateExpression(word, now: vault.now.seconds, zone: vault.zone)
    let found = numbered.events.filter { date.contains($0.begin) }
    guard let event = found.first else {
      throw CommandError("\(numbered.tracker.title) has no event at '\(word)'")
    }
    guard found.count == 1 else {
      throw CommandError(
        "\(numbered.tracker.title) has \(found.count) events at '\(word)'",
        hint: "tl events \(numbered.tracker.name.shellWord) numbers them", status: .wrongUsage)
    }
    return event
  }

  // MARK: - Changing

  /// The parts of an event that can be changed.
  struct Parts {
    var begin: NoteTime
    /// As it is written; empty without one.
    var value: String
    var text: String
  }

  /// Changes the event, or removes it, and prints it.
  ///
  /// The file may have changed since: then nothing is done unless the event still reads the same.
  func change(in vault: OpenVault, to change: ((inout Parts) -> Void)?) throws {
    var printed = event
    let writer = try vault.writer()
    _ = try CommandError.naming(tracker.path) {
      try writer.edit(tracker.path, provisionalID: tracker.id) { document in
        let log = TrackerLog(tracker, in: document, zone: vault.zone)
        guard case .line(let range, _)? = log.events.last(where: isSame)?.source else {
          throw CommandError(
            "the event has changed or is gone",
            hint: "tl events \(tracker.name.shellWord) shows what is there")
        }
        let removed = TrackerLogEdit(replacing: range).applied(to: document)
        guard let change else { return removed }
        var parts = Parts(
          begin: event.begin, value: value(in: document, at: range), text: event.text)
        change(&parts)
        printed.begin = parts.begin
        printed.text = parts.text
        printed.values = (try? EventValue(parts.value, unit: tracker.unit))?.numbers ?? []
        if case .at(let end) = event.end, end.seconds < parts.begin.seconds {
          throw CommandError(
            "the event ends at \(TrackerText.time(end)), which is earlier", status: .wrongUsage)
        }
        let line = EventLine.written(
          begin: parts.begin, end: event.end, mark: event.mark, value: parts.value,
          text: parts.text, lineEnd: document.lineEnd)
        // An event that keeps its time keeps its place.
        if parts.begin == event.begin {
          return TrackerLogEdit(replacing: range, with: line).applied(to: document)
        }
        return TrackerLogEdit(adding: line, at: parts.begin, to: removed, zone: vault.zone)
          .applied(to: removed)
      }
    }
    let parts = [
      TrackerText.name(tracker), TrackerText.time(printed),
      TrackerText.content(printed, unit: tracker.unit),
    ].filter { !$0.isEmpty }
    try vault.session.console.line(
      (change == nil ? "removed  " : "") + parts.joined(separator: "  "))
  }

  /// Whether it is the chosen one, wherever it stands now.
  private func isSame(_ other: TrackerEvent) -> Bool {
    var other = other
    other.source = event.source
    return other == event
  }

  /// The value as it stands in the file, so that another text does not change its spelling.
  private func value(in document: NoteDocument, at range: Range<Int>) -> String {
    guard !event.values.isEmpty else { return "" }
    return document.bytes.withUnsafeBufferPointer { bytes in
      let line = Line(at: range.lowerBound, in: bytes)
      guard case .event(let event) = EventLine.read(line, in: bytes, zone: .utc),
        let amount = event.valueText(in: bytes, unit: tracker.unit)
      else { return "" }
      return amount
    }
  }
}
