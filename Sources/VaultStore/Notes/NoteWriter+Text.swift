internal import System
package import VaultFormat

extension NoteWriter {
  /// Gives a note's file the text that a person wrote.
  ///
  /// Unlike `edit`, this stamps what can be stamped and keeps the rest as it was written: front matter that is
  /// broken, unclosed or one `{…}` is no error. An `id`, a `created` or an `updated` that stands in the text
  /// is never replaced, but for `updated` where `stampsUpdated` says so. A file that is no note gets the text and
  /// nothing else.
  ///
  /// - Parameters:
  ///   - provisionalID: the id to store in a note that has none.
  ///   - text: gets the present document and gives the new one, and whether `updated` is to be set to now; is
  ///     called again when another program saves the file meanwhile.
  /// - Throws: what `text` throws, a `StoreError`; the file is as it was.
  @discardableResult
  package func replaceText(
    of path: VaultPath, provisionalID: NoteID,
    _ text: (NoteDocument) throws -> (document: NoteDocument, stampsUpdated: Bool)
  ) throws -> NoteChange {
    let replacement = try AtomicFileWriter(vault.folder).replace(path) { content in
      let (document, stampsUpdated) = try text(NoteDocument(content.bytes))
      guard document.bytes != content.bytes, !document.layout.isUnclosed,
        MediaFolder(of: path) != nil
      else { return document.bytes }
      let metadata = NoteMetadata(of: document, zone: zone)
      let created = vault.creationTime(metadata, at: path, content.status, zone: zone).time
      let isTemplate = vault.templatePlaces().place(of: path) != nil
      return stamped(document, provisionalID, created, stampsUpdated, isTemplate: isTemplate).bytes
    }
    return NoteChange(
      path: path, old: NoteDocument(replacement.old.bytes), new: NoteDocument(replacement.new))
  }

  /// Writes a file with exactly these bytes at `path`, or with `-2`, `-3` … where that is taken:
  /// for the text of a note whose file is gone.
  ///
  /// Folders that are missing are made.
  ///
  /// - Returns: where it is.
  package func create(_ bytes: [UInt8], at path: VaultPath) throws(StoreError) -> VaultPath {
    if let folder = path.parent { try vault.folder.makeFolders(folder) }
    let taken = Set(try vault.folder.list(path.parent).map { NameKey($0.name) })
    var (candidate, number) = (path, 1)
    while true {
      if !taken.contains(NameKey(candidate.name)),
        try AtomicFileWriter(vault.folder).create(candidate, bytes)
      {
        return candidate
      }
      number += 1
      candidate = path.numbered(number)
    }
  }

  /// Each stamp for itself: one that cannot be set leaves the document as it is.
  private func stamped(
    _ document: NoteDocument, _ id: NoteID, _ created: NoteTime, _ stampsUpdated: Bool,
    isTemplate: Bool
  ) -> NoteDocument {
    var document = document
    func set(_ key: KnownKey, to value: FieldValue) {
      guard let changed = try? document.setting(document.name(of: key), to: value) else { return }
      document = changed
    }
    let present = document.frontMatter?.knownFields ?? [:]
    if !isTemplate, present[.id]?.value.isNull ?? true { set(.id, to: .text(id.text)) }
    if !isTemplate, present[.created]?.value.isNull ?? true {
      set(.created, to: .plain(created.rfc3339))
    }
    if stampsUpdated, present[.updated] != nil { set(.updated, to: .plain(now.rfc3339)) }
    return document
  }
}
