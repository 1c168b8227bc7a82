internal import Git
internal import SystemCalls
internal import VaultFormat
internal import VaultStore

/// The contents that were removed from unsent commits, in `.tl/local/sync/kept-out`: per line hash, size and former
/// path.
///
/// A listed content is recorded under no name; another version of the file is.
struct ExcludedContents: Hashable {
  struct Line: Hashable {
    /// The git hash of the file's own bytes.
    var hash: ObjectID
    var size: Int64
    var path: VaultPath
  }

  var lines: [Line] = []

  /// The most bytes of the list, for some 500,000 files: a larger one would stop every sync.
  private static let limit = 1 << 26

  /// Ignores invalid lines.
  init(_ vault: VaultFolder) throws(StoreError) {
    let read = try SyncRecordFile.lines(
      of: VaultLayout.keptOut, words: 2, limit: Self.limit, in: vault)
    lines = read.compactMap { words, path in
      guard let hash = ObjectID(hex: words[0]), let size = Int64(words[1]) else { return nil }
      return Line(hash: hash, size: size, path: path)
    }
  }

  mutating func add(_ line: Line) {
    lines.removeAll { $0.hash == line.hash }
    lines.append(line)
  }

  /// The caller holds the `write` lock.
  func write(to vault: VaultFolder) throws {
    try vault.makeFolders(VaultLayout.sync)
    let lines = lines.map { (words: ["\($0.hash)", "\($0.size)"], path: $0.path) }
    try SyncRecordFile.write(lines, at: VaultLayout.keptOut, in: vault)
  }

  /// The changes whose content is listed.
  func held(_ changes: [LocalChange], _ vault: VaultFolder) -> [VaultPath] {
    guard !lines.isEmpty else { return [] }
    let sizes = Set(lines.map(\.size))
    let hashes = Set(lines.map(\.hash))
    return changes.filter { change in
      guard let size = change.status?.size, sizes.contains(size),
        let content = try? vault.read(change.path),
        let hash = try? Repository.blobID(of: content.bytes)
      else { return false }
      return hashes.contains(hash)
    }.map(\.path)
  }
}
