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
    let filters = ContentView(
      of: vault, repository: repository, difference: difference, filterProgram: filterProgram)
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

/// When an edit without tl gets its time written into the note (docs/git-sync.md, "Stamping").
enum Stamp {
  /// The note with `updated`, or its alias of that key, set; nil if it stays unchanged.
  ///
  /// Adds no key. A value that tl cannot read stays.
  ///
  /// - Parameters:
  ///   - committed: the note in the last commit.
  ///   - fileTime: the modification time; seconds since 1970, as `now`.
  ///   - zone: of times without an offset.
  ///   - ownZone: of the stamp.
  static func stamped(
    _ note: NoteDocument, committed: NoteDocument, fileTime: Int64, now: Int64,
    zone: TimeZoneRules, ownZone: TimeZoneRules
  ) -> NoteDocument? {
    guard let field = note.frontMatter?.field(of: .updated), note.frontMatter?.problem == nil,
      differ(note, committed)
    else { return nil }
    let last = time(of: committed, zone)
    if !field.value.isNull {
      guard let own = time(of: note, zone), let last, own.seconds <= last.seconds else {
        return nil
      }
    }
    let earliest = last.map { $0.seconds + 1 } ?? .min
    // The clock of another device may be ahead of this one's: then no time is valid.
    guard earliest <= now else { return nil }
    let stamp = NoteTime(instant: min(max(fileTime, earliest), now), zone: ownZone)
    guard let stamped = try? note.setting(field.name, to: .plain(stamp.rfc3339)),
      stamped.bytes != note.bytes
    else { return nil }
    return stamped
  }

  private static func time(of note: NoteDocument, _ zone: TimeZoneRules) -> NoteTime? {
    note.frontMatter?.field(of: .updated)?.value.text.flatMap { NoteTime($0, zone: zone) }
  }

  /// Whether anything except the value of `updated` differs.
  private static func differ(_ a: NoteDocument, _ b: NoteDocument) -> Bool {
    let (first, second) = (parts(of: a), parts(of: b))
    return !first.head.elementsEqual(second.head) || !first.tail.elementsEqual(second.tail)
  }

  private static func parts(
    of note: NoteDocument
  ) -> (head: ArraySlice<UInt8>, tail: ArraySlice<UInt8>) {
    guard let range = note.frontMatter?.field(of: .updated)?.value.range else {
      return (note.bytes[...], [])
    }
    return (note.bytes[..<range.lowerBound], note.bytes[range.upperBound...])
  }
}

/// The files by which editors show that a note is open.
enum EditorFile {
  /// Whether an editor has the file open, as far as such files show.
  static func exists(beside path: VaultPath, _ exists: (VaultPath) -> Bool) -> Bool {
    let name = Array(path.name)
    // Vim; Emacs (a broken link); LibreOffice.
    let names = [
      Array(".".utf8) + name + Array(".swp".utf8), Array(".#".utf8) + name,
      Array(".~lock.".utf8) + name + Array("#".utf8),
    ]
    return names.contains { name in path.replacingName(with: name).map(exists) ?? false }
  }
}
