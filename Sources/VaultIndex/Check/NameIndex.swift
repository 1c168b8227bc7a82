internal import VaultFormat

/// All names in a vault, for lookups by path and by the end of a path.
final class NameIndex {
  let shards: [NameShard]
  /// Hashes of paths that are treated as missing.
  private let absent: Set<UInt64>
  /// The hashes of all paths.
  ///
  /// Collisions do not occur by chance; a deliberate one can only hide a finding.
  private let paths: Set<UInt64>
  private lazy var suffixes = makeSuffixes()

  /// The position of an entry in the index.
  struct Place: Hashable {
    var shard: Int32
    var entry: Int32
  }

  /// The files whose paths have the same end.
  struct Match {
    /// The entry with the smallest path.
    var place: Place
    var isUnique: Bool
  }

  /// - Parameter absent: hashes of paths to treat as missing.
  init(_ shards: [NameShard], without absent: Set<UInt64> = []) {
    self.shards = shards
    self.absent = absent
    var paths: Set<UInt64> = []
    paths.reserveCapacity(shards.reduce(0) { $0 + $1.entries.count })
    for shard in shards { for entry in shard.entries { paths.insert(entry.pathHash) } }
    self.paths = paths.subtracting(absent)
  }

  /// Whether the walk found a file or folder with exactly this path.
  func contains(_ path: some Sequence<UInt8>) -> Bool { paths.contains(ByteHash(path).value) }

  func path(_ place: Place) -> VaultPath {
    let shard = shards[Int(place.shard)]
    return shard.path(of: shard.entries[Int(place.entry)])
  }

  // MARK: - Ends of paths

  /// The files whose paths end with these components, ignoring case and normalisation.
  func files(endingWith components: [UInt8]) -> Match? {
    suffixes[Self.hash(endingWith: components).value]
  }

  /// The file at this path, ignoring case and normalisation.
  func file(spelledLike path: [UInt8]) -> Match? {
    var hash = Self.hash(endingWith: path)
    hash.append(UInt8(ascii: "/"))
    return suffixes[hash.value]
  }

  /// Hashes the key of the path backwards, so that one pass gives the hashes of all its ends.
  private static func hash(endingWith path: [UInt8]) -> ByteHash {
    ByteHash(NameKey(path).bytes.reversed())
  }

  /// The matches by the hash of each end of each path, and of the whole path with a `/` before it.
  private func makeSuffixes() -> [UInt64: Match] {
    var suffixes: [UInt64: Match] = [:]
    suffixes.reserveCapacity(shards.reduce(0) { $0 + $1.entries.count * 4 })
    for (number, shard) in shards.enumerated() {
      for (index, entry) in shard.entries.enumerated()
      where !entry.isFolder && !absent.contains(entry.pathHash) {
        let place = Place(
          shard: Int32(truncatingIfNeeded: number), entry: Int32(truncatingIfNeeded: index))
        var hash = ByteHash()
        for byte in NameKey(shard.path(of: entry)).bytes.reversed() {
          if byte == UInt8(ascii: "/") { add(place, hash, to: &suffixes) }
          hash.append(byte)
        }
        add(place, hash, to: &suffixes)
        hash.append(UInt8(ascii: "/"))
        add(place, hash, to: &suffixes)
      }
    }
    return suffixes
  }

  private func add(_ place: Place, _ hash: ByteHash, to suffixes: inout [UInt64: Match]) {
    guard let present = suffixes[hash.value] else {
      suffixes[hash.value] = Match(place: place, isUnique: true)
      return
    }
    let smallest = path(present.place) < path(place) ? present.place : place
    suffixes[hash.value] = Match(place: smallest, isUnique: false)
  }
}
