internal import Journal
internal import VaultFormat
internal import VaultStore

/// Writes the events of trackers, and prints what was written.
struct EventLogging {
  let vault: OpenVault

  private var console: Console { vault.session.console }

  /// Adds an event at its place in time.
  ///
  /// - Parameter check: whether it may be added to the file as it is then.
  func add(
    _ content: EventWords, at time: NoteTime, end: EventLine.End? = nil,
    mark: EventLine.Mark? = nil, to tracker: Tracker,
    check: (NoteDocument) throws -> Void = { _ in }
  ) throws {
    var added = LoggedEvent(path: tracker.path)
    var isSecond = false
    try edit(tracker) { document in
      try check(document)
      let line = EventLine.written(
        begin: time, end: end, mark: mark, value: content.value, text: content.text,
        lineEnd: document.lineEnd)
      let edit = TrackerLogEdit(adding: line, at: time, to: document, zone: vault.zone)
      let changed = edit.applied(to: document)
      guard edit.isRead(in: changed, zone: vault.zone) else {
        throw CommandError(
          "the event would stand in a code block without an end, where it counts for nothing",
          hint: "tl edit \(tracker.path.shown.shellWord) opens the file; nothing was written")
      }
      (added.item, added.inserted) = (edit.item, edit.new)
      isSecond = edit.isSecondOfItsTime && mark == nil
      return changed
    }
    remember(added)
    try say(added.item, of: tracker)
    if isSecond {
      console.say("another event has this time already; of the two only the new one counts")
    }
    remark(time, end)
  }

  /// Adds an event that lasts until `end` is called.
  func begin(_ tracker: Tracker, at time: NoteTime, _ content: EventWords) throws {
    try add(content, at: time, end: .running, to: tracker) { document in
      guard let running = log(tracker, document).running(at: vault.now) else { return }
      throw CommandError(
        "\(tracker.title) runs since \(TrackerText.time(running.begin))",
        hint: "tl did \(tracker.name.shellWord) --stop ends it")
    }
  }

  /// Ends the event that runs.
  ///
  /// A value or a text that is given replaces its own.
  func end(_ tracker: Tracker, at time: NoteTime, _ content: EventWords) throws {
    var ended: (event: TrackerEvent, item: [UInt8], was: [UInt8])?
    try edit(tracker) { document in
      guard let running = log(tracker, document).running(at: vault.now),
        case .line(let range, _) = running.source,
        let item = finished(document, range, at: time, content, of: tracker)
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
      ended = (running, item, Array(document.bytes[range]))
      return TrackerLogEdit(replacing: range, with: item).applied(to: document)
    }
    guard let ended else { return }
    var changed = LoggedEvent(path: tracker.path)
    (changed.item, changed.inserted, changed.replaced) = (ended.item, ended.item, ended.was)
    remember(changed)
    try say(ended.item, of: tracker)
    remark(ended.event.begin, .at(time))
  }

  /// The item with its end behind the `/`; what is not given keeps its bytes.
  private func finished(
    _ document: NoteDocument, _ range: Range<Int>, at time: NoteTime, _ content: EventWords,
    of tracker: Tracker
  ) -> [UInt8]? {
    document.bytes.withUnsafeBufferPointer { bytes in
      let line = Line(at: range.lowerBound, in: bytes)
      guard case .event(let event) = EventLine.read(line, in: bytes, zone: vault.zone) else {
        return nil
      }
      let parts = event.parts(in: bytes, unit: tracker.unit)
      return parts.item(
        head: parts.head + time.rfc3339.utf8, value: content.value.isEmpty ? nil : content.value,
        text: content.text.isEmpty ? nil : content.text, lineEnd: document.lineEnd)
    }
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
          takingBack: logged.item, addedWith: logged.inserted, insteadOf: logged.replaced,
          in: document, zone: vault.zone)
      else {
        throw CommandError(
          "the event that was logged last has changed or is gone",
          hint: "tl events \(tracker.name.shellWord) shows what is there")
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
    _ = try CommandError.naming(tracker.path) {
      try writer.edit(tracker.path, provisionalID: tracker.id, change)
    }
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

  /// Prints an event as `tl events` does.
  private func say(_ item: [UInt8], of tracker: Tracker, after beginning: String = "") throws {
    guard let event = TrackerText.event(item, unit: tracker.unit, zone: vault.zone) else { return }
    try console.line(beginning + TrackerText.event(event, of: tracker))
  }
}
