internal import Git
internal import VaultFormat

/// The entries of git's index in one folder and below it.
///
/// Paths are in byte order, so these are adjacent, and a name is found with a few comparisons.
final class IndexFolder: Sendable {
  private let index: GitIndex
  /// The length of the folder's path with its slash; 0 for the root.
  private let prefixCount: Int
  let positions: Range<Int>

  /// - Parameter path: nil for the root.
  init(_ path: VaultPath?, of index: GitIndex) {
    self.index = index
    guard let path else {
      prefixCount = 0
      positions = 0..<index.count
      return
    }
    prefixCount = path.bytes.count + 1
    positions = index.positions(below: path.bytes)
  }

  /// The entries of a name in this folder: one, none, or those of a conflict.
  func positions(of name: UnsafeBufferPointer<UInt8>) -> Range<Int> {
    index.search(name, prefixCount: prefixCount, in: positions)
  }

  /// The positions of many names of the folder; faster if the folder is not large.
  func names() -> Names { Names(self) }

  /// A hash table of the names.
  ///
  /// It is built by reading the entries in order, and a lookup reads one of them; a binary search jumps between many.
  struct Names {
    private let folder: IndexFolder
    /// Upper half: the hash of a name; lower half: its place in the folder, from 1.
    ///
    /// 0 is free.
    private var slots: [UInt64] = []

    /// For folders with many entries below them, few of which are their own, a binary search is as good.
    private static let limit = 1024

    fileprivate init(_ folder: IndexFolder) {
      self.folder = folder
      let count = folder.positions.count
      guard count <= Self.limit else { return }
      var size = 8
      while size < 2 * count { size *= 2 }
      slots = [UInt64](repeating: 0, count: size)
      for (place, position) in folder.positions.enumerated() {
        let hash = folder.withName(at: position) { $0.quickHash }
        var slot = Int(truncatingIfNeeded: hash) & (size - 1)
        while slots[slot] != 0 { slot = (slot + 1) & (size - 1) }
        slots[slot] = hash & ~0xFFFF_FFFF | UInt64(place + 1)
      }
    }

    func positions(of name: UnsafeBufferPointer<UInt8>) -> Range<Int> {
      guard !slots.isEmpty else { return folder.positions(of: name) }
      let hash = name.quickHash
      var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
      while slots[slot] != 0 {
        if (slots[slot] ^ hash) >> 32 == 0 {
          let position = folder.positions.lowerBound + Int(slots[slot] & 0xFFFF_FFFF) - 1
          if folder.withName(at: position, { $0.hasBytes(of: name) }) {
            guard folder.index[position].stage != 0 else { return position..<position + 1 }
            return folder.positions(of: name)
          }
        }
        slot = (slot + 1) & (slots.count - 1)
      }
      return folder.positions.lowerBound..<folder.positions.lowerBound
    }
  }

  /// The path after the folder's; it may lead into a folder below.
  private func withName<Result>(
    at position: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    index.withPath(at: position) { body(UnsafeBufferPointer(rebasing: $0[prefixCount...])) }
  }
}

extension GitIndex {
  func holdsSomething(below folder: VaultPath) -> Bool {
    !positions(below: folder.bytes).isEmpty
  }

  /// The entries whose paths, after a shared prefix of that length, equal `name`; if there are none, the empty range
  /// where they would be.
  fileprivate func search(
    _ name: UnsafeBufferPointer<UInt8>, prefixCount: Int, in positions: Range<Int>
  ) -> Range<Int> {
    pathBytes.withUnsafeBufferPointer { paths in
      records.withUnsafeBufferPointer { records in
        let search = IndexSearch(
          name: name, prefixCount: prefixCount, paths: paths, records: records)
        let (position, isFound) = search.run(in: positions)
        guard isFound else { return position..<position }
        // Only a path in conflict has several entries.
        guard self[position].stage != 0 else { return position..<position + 1 }
        return search.equals(around: position, in: positions)
      }
    }
  }
}

/// A binary search.
///
/// Names in a folder of notes have common prefixes: what a name shares with both ends of the remaining range, it shares
/// with everything between, and that is not compared again.
private struct IndexSearch {
  let name: UnsafeBufferPointer<UInt8>
  let prefixCount: Int
  let paths: UnsafeBufferPointer<UInt8>
  let records: UnsafeBufferPointer<GitIndex.Record>

  /// - Returns: a position with this name, or else the first one after it.
  func run(in positions: Range<Int>) -> (position: Int, isFound: Bool) {
    var (low, high) = (positions.lowerBound, positions.upperBound)
    var (sharedLow, sharedHigh) = (0, 0)
    while low < high {
      let middle = low + (high - low) / 2
      var shared = min(sharedLow, sharedHigh)
      let order = compare(middle, &shared)
      if order == 0 { return (middle, true) }
      if order < 0 {
        low = middle + 1
        sharedLow = shared
      } else {
        high = middle
        sharedHigh = shared
      }
    }
    return (low, false)
  }

  func equals(around position: Int, in positions: Range<Int>) -> Range<Int> {
    func isEqual(_ position: Int) -> Bool {
      guard positions.contains(position) else { return false }
      var shared = 0
      return compare(position, &shared) == 0
    }
    var (low, high) = (position, position + 1)
    while isEqual(low - 1) { low -= 1 }
    while isEqual(high) { high += 1 }
    return low..<high
  }

  /// Negative, zero or positive, as in C.
  ///
  /// - Parameter shared: the number of bytes known to be equal; increased to the number found.
  private func compare(_ position: Int, _ shared: inout Int) -> Int {
    let record = records[position]
    let start = Int(record.pathStart) + prefixCount
    let count = Int(record.pathCount) - prefixCount
    let common = min(count, name.count)
    while shared < common {
      let (a, b) = (paths[start + shared], name[shared])
      if a != b { return Int(a) - Int(b) }
      shared += 1
    }
    return count - name.count
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether both have the same bytes; compares eight at a time.
  fileprivate func hasBytes(of other: UnsafeBufferPointer<UInt8>) -> Bool {
    guard count == other.count else { return false }
    let (a, b) = (UnsafeRawBufferPointer(self), UnsafeRawBufferPointer(other))
    var place = 0
    while place + 8 <= count {
      let words = (
        a.loadUnaligned(fromByteOffset: place, as: UInt64.self),
        b.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      )
      if words.0 != words.1 { return false }
      place += 8
    }
    while place < count {
      if a[place] != b[place] { return false }
      place += 1
    }
    return true
  }
}
