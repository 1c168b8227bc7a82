internal import Git
internal import VaultFormat
internal import VaultStore

/// The small files of sync below `.tl/local`: per line some words, and last a path, separated by spaces.
enum SyncRecordFile {
  typealias Line = (words: [String], path: VaultPath)

  /// None if the file does not exist; ignores lines with another number of words before the path.
  static func lines(
    of file: VaultPath, words: Int, limit: Int = VaultFolder.readLimit, in vault: VaultFolder
  ) throws(StoreError) -> [Line] {
    guard try vault.exists(file) else { return [] }
    let lines = try vault.read(file, limit: limit).bytes.split(separator: UInt8(ascii: "\n"))
    return lines.compactMap { line in
      let parts = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
      guard parts.count == words + 1, let path = VaultPath(escaped: parts[words]) else {
        return nil
      }
      return (parts[..<words].map { String(decoding: $0, as: UTF8.self) }, path)
    }
  }

  static func write(_ lines: [Line], at file: VaultPath, in vault: VaultFolder) throws {
    var text = LineWriter()
    for line in lines { text.line(line.words, line.path.bytes) }
    try write(text.bytes, at: file, in: vault)
  }

  /// Replaces or creates a file; returns when it is on disk.
  ///
  /// Empty content removes the file.
  ///
  /// The caller holds the `write` lock.
  static func write(_ bytes: [UInt8], at path: VaultPath, in vault: VaultFolder) throws {
    guard !bytes.isEmpty else {
      if try vault.exists(path) { try vault.removeFile(path) }
      return
    }
    let writer = AtomicFileWriter(vault)
    if try writer.create(path, bytes) { return }
    try writer.replace(path) { _ in bytes }
  }

  /// The value of a word, which is `-` for none; nil if it is invalid.
  static func optional<Value>(_ word: String, _ parse: (String) -> Value?) -> Value?? {
    word == "-" ? .some(nil) : parse(word).map { .some($0) }
  }
}

/// Lines of words separated by spaces.
struct LineWriter {
  private(set) var bytes: [UInt8] = []

  /// - Parameter last: the last word, which is escaped.
  mutating func line(_ words: [String], _ last: [UInt8]? = nil) {
    bytes += words.joined(separator: " ").utf8
    if let last {
      bytes.append(UInt8(ascii: " "))
      EscapedBytes.append(last, to: &bytes)
    }
    bytes.append(UInt8(ascii: "\n"))
  }
}

extension TreeEntry {
  /// Mode and id, as in `100644:77e0…`.
  var word: String { "\(String(mode.rawValue, radix: 8)):\(id.hex)" }

  init?(word: String) {
    let parts = word.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let mode = UInt32(parts[0], radix: 8).flatMap(FileMode.init),
      let id = ObjectID(hex: String(parts[1]))
    else { return nil }
    self.init(id: id, mode: mode)
  }
}

extension VaultPath {
  init?(escaped word: ArraySlice<UInt8>) {
    guard let bytes = EscapedBytes.decoded(word) else { return nil }
    self.init(bytes)
  }
}
