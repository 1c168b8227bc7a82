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
    let marks = events.lazy.map(Self.mark).prefix(EventList.limit)
    try? EventList(tracker: tracker.id, marks: marks).save(in: vault.vault)
  }

  /// The same for events that say the same, wherever they stand.
  static func mark(_ event: TrackerEvent) -> String {
    let end = event.end.map { "\($0)" } ?? ""
    let parts = [
      event.begin.rfc3339, end, event.mark?.name ?? "", "\(event.values)", event.text,
      event.note?.text ?? "",
    ]
    return SHA1.digest(of: Array(parts.joined(separator: "\n").utf8)).prefix(8).hex
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
    guard number <= EventList.limit else {
      throw CommandError(
        "only the first \(EventList.limit) can be named by their number",
        hint: "name it by its time")
    }
    guard number <= list.marks.count, list.marks[number - 1] == NumberedEvents.mark(event) else {
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

  /// What is to be changed; nil stays as it is written.
  struct Change {
    var begin: NoteTime?
    var end: NoteTime?
    /// Empty for none.
    var value: String?
    /// Empty for none.
    var text: String?
  }

  /// Changes the event, or removes it, and prints it.
  ///
  /// The file may have changed since: then nothing is done unless the event still reads the same.
  ///
  /// - Parameter change: nil to remove it.
  func change(in vault: OpenVault, to change: Change?) throws {
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
        guard let change else { return TrackerLogEdit(replacing: range).applied(to: document) }
        let begin = change.begin ?? event.begin
        let end = change.end.map(EventLine.End.at) ?? event.end
        if case .at(let end) = end, end.seconds < begin.seconds {
          throw CommandError(
            "the event would end at \(TrackerText.time(end)), before it begins", status: .wrongUsage
          )
        }
        let line = try line(with: change, begin, end, in: document, at: range, zone: vault.zone)
        let changed = TrackerLogEdit.moving(
          range, as: line, to: begin, in: document, zone: vault.zone)
        printed = TrackerText.event(line, unit: tracker.unit, zone: vault.zone) ?? event
        return changed
      }
    }
    let beginning = change == nil ? "removed  " : ""
    try vault.session.console.line(beginning + TrackerText.event(printed, of: tracker))
  }

  /// Whether it is the chosen one, wherever it stands now.
  private func isSame(_ other: TrackerEvent) -> Bool {
    var other = other
    other.source = event.source
    return other == event
  }

  /// The item as it is written, but for what changes.
  private func line(
    with change: Change, _ begin: NoteTime, _ end: EventLine.End?, in document: NoteDocument,
    at range: Range<Int>, zone: TimeZoneRules
  ) throws -> [UInt8] {
    let parts = document.bytes.withUnsafeBufferPointer { bytes -> EventLine.Parts? in
      let line = Line(at: range.lowerBound, in: bytes)
      guard case .event(let event) = EventLine.read(line, in: bytes, zone: zone) else { return nil }
      return event.parts(in: bytes, unit: tracker.unit)
    }
    guard let parts else { return Array(document.bytes[range]) }
    if let unreadable = parts.unreadable, change.text != nil, change.value == nil {
      throw CommandError(
        "the value '\(String(decoding: unreadable, as: UTF8.self))' of this event cannot be read",
        hint: "--value sets one, --value '' removes it")
    }
    let hasNewTime = change.begin != nil || change.end != nil
    let head =
      hasNewTime
      ? EventLine.head(after: parts.beginning, begin: begin, end: end, mark: event.mark) : nil
    return parts.item(
      head: head, value: change.value, text: change.text, lineEnd: document.lineEnd)
  }
}
