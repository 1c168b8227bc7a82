internal import SystemCalls
internal import VaultFormat

/// Writes the file format of git's index (gitformat-index(5)), versions 2 to 4.
///
/// Entries are added in byte order of their paths, then come extensions, then the hash.
struct GitIndexWriter {
  private(set) var bytes: [UInt8] = []
  private let version: UInt32
  private var count: UInt32 = 0
  /// Version 4 only: the previous path.
  private var previous: [UInt8] = []

  private static let countPlace = 8
  /// The offset in an entry.
  private static let sizePlace = 36
  private static let longName = 0xFFF
  private static let extendedFlag: UInt16 = 0x4000
  private static let assumeValidFlag: UInt16 = 0x8000
  private static let skipsWorktreeFlag: UInt16 = 0x4000
  private static let intentToAddFlag: UInt16 = 0x2000

  /// - Parameters:
  ///   - version: 2, 3 or 4.
  ///   - capacity: the expected number of bytes.
  init(version: UInt32, capacity: Int) {
    self.version = version
    bytes.reserveCapacity(capacity)
    bytes += "DIRC".utf8
    append(version)
    append(count)
  }

  /// The index with the written entries.
  ///
  /// - Throws: `.damaged` if the entries are not in order.
  func index(
    modified: FileTime = FileTime(seconds: 0, nanoseconds: 0)
  ) throws(GitError) -> GitIndex {
    let hash = repeatElement(UInt8(0), count: ObjectID.byteCount)
    return try GitIndexReader.read(bytes + hash, modified: modified)
  }

  // MARK: - Entries

  /// Copies entries of another index.
  mutating func add(_ positions: Range<Int>, of index: GitIndex) {
    guard let last = positions.last else { return }
    guard version != 4, index.version != 4 else {
      for position in positions { add(position, of: index) }
      return
    }
    let start = Int(index.records[positions.lowerBound].start)
    let end = last + 1 < index.count ? Int(index.records[last + 1].start) : index.entriesEnd
    bytes += index.bytes[start..<end]
    raiseCount(by: positions.count)
  }

  /// Copies an entry with size 0, which makes git read the file ("racy git" in its documentation).
  mutating func addRacy(_ position: Int, of index: GitIndex) {
    let start = bytes.count
    add(position..<position + 1, of: index)
    for place in 0..<4 { bytes[start + Self.sizePlace + place] = 0 }
  }

  private mutating func add(_ position: Int, of index: GitIndex) {
    let record = index.records[position]
    let (start, fixed) = (bytes.count, Int(record.start)..<Int(record.start) + 60)
    bytes += index.bytes[fixed]
    let flags = index.bytes.withUnsafeBytes { $0.shortNumber(at: fixed.upperBound) }
    append(flags)
    if flags & Self.extendedFlag != 0 { append(record.extendedFlags) }
    index.withPath(at: position) { endEntry($0, from: start) }
  }

  mutating func add(_ entry: GitIndex.Entry, at path: UnsafeBufferPointer<UInt8>) {
    let start = bytes.count
    append(time: entry.changed)
    append(time: entry.modified)
    for number in [
      entry.device, entry.inode, entry.mode, entry.owner, entry.group, entry.size,
    ] { append(number) }
    bytes += entry.id.bytes
    let extended =
      (entry.skipsWorktree ? Self.skipsWorktreeFlag : 0)
      | (entry.isIntentToAdd ? Self.intentToAddFlag : 0)
    append(
      UInt16(min(path.count, Self.longName)) | UInt16(truncatingIfNeeded: entry.stage & 3) << 12
        | (extended == 0 ? 0 : Self.extendedFlag)
        | (entry.isAssumedUnchanged ? Self.assumeValidFlag : 0))
    if extended != 0 { append(extended) }
    endEntry(path, from: start)
  }

  private mutating func endEntry(_ path: UnsafeBufferPointer<UInt8>, from start: Int) {
    raiseCount(by: 1)
    if version == 4 {
      let shared = zip(previous, path).prefix { $0 == $1 }.count
      append(offset: previous.count - shared)
      bytes += path[shared...]
      bytes.append(0)
      previous = Array(path)
      return
    }
    bytes += path
    // One to eight NUL pad the entry to a multiple of eight bytes.
    bytes += repeatElement(0, count: 8 - (bytes.count - start) % 8)
  }

  private mutating func raiseCount(by added: Int) {
    count &+= UInt32(truncatingIfNeeded: added)
    for place in 0..<4 {
      bytes[Self.countPlace + place] = UInt8(truncatingIfNeeded: count >> (24 - 8 * UInt32(place)))
    }
  }

  // MARK: - Extensions

  /// An extension with its name and length.
  static func part(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let size = UInt32(truncatingIfNeeded: content.count).bigEndian
    return Array(name.utf8) + withUnsafeBytes(of: size) { Array($0) } + content
  }

  // MARK: - Numbers

  private mutating func append(_ number: UInt32) {
    withUnsafeBytes(of: number.bigEndian) { bytes += $0 }
  }

  private mutating func append(_ number: UInt16) {
    withUnsafeBytes(of: number.bigEndian) { bytes += $0 }
  }

  private mutating func append(time: FileTime) {
    append(UInt32(truncatingIfNeeded: time.seconds))
    append(UInt32(bitPattern: time.nanoseconds))
  }

  /// A number as in "offset encoding" of gitformat-pack.
  private mutating func append(offset: Int) {
    var digits = [UInt8(offset & 127)]
    var rest = offset >> 7
    while rest > 0 {
      rest -= 1
      digits.append(UInt8(rest & 127) | 128)
      rest >>= 7
    }
    bytes += digits.reversed()
  }
}
