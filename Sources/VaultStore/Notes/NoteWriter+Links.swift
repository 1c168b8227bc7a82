package import VaultFormat

extension NoteWriter {
  /// Has links of a note lead to other files; every other byte of the file stays, `updated` too.
  ///
  /// - Parameter target: as in `NoteDocument.relinking`; asked again when another program saves the file
  ///   meanwhile.
  /// - Returns: whether anything was written.
  /// - Throws: a `StoreError`; the file is as it was.
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
