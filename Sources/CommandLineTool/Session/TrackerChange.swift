internal import Journal
internal import VaultFormat
internal import VaultStore

extension Session {
  func changeTracker(
    named word: String, unchanged: String, _ change: (NoteDocument) throws -> NoteDocument
  ) throws {
    let vault = try openVaultForWriting()
    try vault.change(TrackerFinder(vault: vault).tracker(named: word), unchanged: unchanged, change)
  }
}

extension OpenVault {
  /// Changes the keys of a tracker, and prints it if that changed anything.
  ///
  /// - Returns: the tracker as it is now.
  @discardableResult
  func change(
    _ tracker: Tracker, unchanged: String, _ change: (NoteDocument) throws -> NoteDocument
  ) throws -> Tracker {
    let writer = try self.writer()
    let edit = try CommandError.naming(tracker.path) {
      try writer.edit(tracker.path, provisionalID: tracker.id, change)
    }
    if edit.isChange {
      try session.console.line(tracker.id, tracker.path)
    } else {
      session.console.say("\(tracker.title) \(unchanged)")
    }
    return Tracker(
      edit.new, at: tracker.path, id: tracker.id, created: tracker.created, zone: zone) ?? tracker
  }
}
