internal import Journal
internal import VaultFormat
internal import VaultStore

extension NumberedEvents {
  /// A vault that cannot be written to remembers nothing.
  func remember(in vault: OpenVault) {
    guard vault.vault.isInitialized else { return }
    let marks = events.lazy.map(\.fingerprint).prefix(EventList.limit)
    try? EventList(tracker: tracker.id, marks: marks).save(in: vault.vault)
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
    if let note = event.note { throw CommandError(EventProblem.isNote(note), of: tracker) }
  }

  private static func numbered(
    _ number: Int, _ numbered: NumberedEvents, in vault: OpenVault
  ) throws -> TrackerEvent {
    let (tracker, events) = (numbered.tracker, numbered.events)
    guard 1...max(1, events.count) ~= number, !events.isEmpty else {
      throw CommandError("\(tracker.title) has \(events.count.counted("event"))")
    }
    let event = events[number - 1]
    let hint = "tl event list \(tracker.name.shellWord) numbers them again"
    guard let list = EventList(of: vault.vault), list.tracker == tracker.id else {
      throw CommandError("a number needs the list that it stands in", hint: hint)
    }
    guard number <= EventList.limit else {
      throw CommandError(
        "only the first \(EventList.limit) can be named by their number",
        hint: "name it by its time")
    }
    guard number <= list.marks.count, list.marks[number - 1] == event.fingerprint else {
      throw CommandError("the events have changed since that list", hint: hint)
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
        hint: "tl event list \(numbered.tracker.name.shellWord) numbers them", status: .wrongUsage)
    }
    return event
  }

  /// Changes the event, or removes it, and prints it.
  ///
  /// The file may have changed since: then nothing is done unless the event still reads the same.
  ///
  /// - Parameter change: nil to remove it.
  func change(in vault: OpenVault, to change: EventChange?) throws {
    var printed = event
    let writer = try vault.writer()
    _ = try CommandError.naming(tracker) {
      try writer.edit(tracker.path, provisionalID: tracker.id) { document in
        let (changed, item) = try TrackerLog(tracker, in: document, zone: vault.zone)
          .changing(event, to: change)
        printed = TrackerEvent(item: item, unit: tracker.unit, zone: vault.zone) ?? event
        return changed
      }
    }
    let beginning = change == nil ? "removed  " : ""
    try vault.session.console.line(beginning + TrackerText.event(printed, of: tracker))
  }
}
