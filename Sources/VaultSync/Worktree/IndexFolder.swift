internal import VaultFormat

/// The entries of git's index in one folder and below it.
///
/// Paths are in byte order, so they lie side by side, and a name is found among them with a few
/// comparisons.
final class IndexFolder: Sendable {
  private let index: GitIndex
  /// Bytes of the folder's path with its slash; 0 for the root.
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
    let start = index.position(notBefore: path.bytes + [UInt8(ascii: "/")])
    // The byte that follows the slash comes after everything in the folder.
    let end = index.position(notBefore: path.bytes + [UInt8(ascii: "/") + 1])
    positions = start..<end
  }

  /// Where the entries of a name in this folder are: one, none, or those of a conflict.
  func positions(of name: UnsafeBufferPointer<UInt8>) -> Range<Int> {
    index.pathBytes.withUnsafeBufferPointer { paths in
      index.records.withUnsafeBufferPointer { records in
        Search(name: name, prefixCount: prefixCount, paths: paths, records: records)
          .run(in: positions)
      }
    }
  }

  /// One search by halves.
  ///
  /// Names in a folder of notes begin alike: what a name shares with both ends of what is left, it
  /// shares with all between, and that is not compared again.
  private struct Search {
    let name: UnsafeBufferPointer<UInt8>
    let prefixCount: Int
    let paths: UnsafeBufferPointer<UInt8>
    let records: UnsafeBufferPointer<GitIndex.Record>

    func run(in positions: Range<Int>) -> Range<Int> {
      var (low, high) = (positions.lowerBound, positions.upperBound)
      var (sharedLow, sharedHigh) = (0, 0)
      while low < high {
        let middle = low + (high - low) / 2
        var shared = min(sharedLow, sharedHigh)
        let order = compare(middle, &shared)
        if order == 0 { return equals(around: middle, in: positions) }
        if order < 0 {
          low = middle + 1
          sharedLow = shared
        } else {
          high = middle
          sharedHigh = shared
        }
      }
      return low..<low
    }

    /// Negative, zero or positive, as in C.
    ///
    /// - Parameter shared: how many bytes are known to be the same, then how many are.
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

    private func equals(around position: Int, in positions: Range<Int>) -> Range<Int> {
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
  }
}

extension GitIndex {
  /// Whether some path lies in this folder.
  func holdsSomething(below folder: VaultPath) -> Bool {
    let prefix = folder.bytes + [UInt8(ascii: "/")]
    let position = position(notBefore: prefix)
    return position < count && withPath(at: position) { $0.starts(with: prefix) }
  }
}
