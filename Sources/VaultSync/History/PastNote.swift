package import Git
package import VaultFormat
package import VaultStore

/// A version of a note in a commit.
package struct PastNote: Sendable {
  package var path: VaultPath
  package var id: NoteID
  package var bytes: [UInt8]
  package var commit: ObjectID
  /// The time of that commit, in its author's local time.
  package var time: NoteTime
  /// Its media in that commit: paths and entries.
  package var media: [Medium]

  package struct Medium: Hashable, Sendable {
    package var path: VaultPath
    package var entry: TreeEntry
    /// The size of the file in bytes.
    package var size: Int64
  }
}

extension VaultHistory {
  /// The commit of a git revision: an id or its prefix, a branch, `HEAD~2`; nil if there is none.
  package func commit(named name: String) -> ObjectID? {
    try? repository.commit(naming: name)
  }

  /// The last commit at or before an instant, in seconds since 1970; nil if the history begins later.
  package func commit(at instant: Int64) throws(SyncError) -> ObjectID? {
    guard let head else { return nil }
    return try asSyncError {
      var found: ObjectID?
      try repository.forEachCommit(from: head) { commit in
        guard commit.committer.time <= instant else { return true }
        found = commit.id
        return false
      }
      return found
    }
  }

  /// A version of a note in a commit; nil if the commit does not have it.
  package func note(_ note: HistoricNote, in commit: ObjectID) throws(SyncError) -> PastNote? {
    guard let head else { return nil }
    return try asSyncError {
      let trail = try NoteTrail(note, in: self, head: head)
      let tree = try repository.commit(commit).tree
      // Usually the path is the present one; earlier paths are searched only if not.
      if let found = try trail.find(in: tree) { return try past(found, of: note, id: commit) }
      try repository.forEachCommit(from: head) {
        _ = try trail.steps(in: $0)
        return true
      }
      if let found = try trail.find(in: tree) { return try past(found, of: note, id: commit) }
      // In a commit that is not on this branch.
      guard let path = try TreeReader(repository).notes(note.id, tree).first,
        let entry = try repository.entry(at: path, inTree: tree)
      else { return nil }
      return try past((path, entry), of: note, id: commit)
    }
  }

  /// The newest version of a note with other bytes than `bytes`, or the newest of all; nil if there is none.
  package func lastVersion(
    of note: HistoricNote, otherThan bytes: [UInt8]?
  ) throws(SyncError) -> PastNote? {
    try asSyncError {
      let known = bytes.map { Repository.idOfBlob($0) }
      var found: PastNote?
      try forEachStep(of: note) { step in
        if let new = step.new, new.id != known {
          let version = try past((step.path, new), of: note, id: step.entry.commit)
          // The blob of filtered content has another id than the bytes.
          if version.bytes != bytes { found = version }
        } else if step.new == nil, let old = step.old, old.id != known {
          // Its last version, with the media that were removed with it.
          guard let parent = try repository.commit(step.entry.commit).parents.first else {
            return true
          }
          found = try past((step.path, old), of: note, id: parent)
        }
        return found == nil
      }
      return found
    }
  }

  private func past(
    _ found: (path: VaultPath, entry: TreeEntry), of note: HistoricNote, id: ObjectID
  ) throws -> PastNote {
    let commit = try repository.commit(id)
    var media: [PastNote.Medium] = []
    if let folder = MediaFolder(of: found.path)?.path {
      for (name, isFolder) in try repository.names(in: folder, tree: commit.tree) where !isFolder {
        guard let path = folder.appending(name),
          let entry = try repository.entry(at: path, inTree: commit.tree), entry.mode.isRegular
        else { continue }
        media.append(
          PastNote.Medium(path: path, entry: entry, size: try repository.blobSize(entry.id)))
      }
    }
    return PastNote(
      path: found.path, id: note.id, bytes: try shown(found.entry, at: found.path), commit: id,
      time: entry(commit, []).time, media: media)
  }
}

package struct NoteRestoration: Sendable {
  package var path: VaultPath
  /// The trash entry with the previous text; nil if the note was missing.
  package var before: TrashEntry?
  package var media: [VaultPath] = []
}

extension VaultHistory {
  /// Writes a version of a note back, as a change of now.
  ///
  /// - Parameter present: the note's path; nil if it is missing: then it is restored at its old path, with its media,
  ///   and with `-2` if the name is taken. An existing note gets only the text; its previous text goes to the trash.
  /// - Throws: what the writer throws. What was written before stays, and nothing is lost.
  package func restore(
    _ past: PastNote, over present: VaultPath?, with writer: borrowing NoteWriter
  ) throws -> NoteRestoration {
    if let present {
      var before: TrashEntry?
      // Again for what another program saves meanwhile.
      try writer.replaceText(of: present, provisionalID: past.id) { current in
        before = try writer.copyToTrash(present, version: current)
        return (NoteDocument(past.bytes), true)
      }
      return NoteRestoration(path: present, before: before)
    }
    return try restoreMissing(past, with: writer)
  }

  private func restoreMissing(
    _ past: PastNote, with writer: borrowing NoteWriter
  ) throws -> NoteRestoration {
    let path = try writer.create(past.bytes, at: past.path)
    var restoration = NoteRestoration(path: path)
    guard let folder = MediaFolder(of: path)?.path else { return restoration }
    var renamed: [VaultPath: VaultPath] = [:]
    for medium in past.media {
      guard let target = folder.appending(medium.path.name) else { continue }
      let bytes = try content(medium.entry, at: medium.path)
      // A media folder that was left behind may still have the file.
      if let there = try? writer.vault.folder.read(target).bytes, there == bytes { continue }
      let media = try writer.create(bytes, at: target)
      restoration.media.append(media)
      if media != target { renamed[medium.path] = media }
    }
    try relink(past, at: path, renamed: renamed, with: writer)
    try writer.stamp(path, provisionalID: past.id)
    return restoration
  }

  /// Points the links of a note with a new name to its own media, not to those of another note.
  private func relink(
    _ past: PastNote, at path: VaultPath, renamed: [VaultPath: VaultPath],
    with writer: borrowing NoteWriter
  ) throws {
    let correction = LinkCorrection(
      oldFolder: past.path.parent, newFolder: path.parent,
      oldHome: MediaFolder(of: past.path)?.path, newHome: MediaFolder(of: path)?.path,
      renamed: renamed, exists: { _ in false })
    guard !correction.isEmpty else { return }
    try writer.edit(path, provisionalID: past.id, stampsUpdated: false) { document in
      correction.applied(to: document, everyLine: true) { _ in true }
    }
  }
}
