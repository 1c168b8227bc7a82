internal import Journal
internal import VaultFormat
internal import VaultStore

/// Writes the events of trackers, and prints what was written.
struct EventLogging {
  let vault: OpenVault

  private var console: Console { vault.session.console }

  /// Adds an event at its place in time.
  func add(
    _ content: EventWords, at time: NoteTime, end: EventLine.End? = nil,
    mark: EventLine.Mark? = nil, to tracker: Tracker
  ) throws {
    var added = LoggedEvent(path: tracker.path)
    try edit(tracker) { document in
      let line = EventLine.written(
        begin: time, end: end, mark: mark, value: content.value, text: content.text,
        lineEnd: document.lineEnd)
      let edit = TrackerLogEdit(adding: line, at: time, to: document, zone: vault.zone)
      (added.item, added.inserted) = (line, edit.new)
      return edit
    }
    remember(added)
    try say(content, time, end, mark, tracker)
  }

  /// Adds an event that lasts until `end` is called.
  func begin(_ tracker: Tracker, at time: NoteTime, _ content: EventWords) throws {
    if let running = try running(tracker) {
      throw CommandError(
        "\(tracker.title) runs since \(TrackerText.time(running.begin))",
        hint: "tl did \(tracker.name.shellWord) --stop ends it")
    }
    try add(content, at: time, end: .running, to: tracker)
  }

  /// Ends the event that runs.
  ///
  /// A value or a text that is given replaces its own.
  func end(_ tracker: Tracker, at time: NoteTime, _ content: EventWords) throws {
    var ended: TrackerEvent?
    var content = content
    try edit(tracker) { document in
      guard let running = log(tracker, document).running(at: vault.now),
        case .line(let range, _) = running.source
      else {
        throw CommandError(
          "\(tracker.title) is not running",
          hint: "tl did \(tracker.name.shellWord) --start begins one")
      }
      guard time.seconds >= running.begin.seconds else {
        throw CommandError(
          "\(tracker.title) began at \(TrackerText.time(running.begin)), which is later",
          hint: "--at names another time", status: .wrongUsage)
      }
      ended = running
      if content.value.isEmpty {
        content.value = running.values.map { "\(TrackerJSON.value($0).compact)" }
          .joined(separator: "/")
      }
      if content.text.isEmpty { content.text = running.text }
      return TrackerLogEdit(
        replacing: range,
        with: EventLine.written(
          begin: running.begin, end: .at(time), value: content.value, text: content.text,
          lineEnd: document.lineEnd))
    }
    guard let ended else { return }
    try say(content, ended.begin, .at(time), nil, tracker)
  }

  /// Takes back the event that this device logged last, if it is as it was written.
  func undo() throws {
    guard let logged = LoggedEvent(of: vault.vault) else {
      throw CommandError(
        "there is no event to take back",
        hint: "only the one that was logged last on this device can be; tl event rm removes any")
    }
    let path = logged.path
    let document = NoteDocument(try vault.vault.folder.read(path).bytes)
    let id = NoteMetadata(of: document, zone: vault.zone).id ?? ProvisionalID.of(path)
    guard
      let tracker = Tracker(document, at: path, id: id, created: vault.now, zone: vault.zone)
    else {
      throw CommandError("\(path.shown) is not a tracker any more")
    }
    try edit(tracker) { document in
      guard
        let edit = TrackerLogEdit(
          removing: logged.item, addedWith: logged.inserted, from: document, zone: vault.zone)
      else {
        throw CommandError(
          "the event that was logged last has changed or is gone",
          hint: "tl events \(tracker.name.shellWord) shows what is there")
      }
      return edit
    }
    LoggedEvent.forget(in: vault.vault)
    try say(logged.item, of: tracker, after: "taken back  ")
  }

  // MARK: - Parts

  private func log(_ tracker: Tracker, _ document: NoteDocument) -> TrackerLog {
    TrackerLog(tracker, in: document, zone: vault.zone)
  }

  private func running(_ tracker: Tracker) throws -> TrackerEvent? {
    let document = NoteDocument(try vault.vault.folder.read(tracker.path).bytes)
    return log(tracker, document).running(at: vault.now)
  }

  private func edit(_ tracker: Tracker, _ plan: (NoteDocument) throws -> TrackerLogEdit) throws {
    let writer = try vault.writer()
    _ = try CommandError.naming(tracker.path) {
      try writer.edit(tracker.path, provisionalID: tracker.id) { document in
        try plan(document).applied(to: document)
      }
    }
  }

  /// What cannot be stored can only not be taken back.
  private func remember(_ event: LoggedEvent) { try? event.save(in: vault.vault) }

  private func say(
    _ content: EventWords, _ time: NoteTime, _ end: EventLine.End?, _ mark: EventLine.Mark?,
    _ tracker: Tracker
  ) throws {
    let line = EventLine.written(
      begin: time, end: end, mark: mark, value: content.value, text: content.text)
    try say(line, of: tracker)
  }

  /// Prints an event as `tl events` does.
  private func say(_ line: [UInt8], of tracker: Tracker, after beginning: String = "") throws {
    let event = line.withUnsafeBufferPointer { bytes -> TrackerEvent? in
      guard
        case .event(let event) = EventLine.read(Line(at: 0, in: bytes), in: bytes, zone: vault.zone)
      else { return nil }
      return TrackerEvent(event, number: 1, in: bytes, unit: tracker.unit)
    }
    guard let event else { return }
    let parts = [
      TrackerText.name(tracker), TrackerText.time(event),
      TrackerText.content(event, unit: tracker.unit),
    ]
    try console.line(beginning + parts.filter { !$0.isEmpty }.joined(separator: "  "))
  }
}
