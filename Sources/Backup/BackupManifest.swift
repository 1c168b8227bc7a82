internal import Archives
package import SystemCalls
internal import VaultFormat

/// What a backup says about itself: a text in it, by which each byte is checked.
///
/// Lines of fields with tabs between them. Control characters and `%` stand as `%XX` in names.
package struct BackupManifest: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    case folder, file, history
  }

  package struct Entry: Hashable, Sendable {
    package let kind: Kind
    /// In the archive.
    package let name: [UInt8]
    package var size: Int64 = 0
    /// Git's id of its content: SHA-1 with its length, 40 hexadecimal digits; of folders empty.
    package var hash = ""
    /// The lower nine bits of the mode.
    package let permissions: UInt32
    package let modified: FileTime
  }

  /// A setting of the repository, without which a sync would not find its remote, or would send what it is to leave out.
  package struct Setting: Hashable, Sendable {
    /// The name of the one that is a file of patterns.
    package static let exclude = "info/exclude"

    package let name: String
    package let value: String
  }

  /// A file of the history that a sync is not to compare with the folder: it would count as deleted or changed there,
  /// and then everywhere.
  package struct Mark: Hashable, Sendable {
    /// Git's, or empty for a file that could not be backed up.
    package let flag: String
    /// In the vault.
    package let path: [UInt8]
  }

  /// When it was made: RFC 3339.
  package var made = ""
  /// The branch that was checked out; empty without a history.
  package var branch = ""
  package var settings: [Setting] = []
  package var marks: [Mark] = []
  package var entries: [Entry] = []

  /// Of all files and the history together.
  package var bytes: Int64 { entries.reduce(0) { $0 + $1.size } }

  package static let name = "manifest.tsv"
  package static let readme = "README.txt"
  package static let history = "history.bundle"
  /// The folder of the vault in the archive.
  package static let root = "vault"

  private static let version = "1"
  private static let title = "tl-backup"
  /// More bytes than they have.
  private static let limitOfSettings = 1 << 22

  package init() {}
}

extension BackupManifest {
  package var text: [UInt8] {
    let lines = [[Self.title, Self.version], ["made", made], ["branch", branch]]
    var bytes = Array(lines.map { $0.joined(separator: "\t") + "\n" }.joined().utf8)
    for setting in settings {
      bytes += "setting\t".utf8 + Self.escaped(Array(setting.name.utf8)) + [9]
      bytes += Self.escaped(Array(setting.value.utf8)) + [10]
    }
    for mark in marks { bytes += "mark\t\(mark.flag)\t".utf8 + Self.escaped(mark.path) + [10] }
    for entry in entries {
      let time = "\(entry.modified.seconds)\t\(entry.modified.nanoseconds)"
      let mode = String(entry.permissions, radix: 8)
      bytes += "\(entry.kind.rawValue)\t\(mode)\t\(time)\t\(entry.size)\t\(entry.hash)\t".utf8
      bytes += Self.escaped(entry.name) + [10]
    }
    return bytes
  }

  /// - Throws: `BackupError` if it is none, or one of a newer tl.
  init(_ text: [UInt8]) throws(BackupError) {
    for (number, line) in text.split(separator: 10).enumerated() {
      let fields = line.split(separator: 9, omittingEmptySubsequences: false)
      let words = fields.map { String(decoding: $0, as: UTF8.self) }
      guard number > 0 else {
        guard words.count == 2, words[0] == Self.title else { throw .notABackup }
        guard words[1] == Self.version else { throw .newer }
        continue
      }
      switch (words[0], words.count) {
      case ("made", 2): made = words[1]
      case ("branch", 2): branch = words[1]
      case ("setting", 3):
        settings.append(
          Setting(
            name: try Self.unescaped(fields[1]).text, value: try Self.unescaped(fields[2]).text))
      case ("mark", 3): marks.append(Mark(flag: words[1], path: try Self.unescaped(fields[2])))
      case (_, 7):
        guard let kind = Kind(rawValue: words[0]), let mode = UInt32(words[1], radix: 8),
          let seconds = Int64(words[2]), let nanoseconds = Int32(words[3]),
          (0..<1_000_000_000).contains(nanoseconds), let size = Int64(words[4]), size >= 0
        else { throw .notABackup }
        entries.append(
          Entry(
            kind: kind, name: try Self.unescaped(fields[6]), size: size, hash: words[5],
            permissions: mode & 0o777,
            modified: FileTime(seconds: seconds, nanoseconds: nanoseconds)))
      default: throw .notABackup
      }
    }
    guard !made.isEmpty else { throw .notABackup }
  }

  /// That of an archive, which has to say of each entry what it is, how large it is, and nothing else.
  init(of archive: ZipReader) throws {
    guard let own = archive.entries.first(where: { $0.name.elementsEqual(Self.name.utf8) }) else {
      throw BackupError.notABackup
    }
    // A few bytes may inflate to a text that fills the memory: no line is longer than this.
    let limit = archive.entries.reduce(Self.limitOfSettings) { $0 + 128 + 3 * $1.name.count }
    try self.init(archive.contents(of: own, limit: limit))
    var stored = Dictionary(uniqueKeysWithValues: archive.entries.map { ($0.name, $0) })
    for name in [Self.name, Self.readme] { stored[Array(name.utf8)] = nil }
    guard entries.count == stored.count else { throw BackupError.otherEntries }
    for entry in entries {
      guard let stored = stored.removeValue(forKey: entry.name),
        stored.isFolder == (entry.kind == .folder)
      else { throw BackupError.otherEntries }
      guard stored.size == entry.size else {
        throw BackupError.changed(name: String(decoding: entry.name, as: UTF8.self))
      }
    }
  }

  private static func escaped(_ bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    PercentEncoding.append(bytes, to: &text) {
      $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "%")
    }
    return text
  }

  private static func unescaped(_ text: ArraySlice<UInt8>) throws(BackupError) -> [UInt8] {
    guard let bytes = PercentEncoding.decoded(text) else { throw .notABackup }
    return bytes
  }
}

extension [UInt8] {
  fileprivate var text: String { String(decoding: self, as: UTF8.self) }
}
