internal import Journal
internal import VaultFormat
internal import VaultStore

/// Writes the events of trackers, and prints what was written.
struct EventLogging {
  let vault: OpenVault
  /// The text of the event.
  var unsaved: UnsavedText?

  private var console: Console { vault.session.console }

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
    _ = try CommandError.naming(tracker) {
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
