internal import SystemCalls

/// Reads the file format of git's index (gitformat-index(5)), versions 2 to 4.
///
/// libgit2 takes 50 ms for 100,000 entries, mostly for the hash and for a value per entry. The hash is not checked here;
/// git checks it only in `git fsck`.
///
/// Every offset is checked before it is read.
struct GitIndexReader {
  /// Valid only during `read`.
  private let bytes: UnsafeRawBufferPointer
  private let version: UInt32
  private let count: Int
  private var place = 12
  private var entriesEnd = 12
  private var records: [GitIndex.Record] = []
  /// False for an empty path or a wrong order, as in a split index.
  private var isSound = true
  /// Version 4 only: the decompressed paths.
  private var paths: [UInt8] = []

  /// The bytes of an entry before its path, including its flags.
  private static let fixedCount = 62
  /// The longest path of operating systems; a few bytes of version 4 could spell longer ones.
  private static let longestPath = 4096
  /// skip-worktree and intent-to-add.
  private static let knownFlags: UInt16 = 0x6000
  /// The length of the hash at the end of the file.
  private static let hashCount = 20

  /// - Throws: `.damaged`; `.splitIndex`, `.sparseIndex`; `.unsupported` for another version or an unknown mandatory
  ///   extension.
  static func read(
    _ bytes: [UInt8], modified: FileTime, inode: UInt64 = 0
  ) throws(GitError) -> GitIndex {
    let reader = try bytes.withRaw { buffer throws(GitError) in
      var reader = try GitIndexReader(buffer)
      for _ in 0..<reader.count { try reader.readEntry() }
      reader.entriesEnd = reader.place
      try reader.checkExtensions()
      guard reader.isSound else { throw damaged("its paths are not sorted") }
      return reader
    }
    return GitIndex(
      version: reader.version, modified: modified, inode: inode, bytes: bytes,
      pathBytes: reader.version == 4 ? reader.paths : bytes, records: reader.records,
      entriesEnd: reader.entriesEnd)
  }

  private init(_ bytes: UnsafeRawBufferPointer) throws(GitError) {
    guard bytes.count >= 12 + Self.hashCount, bytes.starts(with: "DIRC".utf8),
      bytes.count <= Int(UInt32.max)
    else { throw Self.damaged("it has no signature") }
    self.bytes = bytes
    version = bytes.number(at: 4)
    guard (2...4).contains(version) else {
      throw Self.unknown("its format has version \(version)")
    }
    count = Int(bytes.number(at: 8))
    guard count <= bytes.count / Self.fixedCount else { throw Self.cutOff }
    records.reserveCapacity(count)
  }

  private var end: Int { bytes.count - Self.hashCount }

  private mutating func readEntry() throws(GitError) {
    let start = place
    // At least two bytes follow the fixed part: more flags, or a path and its NUL.
    guard end - start >= Self.fixedCount + 2 else { throw Self.cutOff }
    let flags = bytes.shortNumber(at: start + 60)
    place += Self.fixedCount
    var record = GitIndex.Record(
      start: UInt32(start), extendedFlags: 0, pathCount: 0, pathStart: 0)
    if flags & 0x4000 != 0 {
      guard version > 2 else { throw Self.unknown("version 2 with extended flags") }
      record.extendedFlags = bytes.shortNumber(at: place)
      guard record.extendedFlags & ~Self.knownFlags == 0 else {
        throw Self.unknown("an entry has unknown flags")
      }
      place += 2
    }
    if version == 4 {
      try readShortenedPath(into: &record)
    } else {
      try readPath(into: &record, announced: Int(flags & 0xFFF))
      // One to eight NUL pad the entry to a multiple of eight bytes.
      place += 8 - (place - start) % 8
      guard place <= end else { throw Self.cutOff }
    }
    if record.pathCount == 0 || !isInOrder(record, flags) { isSound = false }
    records.append(record)
  }

  /// - Parameter announced: the length in the entry's flags; 0xFFF for that and more.
  private mutating func readPath(
    into record: inout GitIndex.Record, announced: Int
  ) throws(GitError) {
    record.pathStart = UInt32(place)
    var count = announced
    if count == 0xFFF {
      guard place + count <= end, let length = bytes[place..<end].firstIndex(of: 0) else {
        throw Self.cutOff
      }
      count = length - place
    }
    guard place + count < end, bytes[place + count] == 0
    else { throw Self.damaged("a path has the wrong length") }
    guard count <= Self.longestPath else { throw Self.unknown("a path is too long") }
    record.pathCount = UInt16(count)
    place += count
  }

  /// Version 4: the number of bytes to drop from the end of the previous path, and the bytes to append.
  private mutating func readShortenedPath(
    into record: inout GitIndex.Record
  ) throws(GitError) {
    let previous = records.last
    let previousCount = Int(previous?.pathCount ?? 0)
    let dropped = try readOffset()
    guard dropped <= previousCount else {
      throw Self.damaged("a path drops more bytes than the previous one has")
    }
    guard let stop = bytes[place..<end].firstIndex(of: 0) else { throw Self.cutOff }
    let kept = previousCount - dropped
    let count = kept + stop - place
    guard count <= Self.longestPath, paths.count + count <= Int(UInt32.max) else {
      throw Self.unknown("a path is too long")
    }
    record.pathStart = UInt32(paths.count)
    record.pathCount = UInt16(count)
    let from = Int(previous?.pathStart ?? 0)
    for index in from..<from + kept { paths.append(paths[index]) }
    paths.append(contentsOf: bytes[place..<stop])
    place = stop + 1
  }

  /// A number as in "offset encoding" of gitformat-pack.
  private mutating func readOffset() throws(GitError) -> Int {
    var value = -1
    while place < end {
      let byte = bytes[place]
      place += 1
      value = (value + 1) << 7 | Int(byte & 127)
      if byte < 128 { return value }
      guard value <= Self.longestPath else { break }
    }
    throw Self.cutOff
  }

  /// Whether the entry follows the previous one: by the bytes of the paths, then by stage.
  private func isInOrder(_ record: GitIndex.Record, _ flags: UInt16) -> Bool {
    guard let previous = records.last else { return true }
    let (a, b) = (Int(previous.pathCount), Int(record.pathCount))
    var index = 0
    while index < min(a, b) {
      let (first, second) = (pathByte(previous, index), pathByte(record, index))
      if first != second { return first < second }
      index += 1
    }
    if a != b { return a < b }
    return bytes.shortNumber(at: Int(previous.start) + 60) & 0x3000 < flags & 0x3000
  }

  private func pathByte(_ record: GitIndex.Record, _ index: Int) -> UInt8 {
    let place = Int(record.pathStart) + index
    return version == 4 ? paths[place] : bytes[place]
  }

  /// Extensions have a name and a length; those whose name begins with a capital letter are optional.
  private mutating func checkExtensions() throws(GitError) {
    while place < end {
      guard end - place >= 8 else { throw Self.cutOff }
      let name = String(decoding: bytes[place..<place + 4], as: UTF8.self)
      let isOptional = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(bytes[place])
      guard isOptional else { throw Self.unsupported(name) }
      let size = Int(bytes.number(at: place + 4))
      guard size <= end - place - 8 else { throw Self.cutOff }
      place += 8 + size
    }
  }

  private static let operation = "read git's index"

  private static var cutOff: GitError { damaged("it is truncated") }

  private static func damaged(_ message: String) -> GitError {
    GitError(.damaged, operation: operation, message: message)
  }

  private static func unknown(_ message: String) -> GitError {
    GitError(.unsupported, operation: operation, message: message)
  }

  private static func unsupported(_ part: String) -> GitError {
    let (code, words): (GitError.Code, String) =
      switch part {
      case "link": (.splitIndex, "it is split (core.splitIndex)")
      case "sdir": (.sparseIndex, "it is sparse (index.sparse)")
      default: (.unsupported, "it has the unknown extension '\(part)'")
      }
    return GitError(code, operation: operation, message: words)
  }
}

/// Big-endian numbers; the caller has checked the offset.
extension UnsafeRawBufferPointer {
  func number(at place: Int) -> UInt32 {
    UInt32(bigEndian: loadUnaligned(fromByteOffset: place, as: UInt32.self))
  }

  func shortNumber(at place: Int) -> UInt16 {
    UInt16(bigEndian: loadUnaligned(fromByteOffset: place, as: UInt16.self))
  }
}
