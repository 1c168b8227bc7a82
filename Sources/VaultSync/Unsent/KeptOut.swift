internal import Git
internal import SystemCalls
internal import VaultFormat
internal import VaultStore

/// The contents that were removed from unsent commits, in `.tl/local/sync/kept-out`: per line hash, size and former
/// path.
///
/// A listed content is recorded under no name; another version of the file is.
struct KeptOut: Hashable {
  struct Line: Hashable {
    /// The git hash of the file's own bytes.
    var hash: ObjectID
    var size: Int64
    var path: VaultPath
  }

  private(set) var lines: [Line] = []

  private static let file = VaultPath(in: VaultLayout.sync, named: "kept-out".utf8)
  private static let limit = 1 << 20

  init() {}

  /// Ignores invalid lines.
  init(_ vault: VaultFolder) throws(StoreError) {
    guard try vault.exists(Self.file) else { return }
    lines = try vault.read(Self.file, limit: Self.limit).bytes
      .split(separator: UInt8(ascii: "\n")).compactMap(Self.line)
  }

  private static func line(_ bytes: ArraySlice<UInt8>) -> Line? {
    let words = bytes.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard words.count == 3, let hash = ObjectID(hex: String(decoding: words[0], as: UTF8.self)),
      let size = Int64(String(decoding: words[1], as: UTF8.self)),
      let name = EscapedBytes.decoded(words[2]), let path = VaultPath(name)
    else { return nil }
    return Line(hash: hash, size: size, path: path)
  }

  mutating func add(_ line: Line) {
    lines.removeAll { $0.hash == line.hash }
    lines.append(line)
  }

  /// The caller holds the `write` lock.
  func write(to vault: VaultFolder) throws {
    var bytes: [UInt8] = []
    for line in lines {
      bytes += "\(line.hash) \(line.size) ".utf8
      EscapedBytes.append(line.path.bytes, to: &bytes)
      bytes.append(UInt8(ascii: "\n"))
    }
    try vault.makeFolders(VaultLayout.sync)
    try SyncRecordFile.write(bytes, at: Self.file, in: vault)
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
