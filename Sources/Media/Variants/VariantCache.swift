package import SystemCalls
package import VaultStore

/// Variants on disk, in `.tl/local/cache`: `HASH-320.webp`, `HASH-800.webp`, `HASH-1600.webp`, and `HASH.facts` with
/// width, height, average colour and focus.
///
/// Any number of processes may use it: a file appears whole under its name, and may disappear at any time. What cannot be
/// written is made again another time. The modification time of a file is the time of its last use.
package final class VariantCache: Sendable {
  private let folder: FileDescriptor
  private let limit: Int64
  /// Bytes that were written since the size was last looked at.
  private let written: Monitor<Int64>

  /// The usual limit of a cache in bytes.
  package static let usualLimit: Int64 = 1 << 30
  private static let temporaryPrefix = ".new-"

  /// - Parameter limit: in bytes; exceeded by a sixty-fourth at most for each process.
  package init(in vault: VaultFolder, limit: Int64 = usualLimit) throws(StoreError) {
    try vault.makeFolders(VaultLayout.cache, isSynced: false)
    folder = try vault.openFolder(VaultLayout.cache)
    self.limit = limit
    // Looked at with the first file.
    written = Monitor(limit)
  }

  // MARK: - Reading

  /// The variant that is shown for this edge; nil if it is not here.
  package func variant(_ edge: VariantEdge, of hash: ContentHash) -> Variant? {
    guard let facts = facts(of: hash),
      let bytes = read(
        Self.name(of: edge.standIn(for: facts.size), hash), VariantLimits.variantSize),
      let size = PlainWebP.size(of: bytes)
    else { return nil }
    return Variant(bytes: bytes, size: size, facts: facts)
  }

  /// Nil if they are not here.
  package func facts(of hash: ContentHash) -> PictureFacts? {
    read(Self.factsName(of: hash), 64).flatMap { PictureFacts(String(decoding: $0, as: UTF8.self)) }
  }

  private func read(_ name: String, _ limit: Int) -> [UInt8]? {
    guard let file = try? folder.openFile(Array(name.utf8)), let status = try? file.status(),
      status.kind == .file,
      let bytes = try? file.readAll(expecting: status.size, limit: limit)
    else { return nil }
    // On a disk that cannot be written it is still a hit.
    try? file.touch()
    return bytes
  }

  // MARK: - Writing

  package func store(_ variant: Variant, _ edge: VariantEdge, of hash: ContentHash) {
    if facts(of: hash) != variant.facts {
      write(Array(variant.facts.text.utf8), to: Self.factsName(of: hash))
    }
    write(variant.bytes, to: Self.name(of: edge, hash))
    trimIfDue()
  }

  private func write(_ bytes: [UInt8], to name: String) {
    do throws(SystemError) {
      var file = try TemporaryFile(
        in: folder.reopened(), prefix: Array(Self.temporaryPrefix.utf8), permissions: 0o600)
      // Shows other processes that it is in use.
      _ = try? file.file.tryLock()
      try file.file.writeAll(bytes)
      try file.publish(as: Array(name.utf8))
      written.change { $0 += Int64(bytes.count) }
    } catch {
      return
    }
  }

  private static func name(of edge: VariantEdge, _ hash: ContentHash) -> String {
    "\(hash.text)-\(edge.pixels).webp"
  }

  private static func factsName(of hash: ContentHash) -> String { "\(hash.text).facts" }

  // MARK: - Size

  private func trimIfDue() {
    let isDue = written.change { written in
      guard written >= limit / 64 else { return false }
      written = 0
      return true
    }
    if isDue { trim() }
  }

  /// Removes what was used least recently if there is too much, and what killed processes left.
  package func trim() {
    var entries: [CacheEviction.Entry] = []
    for entry in (try? folder.entries()) ?? [] {
      let name = String(decoding: entry.name, as: UTF8.self)
      if name.hasPrefix(Self.temporaryPrefix) {
        removeIfAbandoned(entry.name)
      } else if let status = try? folder.status(of: entry.name), status.kind == .file {
        entries.append(.init(name: name, size: status.size, lastUse: status.modified))
      }
    }
    for name in CacheEviction.names(of: entries, limit: limit) {
      try? folder.removeFile(Array(name.utf8))
    }
  }

  private func removeIfAbandoned(_ name: [UInt8]) {
    guard let file = try? folder.openFile(name), (try? file.tryLock()) == true else { return }
    try? folder.removeFile(name)
  }
}

/// Which files leave a cache that has grown too large.
package enum CacheEviction {
  package struct Entry: Hashable, Sendable {
    package var name: String
    /// The size of the file in bytes.
    package var size: Int64
    package var lastUse: FileTime

    package init(name: String, size: Int64, lastUse: FileTime) {
      self.name = name
      self.size = size
      self.lastUse = lastUse
    }

    /// What the file takes on disk: file systems give whole blocks.
    var space: Int64 { (max(size, 1) + 4095) / 4096 * 4096 }
  }

  /// The names of those that were used least recently, so that the others take at most nine tenths of `limit`; none while
  /// all together take no more than `limit`.
  ///
  /// - Parameter limit: in bytes.
  package static func names(of entries: [Entry], limit: Int64) -> [String] {
    var space = entries.reduce(0) { $0 + $1.space }
    guard space > limit else { return [] }
    let goal = limit - limit / 10
    var names: [String] = []
    for entry in entries.sorted(by: { ($0.lastUse, $0.name) < ($1.lastUse, $1.name) }) {
      guard space > goal else { break }
      names.append(entry.name)
      space -= entry.space
    }
    return names
  }
}
