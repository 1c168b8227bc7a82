package import Git
package import VaultFormat
internal import VaultStore

/// The planned changes of the folder, git's index and the branch, recorded before they begin, so that they can be
/// undone or completed after a crash.
///
/// The branch moves last and in one step: its position shows whether everything was done.
package struct ApplyJournal: Hashable, Sendable {
  /// Identifies the device that wrote it; stored outside of the vault.
  ///
  /// A journal that came with a copied vault, or from a stranger, has another one and is never acted on.
  package var deviceKey: String
  /// The full name of the branch.
  package var branch: String
  /// Nil for an unborn branch.
  package var old: ObjectID?
  package var new: ObjectID
  /// For the hidden names of the entries.
  package var tag: UInt32
  /// Missing folders that are made, each before its content.
  package var folders: [VaultPath] = []
  package var entries: [Entry] = []

  /// The progress, in this order.
  package enum Phase: String, Hashable, Sendable {
    /// Hidden files are being written; no other file was touched.
    case writing
    /// All hidden files are on disk, and are moved into place.
    case publishing
    /// All files are in place; git's index is being changed.
    case indexing
    /// Everything was undone; only hidden files may be left.
    case undone
  }

  package struct Entry: Hashable, Sendable {
    package var path: VaultPath
    /// In the old and the new tree; nil if the tree has no such file.
    package var old: TreeEntry?
    package var new: TreeEntry?
    package var action: Action
    /// Hashes of the folder's bytes: before, if the file exists, and after.
    package var before: ObjectID?
    package var after: ObjectID?
    /// The number of components of the folder where it has its hidden name.
    package var depth: Int
  }

  package enum Action: String, Hashable, Sendable {
    /// The folder stays as it is.
    case none
    /// The new file takes a free name.
    case place
    /// The new file takes the name of the old one, which gets the hidden name.
    case exchange
    /// The old file gets the hidden name.
    case take
  }
}

// MARK: - Hidden names

extension ApplyJournal {
  /// The hidden name of an entry.
  func hiddenPath(_ number: Int) -> VaultPath {
    VaultPath(
      in: hiddenFolder(number),
      named: TemporaryNames(tag: tag).name(UInt32(truncatingIfNeeded: number)))
  }

  /// The second hidden name of the old file, on file systems that cannot exchange names.
  func asidePath(_ number: Int) -> VaultPath {
    VaultPath(
      in: hiddenFolder(number),
      named: TemporaryNames(tag: tag).name(UInt32(truncatingIfNeeded: number), suffix: "-old"))
  }

  private func hiddenFolder(_ number: Int) -> VaultPath? {
    let entry = entries[number]
    var folder = entry.path.parent
    var depth = entry.path.componentCount - 1
    while depth > entry.depth, let path = folder {
      folder = path.parent
      depth -= 1
    }
    return folder
  }
}

extension VaultPath {
  var componentCount: Int {
    bytes.reduce(1) { $1 == UInt8(ascii: "/") ? $0 + 1 : $0 }
  }
}

/// The file format: lines of words separated by spaces, with escaped bytes.
///
///     tl-journal 1
///     key 4b1d…
///     branch refs/heads/main
///     from 5f0c…
///     to 9a01…
///     tag 7f3a01c4
///     folder 2026/11
///     file place 2 - 100644:77e0… = = 2026/11/note.md
///     end 1
///     publishing
///
/// The words of a file: action, depth, old and new entry, `before` and `after` (`=` if they are
/// those of the old and new entry), path. Progress marks follow `end`.
extension ApplyJournal {
  static let header = "tl-journal 1"

  var bytes: [UInt8] {
    var text = LineWriter()
    text.line([Self.header])
    text.line(["key"], Array(deviceKey.utf8))
    text.line(["branch"], Array(branch.utf8))
    text.line(["from", old?.hex ?? "-"])
    text.line(["to", new.hex])
    text.line(["tag", String(tag, radix: 16)])
    for folder in folders { text.line(["folder"], folder.bytes) }
    for entry in entries {
      text.line(
        [
          "file", entry.action.rawValue, "\(entry.depth)", entry.old?.word ?? "-",
          entry.new?.word ?? "-", Self.word(entry.before, besides: entry.old),
          Self.word(entry.after, besides: entry.new),
        ], entry.path.bytes)
    }
    text.line(["end", "\(entries.count)"])
    return text.bytes
  }

  static func mark(_ phase: Phase) -> [UInt8] {
    // On its own line even after a mark that was partly written.
    Array("\n\(phase.rawValue)\n".utf8)
  }

  private static func word(_ id: ObjectID?, besides entry: TreeEntry?) -> String {
    if id == entry?.id { return "=" }
    return id?.hex ?? "-"
  }
}

// MARK: - Reading

extension ApplyJournal {
  /// A journal and its last phase; nil if the bytes are not a complete journal.
  ///
  /// Every path in it is allowed to arrive.
  static func parse(_ bytes: [UInt8]) -> (journal: ApplyJournal, phase: Phase)? {
    // A last line without its end is a mark that was being written.
    guard let end = bytes.lastIndex(of: UInt8(ascii: "\n")) else { return nil }
    var lines = bytes[..<end].split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)[...]
    guard let first = lines.popFirst(), first.elementsEqual(header.utf8) else { return nil }
    guard let key = value("key", of: lines.popFirst()),
      let branch = value("branch", of: lines.popFirst()),
      let from = value("from", of: lines.popFirst()), let to = value("to", of: lines.popFirst()),
      let tag = value("tag", of: lines.popFirst()).flatMap({ UInt32($0, radix: 16) }),
      let new = ObjectID(hex: to), branch.hasPrefix("refs/"), VaultPath(branch) != nil,
      from == "-" || ObjectID(hex: from) != nil
    else { return nil }
    var journal = ApplyJournal(
      deviceKey: key, branch: branch, old: ObjectID(hex: from), new: new, tag: tag)
    guard journal.readFiles(&lines) else { return nil }
    return (journal, phase(of: lines))
  }

  private static func value(_ key: String, of line: ArraySlice<UInt8>?) -> String? {
    guard let line, line.starts(with: "\(key) ".utf8) else { return nil }
    return EscapedBytes.decoded(line.dropFirst(key.utf8.count + 1)).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// Up to the line `end`, which has the number of files.
  private mutating func readFiles(_ lines: inout ArraySlice<ArraySlice<UInt8>>) -> Bool {
    while let line = lines.popFirst() {
      let words = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
      switch words.first.map({ String(decoding: $0, as: UTF8.self) }) {
      case "folder" where words.count == 2:
        guard let path = Self.path(words[1]) else { return false }
        folders.append(path)
      case "file" where words.count == 8:
        guard let entry = Entry(words) else { return false }
        entries.append(entry)
      case "end" where words.count == 2:
        return words[1].elementsEqual("\(entries.count)".utf8)
      default: return false
      }
    }
    return false
  }

  /// Other lines are marks that were being written.
  private static func phase(of lines: ArraySlice<ArraySlice<UInt8>>) -> Phase {
    lines.compactMap { Phase(rawValue: String(decoding: $0, as: UTF8.self)) }.last ?? .writing
  }

  fileprivate static func path(_ word: ArraySlice<UInt8>) -> VaultPath? {
    VaultPath(escaped: word).flatMap { ArrivingPath.refusal(of: $0.bytes) == nil ? $0 : nil }
  }
}

extension ApplyJournal.Entry {
  fileprivate init?(_ words: [ArraySlice<UInt8>]) {
    let texts = words.map { String(decoding: $0, as: UTF8.self) }
    guard let action = ApplyJournal.Action(rawValue: texts[1]), let depth = Int(texts[2]),
      let old = SyncRecordFile.optional(texts[3], TreeEntry.init(word:)),
      let new = SyncRecordFile.optional(texts[4], TreeEntry.init(word:)),
      let before = Self.id(texts[5], besides: old), let after = Self.id(texts[6], besides: new),
      let path = action == .none ? VaultPath(escaped: words[7]) : ApplyJournal.path(words[7]),
      depth >= 0, depth < path.componentCount
    else { return nil }
    self.init(
      path: path, old: old, new: new, action: action, before: before, after: after, depth: depth)
  }

  private static func id(_ word: String, besides entry: TreeEntry?) -> ObjectID?? {
    word == "=" ? .some(entry?.id) : SyncRecordFile.optional(word, ObjectID.init(hex:))
  }
}
