internal import SystemCalls
package import VaultFormat

/// Texts that could not be saved, or that are being edited, in `.tl/local/drafts/`: `3-first-steps.md` is the text of
/// the third, `3.about` its record, `3.base` the text at the beginning of the edit.
///
/// A number is never reused: a killed editor may have left a file for it. Readable by the owner only.
package struct Drafts {
  let vault: VaultFolder
  let folder: NumberedFolder

  package init(_ vault: VaultFolder) {
    self.vault = vault
    folder = NumberedFolder(vault: vault, path: VaultLayout.drafts)
  }
}

extension Drafts {
  /// Saves a text.
  ///
  /// - Parameters:
  ///   - about: for the list of drafts, such as the first line.
  ///   - name: of the file after its number, without an extension.
  ///   - note: the note that the text is a version of.
  ///   - options: the properties of a new note.
  ///   - base: the bytes at the beginning of the edit, for a later merge.
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

  /// In the order of their numbers.
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
          // The record may be a stranger's, in a backup that was restored: a draft is a text of no file of git.
          note: record["note"].flatMap { VaultPath($0) }.flatMap {
            ArrivingPath.refusal(ofLocal: $0) == nil ? $0 : nil
          },
          options: record.lines.filter { $0.key == "option" }.map {
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

  /// The text of a draft, and the bytes at the beginning of its edit, if they were saved.
  package func read(_ number: Int) throws(StoreError) -> (text: [UInt8], base: [UInt8]?) {
    let text = try vault.read(textPath(number)).bytes
    let base = try folder.child("\(number).base")
    return (text, try vault.exists(base) ? vault.read(base).bytes : nil)
  }

  /// Deletes a draft, with the copies that some editors make beside it.
  ///
  /// Files that a killed editor left stay.
  package func drop(_ number: Int) throws(StoreError) {
    let text = try textPath(number)
    var paths = [try folder.child("\(number).base"), try folder.child("\(number).about")]
    for name in EditorLeftover.copies(of: Array(text.name)) {
      paths.append(VaultPath(in: VaultLayout.drafts, named: name))
    }
    for path in paths + [text] where try vault.exists(path) { try vault.removeFile(path) }
  }

  /// Deletes a draft whose text is worthless.
  ///
  /// - Returns: false if it stays, because an editor left a file beside it with possibly unsaved changes.
  package func discard(_ number: Int) throws(StoreError) -> Bool {
    guard try list().first(where: { $0.number == number })?.leftovers.isEmpty != false else {
      return false
    }
    try drop(number)
    return true
  }

  /// The path of a draft's text.
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
  static func record(
    about: String, note: VaultPath?, options: [String], at time: String
  ) -> RecordText {
    var record = RecordText()
    record.append("about", about)
    if let note { record.append("note", note.bytes) }
    for option in options { record.append("option", option) }
    record.append("time", time)
    return record
  }

  /// Creates a draft's record under the next number, which no other process can take.
  private func takeNumber(_ record: RecordText) throws(StoreError) -> Int {
    let last = (try? vault.read(folder.child("last"))).flatMap {
      Int(String(decoding: $0.bytes, as: UTF8.self))
    }
    let writer = AtomicFileWriter(vault)
    var number = max(try folder.next(), min(last ?? 0, NumberedFolder.largest - 1) + 1)
    while try !writer.create(
      folder.child("\(number).about"), record.bytes, permissions: 0o600)
    { number += 1 }
    // Without this file the highest existing number counts.
    try? put(Array("\(number)".utf8), at: "last")
    return number
  }

  /// The file name of a text: short enough for an editor to append to it.
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

/// The files that editors write beside the edited one, by name.
private enum EditorLeftover {
  /// Whether a file may have unsaved changes of a killed editor: the swap files of vim and kate, `#name#` of emacs,
  /// `name.save` of nano.
  static func isOne(_ file: [UInt8], of text: [UInt8]) -> Bool {
    if file.elementsEqual(Array("#".utf8) + text + Array("#".utf8)) { return true }
    if file.starts(with: text + Array(".save".utf8)) { return true }
    let hidden = Array(".".utf8) + text
    guard file.starts(with: hidden) else { return false }
    let ending = file.dropFirst(hidden.count)
    if ending.elementsEqual(".kate-swp".utf8) { return true }
    // vim: .swp, then .swo, .swn …, then .svz and so on.
    return ending.count == 4 && ending.starts(with: ".s".utf8)
      && ending.suffix(2).allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
  }

  /// Backups and undo files: worthless without the text.
  static func copies(of text: [UInt8]) -> [[UInt8]] {
    [text + Array("~".utf8), Array(".".utf8) + text + Array(".un~".utf8)]
  }
}

extension Drafts {
  /// Replaces the text and the base of a draft, after a merge with a newer version of its note.
  ///
  /// The text is written first: after a crash in between, the older base can only cause more conflicts.
  package func replace(_ number: Int, text: [UInt8], base: [UInt8]) throws {
    try AtomicFileWriter(vault).replace(textPath(number)) { _ in text }
    try put(base, at: "\(number).base")
  }

  /// Replaces all of a draft, while it is being written.
  ///
  /// The text is written first; the other values are as in `save`.
  package func replace(
    _ number: Int, text: [UInt8], base: [UInt8]?, about: String, note: VaultPath?,
    options: [String], at time: String
  ) throws {
    try AtomicFileWriter(vault).replace(textPath(number)) { _ in text }
    let record = Self.record(about: about, note: note, options: options, at: time)
    try put(record.bytes, at: "\(number).about")
    if let base { try put(base, at: "\(number).base") }
  }

  /// Creates a file, or replaces it.
  private func put(_ bytes: [UInt8], at name: String) throws {
    let path = try folder.child(name)
    let writer = AtomicFileWriter(vault)
    if try !writer.create(path, bytes, permissions: 0o600) {
      try writer.replace(path) { _ in bytes }
    }
  }
}

/// One draft, without its text.
package struct Draft: Hashable, Sendable {
  package var number: Int
  /// The path of the text.
  package var path: VaultPath
  /// A description from the command that saved it; empty if it is lost.
  package var about: String
  /// The note that it is a version of; nil for a new note.
  package var note: VaultPath?
  /// The properties of a new note, as command line options.
  package var options: [String] = []
  /// When it was saved: RFC 3339, as given by the caller.
  package var time: String
  /// The size of the text in bytes.
  package var size: Int64
  /// Files in which a killed editor left unsaved changes.
  package var leftovers: [VaultPath] = []
  /// Whether an editor has it open.
  package var isOpen = false
}

/// Marks a draft as open in an editor, until the end of the value's lifetime or of the process.
///
/// A lock on the draft's record. Only `Drafts.list` checks it; it blocks nothing.
package struct DraftUse: ~Copyable {
  private let file: FileDescriptor

  /// - Returns: nil if the draft does not exist, if another process has it open, or if the file system has no locks.
  package init?(_ number: Int, in drafts: Drafts) {
    guard let file = Self.openRecord(number, drafts), (try? file.tryLock()) == true else {
      return nil
    }
    self.file = file
  }

  deinit {
    file.unlock()
  }

  static func isOpen(_ number: Int, in drafts: Drafts) -> Bool {
    guard let file = openRecord(number, drafts) else { return false }
    // Shared, so that two concurrent checks do not see each other.
    let isFree = (try? file.tryLock(isShared: true)) ?? true
    if isFree { file.unlock() }
    return !isFree
  }

  private static func openRecord(_ number: Int, _ drafts: Drafts) -> FileDescriptor? {
    guard let record = try? drafts.folder.child("\(number).about"),
      let folder = try? drafts.vault.openFolder(record.parent)
    else { return nil }
    return try? folder.openFile(Array(record.name))
  }
}
