internal import Git
internal import SystemCalls
package import VaultFormat
internal import VaultStore

/// A note that was edited without tl, with the last commit's version.
package struct NoteStamp: Hashable, Sendable {
  package var path: VaultPath
  var committed: [UInt8]
  /// Git's conflict markers are taken out of the log of the tracker, too.
  package var takesOutMarkers = false
}

extension RecordPlanner {
  /// The notes that were edited without tl, and get a new `updated`; trackers also lose the conflict markers between
  /// their events.
  ///
  /// Skips a note that is open in an editor, and one that cannot be read: it is committed unstamped.
  func stamps(_ changes: [LocalChange], _ difference: WorktreeDifference) -> [NoteStamp] {
    let versions = committedVersions(changes, difference)
    guard !versions.isEmpty else { return [] }
    let rules = PathRules(of: vault)
    return versions.compactMap { rules.isNote($0.path) ? due($0) : nil }
  }

  /// The bytes of the note as it is committed; nil if it stays unchanged.
  func stamped(_ content: FileContent, _ stamp: NoteStamp) -> [UInt8]? {
    var unmarked: [UInt8]?
    if LocalReader.conflictLine(content.bytes) != nil {
      unmarked = TrackerMarkers.resolved(content.bytes, zone: settings.zone)
      guard unmarked != nil else { return nil }
    }
    let stamped = Stamp.stamped(
      NoteDocument(unmarked ?? content.bytes), committed: NoteDocument(stamp.committed),
      fileTime: content.status.modified.seconds, now: settings.now, zone: settings.zone,
      ownZone: settings.ownZone)
    return stamped?.bytes ?? unmarked
  }

  /// Notes of the last commit too: at their paths, or at a deleted one with their id.
  private func committedVersions(
    _ changes: [LocalChange], _ difference: WorktreeDifference
  ) -> [NoteStamp] {
    var versions: [NoteStamp] = []
    var filters = WorktreeFilters(
      vault, repository: repository, difference: difference, filterProgram: filterProgram)
    func former(_ change: LocalChange) -> [UInt8]? {
      guard let old = change.old, old.mode.isRegular else { return nil }
      return filters.smudged(old.id, at: change.path)
    }
    for change in changes where change.isNoteByName && change.kind == .modified {
      guard change.status != nil, let former = former(change) else { continue }
      versions.append(NoteStamp(path: change.path, committed: former))
    }
    let gone = changes.filter { $0.isNoteByName && $0.kind == .deleted }
    let added = changes.filter { $0.isNoteByName && $0.kind == .added && $0.status != nil }
    guard !gone.isEmpty, !added.isEmpty else { return versions }
    var byID: [NoteID: [[UInt8]]] = [:]
    for change in gone {
      guard let former = former(change),
        let id = NoteDocument(former).storedID
      else { continue }
      byID[id, default: []].append(former)
    }
    guard !byID.isEmpty else { return versions }
    for change in added {
      guard let bytes = try? vault.read(change.path).bytes,
        let id = NoteDocument(bytes).storedID, let found = byID[id], found.count == 1
      else { continue }
      versions.append(NoteStamp(path: change.path, committed: found[0]))
    }
    return versions
  }

  /// Nil if the note stays unchanged.
  private func due(_ stamp: NoteStamp) -> NoteStamp? {
    guard let content = try? vault.read(stamp.path), stamped(content, stamp) != nil,
      !EditorFile.exists(beside: stamp.path, { (try? vault.exists($0)) == true })
    else { return nil }
    var stamp = stamp
    stamp.takesOutMarkers = LocalReader.conflictLine(content.bytes) != nil
    return stamp
  }
}
