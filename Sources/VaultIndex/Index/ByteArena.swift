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

/// An array in segments of one size, which are filled in order and never moved.
///
/// A normal array doubles its block when that is full: a million elements would be copied several times, each time to
/// pages that the system has to clear first, with the old and the new block in memory.
struct SegmentedArray<Element: Sendable>: Sendable {
  private var full: [[Element]] = []
  private var last: [Element] = []

  /// The number of elements in a segment.
  private static var segmentSize: Int { 1 << 14 }

  mutating func append(_ element: Element) {
    if last.isEmpty || last.count == Self.segmentSize { startSegment() }
    last.append(element)
  }

  /// Calls `body` with each index and element; faster than a loop over the indices.
  func forEachIndexed(_ body: (Int, Element) -> Void) {
    var index = 0
    func visit(_ segment: [Element]) {
      segment.withUnsafeBufferPointer { elements in
        for element in elements {
          body(index, element)
          index += 1
        }
      }
    }
    full.forEach(visit)
    visit(last)
  }

  private mutating func startSegment() {
    if !last.isEmpty {
      full.append(last)
      last = []
    }
    last.reserveCapacity(Self.segmentSize)
  }
}

extension SegmentedArray: RandomAccessCollection, MutableCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { full.count * Self.segmentSize + last.count }

  subscript(index: Int) -> Element {
    get {
      let (segment, place) = (index / Self.segmentSize, index % Self.segmentSize)
      return segment < full.count ? full[segment][place] : last[place]
    }
    set {
      let (segment, place) = (index / Self.segmentSize, index % Self.segmentSize)
      if segment < full.count { full[segment][place] = newValue } else { last[place] = newValue }
    }
  }
}

/// A UUID as two words; in text form, 36 characters with lower-case letters, as tl writes them.
///
/// Nearly every id is one; with 16 bytes instead of 36, a million take 20 MB less.
struct PackedUUID: Sendable {
  private let high: UInt64
  private let low: UInt64

  static let textLength = 36
  private static let hyphen = UInt8(ascii: "-")

  /// Nil for any other text.
  init?(_ text: UnsafeBufferPointer<UInt8>) {
    guard text.count == Self.textLength, text[8] == Self.hyphen, text[13] == Self.hyphen,
      text[18] == Self.hyphen, text[23] == Self.hyphen
    else { return nil }
    let bytes = UnsafeRawBufferPointer(text)
    func eight(_ start: Int) -> UInt64 {
      UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self))
    }
    func four(_ start: Int) -> UInt64 {
      UInt64(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt32.self)))
    }
    // Without a branch for each word, since nearly every id is a UUID.
    var others: UInt64 = 0
    let first = Self.value(ofDigits: eight(0), &others)
    let second = Self.value(ofDigits: four(9) | four(14) << 32, &others)
    let third = Self.value(ofDigits: four(19) | four(24) << 32, &others)
    let last = Self.value(ofDigits: eight(28), &others)
    guard others == 0 else { return nil }
    high = first | second << 32
    low = third | last << 32
  }

  /// Calls `body` with the text; the bytes are valid during the call.
  func withText<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    withUnsafeTemporaryAllocation(byteCount: Self.textLength, alignment: 1) { text in
      let (second, third) = (Self.digits(ofValue: high >> 32), Self.digits(ofValue: low))
      for place in [8, 13, 18, 23] { text[place] = Self.hyphen }
      text.storeBytes(of: prefix.littleEndian, toByteOffset: 0, as: UInt64.self)
      Self.store(second, in: text, at: (9, 14))
      Self.store(third, in: text, at: (19, 24))
      let last = Self.digits(ofValue: low >> 32)
      text.storeBytes(of: last.littleEndian, toByteOffset: 28, as: UInt64.self)
      return body(UnsafeBufferPointer(text.assumingMemoryBound(to: UInt8.self)))
    }
  }

  /// The first eight characters, the first in the lowest byte.
  var prefix: UInt64 { Self.digits(ofValue: high) }

  private static func store(
    _ digits: UInt64, in text: UnsafeMutableRawBufferPointer, at places: (Int, Int)
  ) {
    let (first, second) = (UInt32(truncatingIfNeeded: digits), UInt32(digits >> 32))
    text.storeBytes(of: first.littleEndian, toByteOffset: places.0, as: UInt32.self)
    text.storeBytes(of: second.littleEndian, toByteOffset: places.1, as: UInt32.self)
  }

  // Eight digits at a time in one word, the first digit in its lowest byte.

  /// In the lower half of the word; sets bits of `others` for characters that are not digits.
  @inline(__always)
  private static func value(ofDigits digits: UInt64, _ others: inout UInt64) -> UInt64 {
    let letters = digits >> 6 & everyByte(0x01)
    let values = (digits & everyByte(0x0F)) &+ letters &* 9
    others |= (values & everyByte(0xF0)) | (characters(values) ^ digits)
    var packed = (values << 4 | values >> 8) & 0x00FF_00FF_00FF_00FF
    packed = (packed | packed >> 8) & 0x0000_FFFF_0000_FFFF
    return (packed | packed >> 16) & 0xFFFF_FFFF
  }

  /// The hex digits of the lower half of a word.
  @inline(__always)
  private static func digits(ofValue value: UInt64) -> UInt64 {
    var spread = value & 0xFFFF_FFFF
    spread = (spread | spread << 16) & 0x0000_FFFF_0000_FFFF
    spread = (spread | spread << 8) & 0x00FF_00FF_00FF_00FF
    return characters((spread >> 4 | spread << 8) & everyByte(0x0F))
  }

  /// The characters of numbers from 0 to 15.
  @inline(__always)
  private static func characters(_ values: UInt64) -> UInt64 {
    let letters = (values &+ everyByte(0x06)) >> 4 & everyByte(0x01)
    return values &+ everyByte(0x30) &+ letters &* 0x27
  }

  @inline(__always)
  private static func everyByte(_ byte: UInt64) -> UInt64 { byte &* 0x0101_0101_0101_0101 }
}
