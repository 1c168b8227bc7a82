internal import Journal
internal import VaultFormat
internal import VaultStore
internal import Words

/// Writes the events of trackers, and prints what was written.
struct EventLogging {
  let vault: OpenVault
  /// The text of the event.
  var unsaved: UnsavedText?

  private var console: Console { vault.console }

  /// Adds an event at its place in time.
  func add(_ event: NewEvent, to tracker: Tracker) throws {
    try add(event, to: tracker) { try event.added(to: $0, zone: vault.zone) }
  }

  /// Adds an event that lasts until `end` is called.
  func begin(_ tracker: Tracker, at time: NoteTime, _ content: EventWords) throws {
    let event = NewEvent(
      begin: time, end: .running, value: content.value, text: content.text)
    try add(event, to: tracker) { try log(tracker, $0).beginning(event, now: vault.now) }
  }

  private func add(
    _ event: NewEvent, to tracker: Tracker,
    _ change: (NoteDocument) throws -> (document: NoteDocument, edit: TrackerLogEdit)
  ) throws {
    var added = LoggedEvent(path: tracker.path)
    try edit(tracker) { document in
      let (changed, edit) = try change(document)
      (added.item, added.inserted) = (edit.item, edit.new)
      return changed
    }
    remember(added)
    try say(added.item, of: tracker)
    remark(event.begin, event.end)
  }

  /// Ends the event that runs.
  ///
  /// A value or a text that is given replaces its own.
  func end(_ tracker: Tracker, at time: NoteTime, _ content: EventWords) throws {
    var ended: TrackerLog.Ended?
    try edit(tracker) { document in
      let change = try log(tracker, document)
        .ending(at: time, value: content.value, text: content.text, now: vault.now)
      ended = change
      return change.document
    }
    guard let ended else { return }
    var changed = LoggedEvent(path: tracker.path)
    (changed.item, changed.inserted, changed.replaced) = (ended.item, ended.item, ended.replaced)
    remember(changed)
    try say(ended.item, of: tracker)
    remark(ended.event.begin, .at(time))
  }

  /// Takes back the event that this device logged last, if it is as it was written.
  func undo() throws {
    guard let logged = LoggedEvent(of: vault.vault) else {
      throw Problem(
        "there is no event to take back",
        hint: "only the one that was logged last on this device can be; tl event rm removes any")
    }
    let path = logged.path
    let document = NoteDocument(try vault.vault.folder.read(path).bytes)
    let id = NoteMetadata(of: document, zone: vault.zone).id ?? ProvisionalID.of(path)
    guard
      let tracker = Tracker(document, at: path, id: id, created: vault.now, zone: vault.zone)
    else {
      throw Problem("\(path.shown) is not a tracker any more")
    }
    try edit(tracker) { document in
      guard
        let edit = TrackerLogEdit(
          takingBack: logged.item, addedWith: logged.inserted, insteadOf: logged.replaced,
          in: document, zone: vault.zone)
      else {
        throw Problem(
          "the event that was logged last has changed or is gone",
          hint: "tl event list \(tracker.name.shellWord) shows what is there")
      }
      return edit.applied(to: document)
    }
    LoggedEvent.forget(in: vault.vault)
    try say(logged.item, of: tracker, after: "taken back  ")
  }

  // MARK: - Parts

  private func log(_ tracker: Tracker, _ document: NoteDocument) -> TrackerLog {
    TrackerLog(tracker, in: document, zone: vault.zone)
  }

  private func edit(
    _ tracker: Tracker, _ change: (NoteDocument) throws -> NoteDocument
  ) throws {
    let writer = try vault.writer()
    _ = try Problem.naming(tracker) {
      try writer.edit(tracker.path, provisionalID: tracker.id, change)
    }
    unsaved?.wasSaved()
  }

  /// Says what may not be meant: a time to come.
  private func remark(_ begin: NoteTime, _ end: EventLine.End?) {
    var last = begin
    if case .at(let end) = end { last = end }
    guard last.precision == .day ? last.day > vault.now.day : last.seconds > vault.now.seconds
    else { return }
    guard begin.precision == .second || end == nil else { return }
    console.say("\(TrackerText.time(last)) is still to come; tl did --undo takes it back")
  }

  /// What cannot be stored can only not be taken back.
  private func remember(_ event: LoggedEvent) { try? event.save(in: vault.vault) }

  /// Prints an event as `tl event list` does.
  private func say(_ item: [UInt8], of tracker: Tracker, after beginning: String = "") throws {
    guard let event = TrackerEvent(item: item, unit: tracker.unit, zone: vault.zone) else { return }
    try console.line(beginning + TrackerText.event(event, of: tracker))
  }
}

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
    if let note = event.note { throw Problem(.isNote(note), of: tracker, .current) }
  }

  private static func numbered(
    _ number: Int, _ numbered: NumberedEvents, in vault: OpenVault
  ) throws -> TrackerEvent {
    let (tracker, events) = (numbered.tracker, numbered.events)
    guard 1...max(1, events.count) ~= number, !events.isEmpty else {
      throw Problem("\(tracker.title) has \(events.count.counted("event"))")
    }
    let event = events[number - 1]
    let hint = "tl event list \(tracker.name.shellWord) numbers them again"
    guard let list = EventList(of: vault.vault), list.tracker == tracker.id else {
      throw Problem("a number needs the list that it stands in", hint: hint)
    }
    guard number <= EventList.limit else {
      throw Problem(
        "only the first \(EventList.limit) can be named by their number",
        hint: "name it by its time")
    }
    guard number <= list.marks.count, list.marks[number - 1] == event.fingerprint else {
      throw Problem("the events have changed since that list", hint: hint)
    }
    return event
  }

  private static func timed(
    _ word: String, _ numbered: NumberedEvents, in vault: OpenVault
  ) throws -> TrackerEvent {
    let date = try DateExpression(word, now: vault.now.seconds, zone: vault.zone)
    let found = numbered.events.filter { date.contains($0.begin) }
    guard let event = found.first else {
      throw Problem("\(numbered.tracker.title) has no event at '\(word)'")
    }
    guard found.count == 1 else {
      throw Problem(
        usage: "\(numbered.tracker.title) has \(found.count) events at '\(word)'",
        hint: "tl event list \(numbered.tracker.name.shellWord) numbers them")
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
    _ = try Problem.naming(tracker) {
      try writer.edit(tracker.path, provisionalID: tracker.id) { document in
        let (changed, item) = try TrackerLog(tracker, in: document, zone: vault.zone)
          .changing(event, to: change)
        printed = TrackerEvent(item: item, unit: tracker.unit, zone: vault.zone) ?? event
        return changed
      }
    }
    let beginning = change == nil ? "removed  " : ""
    try vault.console.line(beginning + TrackerText.event(printed, of: tracker))
  }
}

extension Problem {
  /// Runs a change of a tracker's file; its errors name the file, or what is to be done.
  static func naming<Result>(_ tracker: Tracker, _ body: () throws -> Result) throws -> Result {
    try naming(tracker.path) {
      do {
        return try body()
      } catch let problem as EventProblem {
        throw Problem(problem, of: tracker, .current)
      }
    }
  }
}
