package import VaultFormat
internal import VaultStore

extension NoteReceiver {
  /// Keeps a version of a note beside it, as a conflict copy.
  ///
  /// A version is kept once: the id and name are derived from it.
  ///
  /// - Parameters:
  ///   - text: of the version; nil for the note's present version.
  ///   - origin: what wrote the version, for `conflict_from`.
  ///   - time: when it was last changed.
  /// - Returns: its path; nil if it exists already.
  package func keepCopy(
    of path: VaultPath, id: NoteID, text: WireNote?, origin: String, time: WireTime
  ) throws -> VaultPath? {
    let present = NoteDocument(try vault.folder.read(path).bytes)
    let loser = text.map { WireText.replacing(present, with: $0.text) } ?? present
    return try keepCopy(of: path, id: id, version: loser, origin: origin, time: time)
  }

  /// Keeps a version of a note beside it, as a conflict copy; see above.
  package func keepCopy(
    of path: VaultPath, id: NoteID, version loser: NoteDocument, origin: String, time: WireTime
  ) throws -> VaultPath? {
    let blob = BlobID.hex(of: loser.bytes)
    let copy = ConflictCopy.document(of: loser, note: id, blob: blob, device: origin)
    let target = ConflictCopy.path(of: path, device: origin, time: time.seconds)
    if try vault.folder.exists(target),
      try vault.folder.read(target).bytes == copy.bytes
    {
      return nil
    }
    return try writer.create(copy.bytes, at: target)
  }
}
