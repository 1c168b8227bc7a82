internal import System
package import VaultFormat

/// Texts that could not be saved, or that are being edited, in `.tl/local/drafts/`: `3-first-steps.md`
/// is the text of the third, `3.about` says in a few lines what it is, `3.base` is what the edit
/// began with.
///
/// A number is used once, also when its draft is gone: an editor that was killed may have left a
/// file for it. Readable by the owner alone.
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
  /// What a new note was to get besides its text, as words of a command line.
  package var options: [String] = []
  /// When it was saved: RFC 3339, as the caller gave it.
  package var time: String
  /// Of the text, in bytes.
  package var size: Int64
  /// Files in which an editor keeps what it has not saved; one that did not end as it should leaves them.
  package var leftovers: [VaultPath] = []
  /// An editor has it open.
  package var isOpen = false
}

extension Drafts {
  /// Keeps a text.
  ///
  /// - Parameters:
  ///   - about: for the list of drafts, such as the first line.
  ///   - name: what the file is called behind its number, without an extension.
  ///   - note: the note that the text is a version of.
  ///   - options: what a new note is to get besides its text.
  ///   - base: the bytes from which the edit began, for a merge later.
  ///   - time: RFC 3339.
  package func save(
    _ text: [UInt8], about: String, name: String, note: VaultPath? = nil, options: [String] = [],
    base: [UInt8]? = nil, at time: String
  ) throws(StoreError) -> Draft {
    try vault.makeFolders(VaultLayout.drafts, permissions: 0o700)
    let record = Self.record(about: about, note: note, options: options, at: time)
    let number = try takeNumber(record)
    let path = try folder.child(Self.fileName(number, name))
    let writer = AtomicFileWriter(vault)
    do throws(StoreError) {
      guard try writer.create(path, text, permissions: 0o600) else {
        throw StoreError(path.text, .taken)
      }
    } catch {
      try? vault.removeFile(folder.child("\(number).about"))
      throw error
    }
    if let base {
      _ = try writer.create(folder.child("\(number).base"), base, permissions: 0o600)
    }
    return Draft(
      number: number, path: path, about: about, note: note, options: options, time: time,
      size: Int64(text.count))
  }

  /// In the order in which they were saved.
  package func list() throws(StoreError) -> [Draft] {
    guard try vault.exists(VaultLayout.drafts) else { return [] }
    let names = try vault.list(VaultLayout.drafts).filter { $0.kind == .file }.map(\.name)
    var drafts: [Draft] = []
    for name in names {
      guard let number = Self.number(ofText: name) else { continue }
      let path = VaultPath(in: VaultLayout.drafts, named: name)
      guard let status = try vault.status(path), status.kind == .file else { continue }
      let about = try folder.child("\(number).about")
      let record = RecordText(parsing: (try? vault.read(about))?.bytes ?? [])
      drafts.append(
        Draft(
          number: number, path: path, about: record.text("about") ?? "",
          note: record["note"].flatMap { VaultPath($0) },
          options: record.allLines.filter { $0.key == "option" }.map {
            String(decoding: $0.value, as: UTF8.self)
          },
          time: record.text("time") ?? "", size: status.size,
          leftovers: names.filter { EditorLeftover.isOne($0, of: name) }.sorted {
            $0.lexicographicallyPrecedes($1)
          }.map { VaultPath(in: VaultLayout.drafts, named: $0) },
          isOpen: DraftUse.isOpen(number, in: self)))
    }
    return drafts.sorted { ($0.number, $0.path) < ($1.number, $1.path) }
  }

  /// The text of a draft, and the bytes from which its edit began where they were kept.
  package func read(_ number: Int) throws(StoreError) -> (text: [UInt8], base: [UInt8]?) {
    let text = try vault.read(textPath(number)).bytes
    let base = try folder.child("\(number).base")
    return (text, try vault.exists(base) ? vault.read(base).bytes : nil)
  }

  /// Removes a draft for good, with the copies that some editors leave beside it.
  ///
  /// What an editor left that did not end as it should stays.
  package func drop(_ number: Int) throws(StoreError) {
    let text = try textPath(number)
    var paths = [try folder.child("\(number).base"), try folder.child("\(number).about")]
    for name in EditorLeftover.copies(of: Array(text.name)) {
      paths.append(VaultPath(in: VaultLayout.drafts, named: name))
    }
    for path in paths + [text] where try vault.exists(path) { try vault.removeFile(path) }
  }

  /// Removes a draft whose own text is worth nothing.
  ///
  /// - Returns: false where it stays, for an editor left a file beside it that may hold what was not saved.
  package func discard(_ number: Int) throws(StoreError) -> Bool {
    guard try list().first(where: { $0.number == number })?.leftovers.isEmpty != false else {
      return false
    }
    try drop(number)
    return true
  }

  /// Where the text of a draft is.
  func textPath(_ number: Int) throws(StoreError) -> VaultPath {
    let names = try vault.exists(VaultLayout.drafts) ? vault.list(VaultLayout.drafts) : []
    let name = names.filter { $0.kind == .file && Self.number(ofText: $0.name) == number }
      .map(\.name).min { $0.lexicographicallyPrecedes($1) }
    guard let name else { throw StoreError(VaultLayout.drafts.text, .unknownNumber(number)) }
    return VaultPath(in: VaultLayout.drafts, named: name)
  }
}

// MARK: - Names

extension Drafts {
  private static func record(
    about: String, note: VaultPath?, options: [String], at time: String
  ) -> RecordText {
    var record = RecordText()
    record.append("about", about)
    if let note { record.append("note", note.bytes) }
    for option in options { record.append("option", option) }
    record.append("time", time)
    return record
  }

  /// Begins a draft under the next number: its record, which no other process can begin too.
  private func takeNumber(_ record: RecordText) throws(StoreError) -> Int {
    let counter = try folder.child("last")
    let last = (try? vault.read(counter)).flatMap { Int(String(decoding: $0.bytes, as: UTF8.self)) }
    let writer = AtomicFileWriter(vault)
    var number = max(try folder.next(), min(last ?? 0, NumberedFolder.largest - 1) + 1)
    while try !writer.create(
      folder.child("\(number).about"), record.bytes, permissions: 0o600)
    { number += 1 }
    // Without it the highest number in use counts, as long as its draft is there.
    let digits = Array("\(number)".utf8)
    if (try? writer.create(counter, digits, permissions: 0o600)) != true {
      _ = try? writer.replace(counter) { _ in digits }
    }
    return number
  }

  /// The name of a text's file: short enough that an editor can add something to it.
  private static func fileName(_ number: Int, _ name: String) -> String {
    var name = name
    while name.utf8.count > 120 { name.removeLast() }
    return PortableName.made(from: "\(number)\(name.isEmpty ? "" : "-")\(name).md").text
  }

  /// The number of the draft whose text has this name: `3.md`, `3-first-steps.md`.
  static func number(ofText name: [UInt8]) -> Int? {
    guard let number = NumberedFolder.leadingNumber(name), name.suffix(3).elementsEqual(".md".utf8)
    else { return nil }
    let rest = name.dropFirst("\(number)".utf8.count)
    return rest.first == UInt8(ascii: "-") || rest.count == 3 ? number : nil
  }
}
