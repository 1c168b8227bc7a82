package import VaultFormat
package import VaultStore

/// What bringing back a version of a note did.
package struct NoteRestoration: Sendable {
  package var path: VaultPath
  /// Under this number in the trash is what the note said; nil where it was gone.
  package var before: TrashEntry?
  /// Media that came back.
  package var media: [VaultPath] = []
}

extension VaultHistory {
  /// Writes a version of a note back, as a change of now.
  ///
  /// - Parameter present: where the note is; nil where it is gone: then it comes back where it was, with its
  ///   media, and with `-2` where the name is taken. A note that is there gets the text alone; what it said
  ///   before goes to the trash.
  /// - Throws: what the writer throws. What was written by then stays, and nothing is lost.
  package func restore(
    _ past: PastNote, over present: VaultPath?, with writer: borrowing NoteWriter
  ) throws -> NoteRestoration {
    if let present {
      let before = try writer.keptAside(present)
      try writer.replaceText(of: present, provisionalID: past.id) { _ in
        (NoteDocument(past.bytes), true)
      }
      return NoteRestoration(path: present, before: before)
    }
    let path = try writer.create(past.bytes, at: past.path)
    var restoration = NoteRestoration(path: path)
    guard let folder = MediaFolder(of: path)?.path else { return restoration }
    for medium in past.media {
      guard let target = folder.appending(medium.path.name) else { continue }
      let bytes = try content(medium.entry)
      // A folder that was left behind may hold the file still.
      if let there = try? writer.vault.folder.read(target).bytes, there == bytes { continue }
      restoration.media.append(try writer.create(bytes, at: target))
    }
    try writer.stamp(path, provisionalID: past.id)
    return restoration
  }
}
