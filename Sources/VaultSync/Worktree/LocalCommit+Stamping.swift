internal import Git
internal import System
internal import VaultFormat
internal import VaultStore

extension LocalCommit {
  /// Sets `updated` in notes that were edited without tl, and writes them.
  ///
  /// A note that an editor has open is left as it is, and so is one that cannot be read or written:
  /// it is committed unstamped.
  ///
  /// - Returns: the notes that were written.
  func stamp(_ changes: [LocalChange], _ difference: WorktreeDifference) throws -> [VaultPath] {
    let versions = committedVersions(changes, difference)
    guard !versions.isEmpty else { return [] }
    let rules = PathRules(of: vault)
    let due = versions.filter { version in
      rules.isNote(version.path) && isDue(version)
    }
    guard !due.isEmpty else { return [] }
    // The lock keeps other commands of tl out; an editor knows none, so each file is compared at the
    // moment when it is replaced.
    let lock = try VaultLock(.write, of: vault, patience: settings.patience)
    defer { withExtendedLifetime(lock) {} }
    return due.filter(write).map(\.path)
  }

  /// A note of the folder and the last commit's version of it.
  struct Version {
    var path: VaultPath
    var committed: NoteDocument
  }

  /// The notes that the last commit has too: at their paths, or at one that is gone with their id.
  private func committedVersions(
    _ changes: [LocalChange], _ difference: WorktreeDifference
  ) -> [Version] {
    var versions: [Version] = []
    var filters = FilterQuestions(vault, repository, difference.index, filterProgram)
    if difference.hasOwnAttributes { filters.isNeeded = true }
    func document(of change: LocalChange) -> NoteDocument? {
      guard let old = change.old, old.mode.isRegular else { return nil }
      return filters.shown(old.id, at: change.path).map { NoteDocument($0) }
    }
    for change in changes where change.isNoteByName && change.kind == .modified {
      guard change.status != nil, let document = document(of: change) else { continue }
      versions.append(Version(path: change.path, committed: document))
    }
    let gone = changes.filter { $0.isNoteByName && $0.kind == .deleted }
    let added = changes.filter { $0.isNoteByName && $0.kind == .added && $0.status != nil }
    guard !gone.isEmpty, !added.isEmpty else { return versions }
    var byID: [NoteID: [NoteDocument]] = [:]
    for change in gone {
      guard let document = document(of: change),
        let id = NoteMetadata(of: document, zone: settings.zone).id
      else { continue }
      byID[id, default: []].append(document)
    }
    guard !byID.isEmpty else { return versions }
    for change in added {
      guard let bytes = try? vault.read(change.path).bytes,
        let id = MovedNotes.storedID(of: bytes), let found = byID[id], found.count == 1
      else { continue }
      versions.append(Version(path: change.path, committed: found[0]))
    }
    return versions
  }

  private func isDue(_ version: Version) -> Bool {
    guard let content = try? vault.read(version.path), stamped(content, version) != nil else {
      return false
    }
    return !EditorFile.exists(beside: version.path) { (try? vault.exists($0)) == true }
  }

  private func stamped(_ content: FileContent, _ version: Version) -> NoteDocument? {
    guard LocalReader.conflictLine(content.bytes) == nil else { return nil }
    return Stamp.stamped(
      NoteDocument(content.bytes), committed: version.committed,
      fileTime: content.status.modified.seconds, now: settings.now, zone: settings.zone,
      ownZone: settings.ownZone)
  }

  private func write(_ version: Version) -> Bool {
    let replacement = try? AtomicFileWriter(vault).replace(version.path) { content in
      stamped(content, version)?.bytes ?? content.bytes
    }
    return replacement?.isChange == true
  }
}
