/// Consecutive texts in segments that are filled in order and never moved.
struct ByteArena: Sendable {
  private var full: [[UInt8]] = []
  private var last: [UInt8] = []

  /// The high bits of a text's start are the number of its segment, the low bits its offset there.
  private static let placeBits: UInt32 = 20
  private static let segmentSize = 1 << placeBits

  /// Starts have 32 bits, so there are 4096 segments of 1 MiB; some are reserved for provisional ids.
  private static let segmentLimit = 4096 - 256

  /// Only the last text of a segment may extend beyond its end.
  var hasRoom: Bool { full.count < Self.segmentLimit }

  /// Ensures that the next `count` bytes are stored contiguously.
  mutating func prepare(for count: Int) {
    if last.count + Swift.max(count, 1) <= Self.segmentSize {
      if last.isEmpty { last.reserveCapacity(Self.segmentSize) }
      return
    }
    if !last.isEmpty {
      full.append(last)
      last = []
    }
    last.reserveCapacity(Swift.max(count, Self.segmentSize))
  }

  /// Appends bytes, for which `prepare` has made room.
  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    last.append(contentsOf: bytes)
  }

  /// The start of the next bytes; valid after `prepare`.
  var end: UInt32 {
    UInt32(truncatingIfNeeded: full.count) << Self.placeBits
      | UInt32(truncatingIfNeeded: last.count)
  }

  /// Calls `body` with the bytes, which are valid during the call; for data read of every note.
  @inline(__always)
  func withBytes<Result>(
    _ range: ArenaRange, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    let segment = Int(range.start >> Self.placeBits)
    let start = Int(range.start) & (Self.segmentSize - 1)
    let places = start..<start + Int(range.count)
    func give(_ bytes: UnsafeBufferPointer<UInt8>) -> Result {
      body(UnsafeBufferPointer(rebasing: bytes[places]))
    }
    return segment < full.count
      ? full[segment].withUnsafeBufferPointer(give) : last.withUnsafeBufferPointer(give)
  }

  subscript(range: ArenaRange) -> ArraySlice<UInt8> {
    let segment = Int(range.start >> Self.placeBits)
    let start = Int(range.start) & (Self.segmentSize - 1)
    let places = start..<start + Int(range.count)
    return segment < full.count ? full[segment][places] : last[places]
  }
}

/// A range of bytes in an arena.
struct ArenaRange: Sendable {
  var start: UInt32 = 0
  var count: UInt32 = 0

  var range: Range<Int> { Int(start)..<Int(start) + Int(count) }
}

extension [UInt8] {
  /// Appends bytes to an array that serves as an arena; nil if a range cannot name their place.
  mutating func store(_ bytes: UnsafeBufferPointer<UInt8>) -> ArenaRange? {
    guard count < Int(UInt32.max) - bytes.count else { return nil }
    defer { append(contentsOf: bytes) }
    return ArenaRange(
      start: UInt32(truncatingIfNeeded: count), count: UInt32(truncatingIfNeeded: bytes.count))
  }
}
