package import SystemCalls

/// A file or folder in a zip file, as its directory has it.
package struct ZipEntry: Hashable, Sendable {
  /// Relative, without `.`, `..`, empty parts and NUL; without the `/` at the end of a folder's.
  package let name: [UInt8]
  package let isFolder: Bool
  package let size: Int64
  package let compressedSize: Int64
  /// The CRC-32 of its bytes.
  package let checksum: UInt32
  fileprivate let nameInFile: [UInt8]
  fileprivate let method: UInt16
  /// Where its header begins, and where the next thing in the file does.
  fileprivate let start: Int64
  fileprivate var end: Int64 = 0
}

/// Reads zip files that strangers may have made.
///
/// All of the directory is checked before anything is read: no entry leads out of a folder, is there twice, overlaps
/// another, or becomes larger than its compressed size allows. Only what programs write today is read: one file, not
/// encrypted, stored or deflated, zip64 or not.
package final class ZipReader {
  /// In the order of the directory.
  package let entries: [ZipEntry]
  private let file: FileDescriptor

  /// More than any backup has, and little enough to be held in memory.
  private static let directoryLimit: Int64 = 1 << 29
  /// Deflate makes at most 1,032 bytes of one.
  private static let inflation: Int64 = 1032
  private static let pieceSize = 1 << 17

  /// - Parameter file: open for reading.
  /// - Throws: an `ArchiveError` for a file that is refused, or a `SystemError`.
  package init(_ file: consuming FileDescriptor) throws {
    let place = try DirectoryPlace(of: file)
    guard place.size <= Self.directoryLimit else { throw ArchiveError(.tooLarge) }
    let bytes = try file.readChunk(Int(place.size), at: place.start)
    entries = try Self.entries(in: bytes, place)
    self.file = file
  }

  /// Passes the bytes of a file to `body` in pieces.
  ///
  /// - Throws: what `body` throws; `.damaged` or `.inconsistent`, after some of the pieces.
  package func read(_ entry: ZipEntry, _ body: ([UInt8]) throws -> Void) throws {
    var offset = try startOfData(of: entry)
    let inflater = entry.method == ZipFormat.deflated ? try ZlibStream(.inflating) : nil
    var rest = entry.compressedSize
    var (size, sum, hasEnded) = (Int64(0), UInt32(0), inflater == nil)
    func pass(_ piece: [UInt8]) throws {
      size += Int64(piece.count)
      guard size <= entry.size else { throw ArchiveError(.damaged, of: entry.name) }
      sum = piece.withUnsafeBytes { checksum($0, after: sum) }
      try body(piece)
    }
    while rest > 0 {
      let piece = try file.readChunk(Int(min(rest, Int64(Self.pieceSize))), at: offset)
      guard !piece.isEmpty else { throw ArchiveError(.damaged, of: entry.name) }
      offset += Int64(piece.count)
      rest -= Int64(piece.count)
      guard let inflater else {
        try pass(piece)
        continue
      }
      do {
        guard !hasEnded else { throw ArchiveError(.damaged) }
        hasEnded = try inflater.run(piece, isLast: rest == 0) { try pass(Array($0)) }
      } catch is ArchiveError {
        throw ArchiveError(.damaged, of: entry.name)
      }
    }
    guard hasEnded, size == entry.size, sum == entry.checksum else {
      throw ArchiveError(.damaged, of: entry.name)
    }
  }

  /// The bytes of a small file.
  ///
  /// - Throws: `.tooLarge` if it has more than `limit`.
  package func contents(of entry: ZipEntry, limit: Int) throws -> [UInt8] {
    guard entry.size <= Int64(limit) else { throw ArchiveError(.tooLarge, of: entry.name) }
    var bytes: [UInt8] = []
    try read(entry) { bytes += $0 }
    return bytes
  }

  /// Behind the header, which repeats the name.
  private func startOfData(of entry: ZipEntry) throws -> Int64 {
    let header = try file.readChunk(
      ZipFormat.localHeaderSize + entry.nameInFile.count, at: entry.start)
    guard header.little(UInt32.self, at: 0) == ZipFormat.localHeader,
      header.little(UInt16.self, at: 8) == entry.method,
      let extra = header.little(UInt16.self, at: 28),
      header.little(UInt16.self, at: 26).map({ Int($0) }) == entry.nameInFile.count,
      header[ZipFormat.localHeaderSize...].elementsEqual(entry.nameInFile)
    else { throw ArchiveError(.inconsistent, of: entry.name) }
    let start = entry.start + Int64(header.count) + Int64(extra)
    guard start + entry.compressedSize <= entry.end else {
      throw ArchiveError(.inconsistent, of: entry.name)
    }
    return start
  }
}

extension ZipReader {
  private static func entries(in bytes: [UInt8], _ place: DirectoryPlace) throws -> [ZipEntry] {
    var entries: [ZipEntry] = []
    var names: Set<[UInt8]> = []
    var offset = 0
    while offset < bytes.count {
      let entry = try ZipEntry(in: bytes, at: &offset)
      guard names.insert(entry.name).inserted else {
        throw ArchiveError(.duplicate, of: entry.name)
      }
      guard entry.size / inflation <= entry.compressedSize else {
        throw ArchiveError(.inconsistent, of: entry.name)
      }
      entries.append(entry)
    }
    guard entries.count == place.count else { throw ArchiveError(.inconsistent) }
    // Each has the room up to the next one, so that none shares bytes with another.
    var end = place.start
    for index in entries.indices.sorted(by: { entries[$0].start > entries[$1].start }) {
      let entry = entries[index]
      let header = Int64(ZipFormat.localHeaderSize + entry.nameInFile.count)
      guard entry.start <= end - header, entry.compressedSize <= end - header - entry.start else {
        throw ArchiveError(.inconsistent, of: entry.name)
      }
      entries[index].end = end
      end = entry.start
    }
    return entries
  }
}

extension ZipEntry {
  /// - Parameter offset: that of an entry of the directory; afterwards that of the next.
  fileprivate init(in bytes: [UInt8], at offset: inout Int) throws {
    guard bytes.little(UInt32.self, at: offset) == ZipFormat.directoryHeader,
      let flags = bytes.little(UInt16.self, at: offset + 8),
      let method = bytes.little(UInt16.self, at: offset + 10),
      let checksum = bytes.little(UInt32.self, at: offset + 16),
      let compressed = bytes.little(UInt32.self, at: offset + 20),
      let size = bytes.little(UInt32.self, at: offset + 24),
      let attributes = bytes.little(UInt32.self, at: offset + 38),
      let start = bytes.little(UInt32.self, at: offset + 42)
    else { throw ArchiveError(.inconsistent) }
    var next = offset + ZipFormat.directoryHeaderSize
    var parts: [[UInt8]] = []
    for place in [28, 30, 32] {
      let length = bytes.little(UInt16.self, at: offset + place).map { Int($0) } ?? 0
      guard length <= bytes.count - next else { throw ArchiveError(.inconsistent) }
      parts.append(Array(bytes[next..<next + length]))
      next += length
    }
    offset = next
    nameInFile = parts[0]
    isFolder = nameInFile.last == UInt8(ascii: "/")
    name = isFolder ? nameInFile.dropLast() : nameInFile
    self.method = method
    self.checksum = checksum
    let wide = try Self.wideNumbers(
      [size, compressed, start], in: parts[1], name: name)
    (self.size, compressedSize, self.start) = (wide[0], wide[1], wide[2])
    try check(flags: flags, mode: attributes >> 16)
  }

  /// The numbers that have the greatest value in 32 bits stand in the extra field, in this order.
  private static func wideNumbers(
    _ numbers: [UInt32], in extra: [UInt8], name: [UInt8]
  ) throws -> [Int64] {
    var offset = 0
    var fields: [UInt16: Int] = [:]
    while let id = extra.little(UInt16.self, at: offset),
      let length = extra.little(UInt16.self, at: offset + 2)
    {
      fields[id] = offset + 4
      offset += 4 + Int(length)
    }
    var place = fields[ZipFormat.extra64]
    return try numbers.map { number in
      guard number == .max, let wide = place else { return Int64(number) }
      guard let value = extra.little(Int64.self, at: wide), value >= 0 else {
        throw ArchiveError(.inconsistent, of: name)
      }
      place = wide + 8
      return value
    }
  }

  private func check(flags: UInt16, mode: UInt32) throws {
    func refuse(_ reason: ArchiveError.Reason) -> ArchiveError { ArchiveError(reason, of: name) }
    let parts = name.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard !name.contains(0),
      parts.allSatisfy({
        !$0.isEmpty && !$0.elementsEqual(".".utf8) && !$0.elementsEqual("..".utf8)
      })
    else { throw refuse(.invalidName) }
    guard flags & ZipFormat.encrypted == 0, [ZipFormat.stored, ZipFormat.deflated].contains(method)
    else { throw refuse(.unsupported) }
    // Programs that know no modes leave it empty.
    let kind = mode & 0o170000
    guard [0, isFolder ? 0o040000 : 0o100000].contains(kind) else { throw refuse(.special) }
    guard method != ZipFormat.stored || size == compressedSize, !isFolder || size == 0 else {
      throw refuse(.inconsistent)
    }
  }
}

/// Where the directory of a zip file is.
private struct DirectoryPlace {
  var start: Int64
  var size: Int64
  var count: Int64

  /// - Throws: `.noDirectory`; `.inconsistent` if the directory does not end where the end of the file begins.
  init(of file: borrowing FileDescriptor) throws {
    let length = try file.status().size
    let tailSize = min(length, Int64(ZipFormat.endSize) + ZipFormat.max16)
    let tail = try file.readChunk(Int(tailSize), at: length - tailSize)
    guard let end = Self.placeOfEnd(in: tail),
      let disks = tail.little(UInt32.self, at: end + 4),
      let count = tail.little(UInt16.self, at: end + 10),
      let size = tail.little(UInt32.self, at: end + 12),
      let start = tail.little(UInt32.self, at: end + 16)
    else { throw ArchiveError(.noDirectory) }
    guard disks == 0 else { throw ArchiveError(.unsupported) }
    (self.start, self.size, self.count) = (Int64(start), Int64(size), Int64(count))
    var limit = length - tailSize + Int64(end)
    let locator = limit - Int64(ZipFormat.locator64Size)
    if locator >= 0 {
      let bytes = try file.readChunk(ZipFormat.locator64Size, at: locator)
      if bytes.little(UInt32.self, at: 0) == ZipFormat.locator64 {
        limit = bytes.little(Int64.self, at: 8) ?? -1
        guard limit >= 0, limit <= locator - Int64(ZipFormat.end64Size) else {
          throw ArchiveError(.inconsistent)
        }
        try readWide(file.readChunk(ZipFormat.end64Size, at: limit))
      }
    }
    guard self.start >= 0, self.size >= 0, self.start <= limit, self.size == limit - self.start
    else { throw ArchiveError(.inconsistent) }
  }

  private mutating func readWide(_ bytes: [UInt8]) throws {
    guard bytes.little(UInt32.self, at: 0) == ZipFormat.end64,
      let count = bytes.little(Int64.self, at: 32), let size = bytes.little(Int64.self, at: 40),
      let start = bytes.little(Int64.self, at: 48)
    else { throw ArchiveError(.inconsistent) }
    (self.start, self.size, self.count) = (start, size, count)
  }

  /// A comment may follow, up to the end of the file.
  private static func placeOfEnd(in tail: [UInt8]) -> Int? {
    stride(from: tail.count - ZipFormat.endSize, through: 0, by: -1).first { place in
      tail.little(UInt32.self, at: place) == ZipFormat.end
        && tail.little(UInt16.self, at: place + 20).map { Int($0) }
          == tail.count - place - ZipFormat.endSize
    }
  }
}
