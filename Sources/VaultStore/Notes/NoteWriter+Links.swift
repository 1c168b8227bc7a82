package import VaultFormat

extension NoteWriter {
  /// Changes the targets of links in a note; every other byte of the file stays, including `updated`.
  ///
  /// - Parameter target: as in `NoteDocument.relinking`; called again if another program saves the file meanwhile.
  /// - Returns: whether anything was written.
  /// - Throws: a `StoreError`; the file is unchanged.
  @discardableResult
  package func relink(
    _ path: VaultPath,
    to target: (_ link: FileLink, _ line: ArraySlice<UInt8>) -> NoteDocument.LinkTarget?
  ) throws -> Bool {
    let replacement = try AtomicFileWriter(vault.folder).replace(path) { content in
      NoteDocument(content.bytes).relinking(from: path.parent, to: target).bytes
    }
    return replacement.old.bytes != replacement.new
  }
}
