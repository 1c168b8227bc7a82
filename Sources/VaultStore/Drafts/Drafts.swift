package import VaultFormat

/// Texts that could not be saved, or that are being edited, in `.tl/local/drafts/`: `3.md` is the
/// text, `3.about` says in a few lines what it is, `3.base` is what the edit began with.
///
/// Readable by the owner alone.
package struct Drafts {
  let vault: VaultFolder
  let folder: NumberedFolder

  package init(_ vault: VaultFolder) {
    self.vault = vault
    folder = NumberedFolder(vault: vault, path: VaultLayout.drafts)
  }
}

/// One draft, without its text.
package struct Draft: Hashable, Sendable {
  package var number: Int
  /// Of the text.
  package var path: VaultPath
  /// What it is, in the words of whoever saved it; empty when they are lost.
  package var about: String
  /// The note that it is a version of; nil for a new note.
  package var note: VaultPath?
  /// When it was saved: RFC 3339, as the caller gave it.
  package var time: String
  /// Of the text, in bytes.
  package var size: Int64
}

extension Drafts {
  /// Keeps a text.
  ///
  /// The text itself is written first: it is what must not be lost.
  ///
  /// - Parameters:
  ///   - about: for the list of drafts, such as the first line.
  ///   - note: the note that the text is a version of.
  ///   - base: the bytes from which the edit began, for a merge later.
  ///   - time: RFC 3339.
  package func save(
    _ text: [UInt8], about: String, note: VaultPath? = nil, base: [UInt8]? = nil, at time: String
  ) throws(StoreError) -> Draft {
    try vault.makeFolders(VaultLayout.drafts, permissions: 0o700)
    let writer = AtomicFileWriter(vault)
    var number = try folder.next()
    while true {
      let path = try folder.child("\(number).md")
      if try writer.create(path, text, permissions: 0o600) {
        var record = RecordText()
        record.append("about", about)
        if let note { record.append("note", note.bytes) }
        record.append("time", time)
        if let base {
          _ = try writer.create(folder.child("\(number).base"), base, permissions: 0o600)
        }
        _ = try writer.create(folder.child("\(number).about"), record.bytes, permissions: 0o600)
        return Draft(
          number: number, path: path, about: about, note: note, time: time, size: Int64(text.count))
      }
      number += 1
    }
  }

  /// In the order in which they were saved.
  package func list() throws(StoreError) -> [Draft] {
    var drafts: [Draft] = []
    for number in try folder.numbers(endingWith: ".md") {
      let path = try folder.child("\(number).md")
      guard let status = try vault.status(path), status.kind == .file else { continue }
      let about = try folder.child("\(number).about")
      let record = RecordText(parsing: (try? vault.read(about))?.bytes ?? [])
      drafts.append(
        Draft(
          number: number, path: path, about: record.text("about") ?? "",
          note: record["note"].flatMap { VaultPath($0) }, time: record.text("time") ?? "",
          size: status.size))
    }
    return drafts
  }

  /// The text of a draft, and the bytes from which its edit began where they were kept.
  package func read(_ number: Int) throws(StoreError) -> (text: [UInt8], base: [UInt8]?) {
    try check(number)
    let text = try vault.read(folder.child("\(number).md")).bytes
    let base = try folder.child("\(number).base")
    return (text, try vault.exists(base) ? vault.read(base).bytes : nil)
  }

  /// Removes a draft for good, with the copy that some editors leave beside it.
  package func drop(_ number: Int) throws(StoreError) {
    try check(number)
    for ending in ["base", "about", "md~", "md"] {
      let path = try folder.child("\(number).\(ending)")
      if try vault.exists(path) { try vault.removeFile(path) }
    }
  }

  private func check(_ number: Int) throws(StoreError) {
    guard try vault.exists(folder.child("\(number).md")) else {
      throw StoreError(VaultLayout.drafts.text, .unknownNumber(number))
    }
  }
}
