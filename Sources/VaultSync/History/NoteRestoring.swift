package import VaultFormat
package import VaultStore

/// The result of restoring a version of a note.
package struct NoteRestoration: Sendable {
  package var path: VaultPath
  /// The trash entry with the previous text; nil if the note was missing.
  package var before: TrashEntry?
  /// Restored media.
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
