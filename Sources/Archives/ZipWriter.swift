package import SystemCalls

/// What stands in a zip file about one of its files.
package struct ZipHeader: Hashable, Sendable {
  /// With `/` between its parts, and at the end of a folder's.
  package var name: [UInt8]
  package var isDeflated: Bool
  /// Nil for archives whose bytes depend on their content alone: there is no extra field then.
  package var modified: FileTime?
  /// The lower twelve bits of the mode.
  package var permissions: UInt32

  package init(
    _ name: [UInt8], isDeflated: Bool = false, modified: FileTime? = nil,
    permissions: UInt32 = 0o644
  ) {
    self.name = name
    self.isDeflated = isDeflated
    self.modified = modified
    self.permissions = permissions
  }

  package init(_ name: String, isDeflated: Bool = false) {
    self.init(Array(name.utf8), isDeflated: isDeflated)
  }

  fileprivate var isFolder: Bool { name.last == UInt8(ascii: "/") }
}

/// Writes a zip file into a regular file, from its beginning to its end and with the same memory for any size.
///
/// Checksums and sizes are written into the header of an entry once they are known, so no data descriptors follow, and
/// programs that read the file as a stream can read it too. Numbers have 64 bits where they need them (zip64).
package final class ZipWriter {
  private let file: FileDescriptor
  /// What is not in the file yet, and its place there.
  private var pending: [UInt8] = []
  private var place: Int64
  private var directory: [UInt8] = []
  private var count: Int64 = 0

  private static let flushSize = 1 << 16

  /// - Parameters:
  ///   - file: open for reading and writing.
  ///   - start: where the archive begins, for one behind something else.
  package init(_ file: consuming FileDescriptor, startingAt start: Int64 = 0) {
    self.file = file
    place = start
  }

  /// How many bytes the file has by now.
  private var size: Int64 { place + Int64(pending.count) }

  /// Adds a file of these bytes.
  package func add(_ header: ZipHeader, _ bytes: [UInt8]) throws {
    try add(header, expecting: Int64(bytes.count)) { put in try put(bytes) }
  }

  /// Adds a file whose bytes come in pieces.
  ///
  /// - Parameters:
  ///   - size: at most how many bytes will come, if there may be 4 GiB.
  ///   - body: calls its closure with each piece. If it throws, the archive is as it was before.
  /// - Throws: what `body` throws; `.tooLarge` if 4 GiB come and were not announced.
  package func add(
    _ header: ZipHeader, expecting size: Int64,
    _ body: (_ put: (_ piece: [UInt8]) throws -> Void) throws -> Void
  ) throws {
    guard header.name.count < Int(UInt16.max), !header.name.isEmpty else {
      throw ArchiveError(.invalidName, of: header.name)
    }
    let start = self.size
    do {
      // Deflating may add some bytes, too.
      var entry = Entry(header, start: start, is64: size >= ZipFormat.max32 - (1 << 24))
      try put(entry.localHeader)
      try write(&entry, body)
      guard entry.is64 || max(entry.size, entry.compressedSize) < ZipFormat.max32 else {
        throw ArchiveError(.tooLarge, of: header.name)
      }
      try replace(entry.localHeader, at: start)
      directory += entry.directoryHeader
      count += 1
    } catch {
      discard(after: start)
      throw error
    }
  }

  private func write(
    _ entry: inout Entry, _ body: (_ put: ([UInt8]) throws -> Void) throws -> Void
  ) throws {
    let deflater = entry.header.isDeflated ? try ZlibStream(.deflating) : nil
    func deflate(_ piece: [UInt8], isLast: Bool) throws {
      _ = try deflater?.run(piece, isLast: isLast) {
        entry.compressedSize += Int64($0.count)
        try put(Array($0))
      }
    }
    try body { piece in
      entry.size += Int64(piece.count)
      piece.withUnsafeBytes { entry.checksum = checksum($0, after: entry.checksum) }
      if deflater == nil { try put(piece) } else { try deflate(piece, isLast: false) }
    }
    if deflater == nil { entry.compressedSize = entry.size } else { try deflate([], isLast: true) }
  }

  /// Writes the directory at the end, after which nothing can be added.
  ///
  /// The file is not synced.
  package func finish() throws(SystemError) {
    let start = size
    try put(directory)
    let end = size
    var tail: [UInt8] = []
    if count >= ZipFormat.max16 || end >= ZipFormat.max32 {
      tail.append(little: ZipFormat.end64)
      tail.append(little: Int64(ZipFormat.end64Size - 12))
      tail.append(little: ZipFormat.madeBy)
      tail.append(little: UInt16(45))
      tail.append(little: Int64(0))
      // The last one is that of the part which follows, and of the first file of the archive.
      for number in [count, count, end - start, start, Int64(ZipFormat.locator64)] {
        tail.append(little: number)
      }
      tail.append(little: end)
      tail.append(little: UInt32(1))
    }
    tail.append(little: ZipFormat.end)
    tail.append(little: UInt32(0))
    for _ in 0..<2 { tail.append(little: UInt16(clamping: count)) }
    tail.append(little: UInt32(clamping: end - start))
    tail.append(little: UInt32(clamping: start))
    tail.append(little: UInt16(0))
    try put(tail)
    try flush()
    // An entry that was taken back may have been longer than what followed it.
    try file.truncate(to: place)
  }
}

extension ZipWriter {
  private func put(_ bytes: [UInt8]) throws(SystemError) {
    if pending.count + bytes.count > Self.flushSize { try flush() }
    guard bytes.count >= Self.flushSize else { return pending += bytes }
    try file.writeAll(bytes, at: place)
    place += Int64(bytes.count)
  }

  private func flush() throws(SystemError) {
    try file.writeAll(pending, at: place)
    place += Int64(pending.count)
    pending.removeAll(keepingCapacity: true)
  }

  private func replace(_ bytes: [UInt8], at start: Int64) throws(SystemError) {
    guard start >= place else { return try file.writeAll(bytes, at: start) }
    let first = Int(start - place)
    pending.replaceSubrange(first..<first + bytes.count, with: bytes)
  }

  private func discard(after start: Int64) {
    pending.removeLast(min(Int(size - start), pending.count))
    place = min(place, start)
  }
}

/// An entry that is being written, and both of its headers.
private struct Entry {
  let header: ZipHeader
  /// Where its header begins.
  let start: Int64
  /// Whether its header has room for numbers of 64 bits.
  let is64: Bool
  var size: Int64 = 0
  var compressedSize: Int64 = 0
  var checksum: UInt32 = 0

  init(_ header: ZipHeader, start: Int64, is64: Bool) {
    self.header = header
    self.start = start
    self.is64 = is64
  }

  /// Of the same length before and after the sizes are known.
  var localHeader: [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(little: ZipFormat.localHeader)
    let wide = extra64(is64 ? [size, compressedSize] : [])
    appendCommon(to: &bytes, is64 ? (.max, .max) : narrowSizes, extra: wide + timeField)
    return bytes + header.name + wide + timeField
  }

  var directoryHeader: [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(little: ZipFormat.directoryHeader)
    bytes.append(little: ZipFormat.madeBy)
    let wide = extra64([size, compressedSize, start].filter { $0 >= ZipFormat.max32 })
    appendCommon(to: &bytes, narrowSizes, extra: wide + timeField)
    // No comment, the first file of the archive, no inner attributes.
    for _ in 0..<3 { bytes.append(little: UInt16(0)) }
    let kind: UInt32 = header.isFolder ? 0o040000 : 0o100000
    bytes.append(little: (kind | header.permissions) << 16 | (header.isFolder ? 0x10 : 0))
    bytes.append(little: UInt32(clamping: start))
    return bytes + header.name + wide + timeField
  }

  private var narrowSizes: (UInt32, UInt32) {
    (UInt32(clamping: compressedSize), UInt32(clamping: size))
  }

  private func appendCommon(
    to bytes: inout [UInt8], _ sizes: (compressed: UInt32, size: UInt32), extra: [UInt8]
  ) {
    let time = header.modified.map { DOSTime($0) } ?? DOSTime()
    let isWide = header.name.contains { $0 >= 0x80 }
    let isText = isWide && String(validating: header.name, as: UTF8.self) != nil
    let numbers: [UInt16] = [
      is64 || start >= ZipFormat.max32 ? 45 : 20, isText ? ZipFormat.utf8 : 0,
      header.isDeflated ? ZipFormat.deflated : ZipFormat.stored, time.time, time.date,
    ]
    for number in numbers { bytes.append(little: number) }
    for number in [checksum, sizes.compressed, sizes.size] { bytes.append(little: number) }
    bytes.append(little: UInt16(header.name.count))
    bytes.append(little: UInt16(extra.count))
  }

  private func extra64(_ numbers: [Int64]) -> [UInt8] {
    guard !numbers.isEmpty else { return [] }
    var bytes: [UInt8] = []
    bytes.append(little: ZipFormat.extra64)
    bytes.append(little: UInt16(8 * numbers.count))
    for number in numbers { bytes.append(little: number) }
    return bytes
  }

  /// The time in seconds of UTC; none outside of what its 32 bits hold.
  private var timeField: [UInt8] {
    guard let seconds = (header.modified?.seconds).flatMap({ Int32(exactly: $0) }) else {
      return []
    }
    var bytes: [UInt8] = []
    bytes.append(little: ZipFormat.extraTime)
    bytes.append(little: UInt16(5))
    bytes.append(1)
    bytes.append(little: seconds)
    return bytes
  }
}
