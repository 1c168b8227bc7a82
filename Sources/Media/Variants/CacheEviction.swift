package import SystemCalls

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
