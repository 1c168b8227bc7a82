package import SystemCalls

/// Random access to the bytes of a file or an array, within a budget.
///
/// Every read is counted, so a loop that reads in each round ends, whatever the bytes say.
package final class ByteSource {
  /// The size of the source in bytes.
  package let size: Int64
  /// How many bytes may still be read.
  package private(set) var budget: Int
  /// How many reads may still be asked for, from memory or not.
  private var readsLeft: Int
  private let load: (_ offset: Int64, _ count: Int) -> [UInt8]?

  /// The bytes around the last small read: most of the readers go from one header to the next.
  private var window: [UInt8] = []
  private var windowStart: Int64 = 0

  /// Enough for all that describes a file, and little against a film.
  package static let usualBudget = 4 << 20
  private static let windowSize = 512

  private init(
    size: Int64, budget: Int, load: @escaping (_ offset: Int64, _ count: Int) -> [UInt8]?
  ) {
    self.size = max(size, 0)
    self.budget = budget
    // Headers are rarely closer than this; a file of nothing but headers is a hostile one.
    readsLeft = 50_000 + min(max(budget, 0), 64 << 20) / 64
    self.load = load
  }

  /// - Parameter budget: in bytes.
  package convenience init(_ bytes: [UInt8], budget: Int = usualBudget) {
    self.init(size: Int64(bytes.count), budget: budget) { offset, count in
      // The range lies within `size`, as `read` makes sure.
      Array(bytes[Int(offset)..<Int(offset) + count])
    }
  }

  /// A regular file, at the size that it has now.
  ///
  /// - Parameter budget: in bytes.
  package convenience init(
    _ file: consuming FileDescriptor, budget: Int = usualBudget
  ) throws(SystemError) {
    let kept = file
    self.init(size: try kept.status().size, budget: budget) { offset, count in
      try? kept.readChunk(count, at: offset)
    }
  }

  /// Exactly `count` bytes from `offset` on; nil if they are not all there, or the budget is spent.
  package func read(_ offset: Int64, _ count: Int) -> [UInt8]? {
    guard offset >= 0, count >= 0, Int64(count) <= size, offset <= size - Int64(count),
      readsLeft > 0
    else { return nil }
    readsLeft -= 1
    if let kept = fromWindow(offset, count) { return kept }
    guard count <= Self.windowSize / 4 else { return fetch(offset, count) }
    let wanted = Int(min(Int64(min(Self.windowSize, max(budget, 0))), size - offset))
    guard wanted >= count, let bytes = fetch(offset, wanted) else { return nil }
    window = bytes
    windowStart = offset
    return Array(bytes[..<count])
  }

  private func fromWindow(_ offset: Int64, _ count: Int) -> [UInt8]? {
    let start = offset - windowStart
    guard start >= 0, start <= Int64(window.count), Int64(window.count) - start >= Int64(count)
    else { return nil }
    return Array(window[Int(start)..<Int(start) + count])
  }

  private func fetch(_ offset: Int64, _ count: Int) -> [UInt8]? {
    guard count <= budget else { return nil }
    budget -= count
    // A file that became shorter gives fewer bytes than it had.
    guard let bytes = load(offset, count), bytes.count == count else { return nil }
    return bytes
  }

  /// The whole file.
  var all: ByteSlice { ByteSlice(source: self, start: 0, count: size) }
}

/// A part of a source, whose offsets count from its own beginning.
///
/// Invariant: it lies within the source, so `start + count` does not overflow.
struct ByteSlice {
  let source: ByteSource
  /// In the source.
  let start: Int64
  /// The number of bytes.
  let count: Int64

  var end: Int64 { start + count }
  /// In the source.
  var range: Range<Int64> { start..<end }

  /// Nil if the bytes are not all in this part, or the budget is spent.
  func bytes(_ offset: Int64, _ length: Int) -> [UInt8]? {
    guard offset >= 0, length >= 0, Int64(length) <= count, offset <= count - Int64(length) else {
      return nil
    }
    return source.read(start + offset, length)
  }

  /// Everything, if there are at most `limit` bytes.
  func bytes(limit: Int) -> [UInt8]? {
    count <= Int64(limit) ? bytes(0, Int(count)) : nil
  }

  /// The first bytes, up to `length`.
  func prefix(_ length: Int) -> [UInt8] {
    bytes(0, Int(min(Int64(length), count))) ?? []
  }

  /// Nil if it is not all in this part.
  func slice(_ offset: Int64, _ length: Int64) -> ByteSlice? {
    guard offset >= 0, length >= 0, length <= count, offset <= count - length else { return nil }
    return ByteSlice(source: source, start: start + offset, count: length)
  }

  /// The bytes from the offset on, up to the length, which are in this part.
  func slice(_ offset: Int64, upTo length: Int64) -> ByteSlice? {
    guard offset >= 0, length >= 0, offset <= count else { return nil }
    return ByteSlice(source: source, start: start + offset, count: min(length, count - offset))
  }

  func rest(from offset: Int64) -> ByteSlice? {
    slice(offset, upTo: count)
  }

  func hasPrefix(_ text: some Collection<UInt8>, at offset: Int64 = 0) -> Bool {
    bytes(offset, text.count)?.elementsEqual(text) ?? false
  }

  /// A part without bytes.
  static var empty: ByteSlice { ByteSource([], budget: 0).all }
}

// MARK: - Numbers

extension ByteSlice {
  /// An unsigned number of up to eight bytes, the first of which counts most.
  func big(_ offset: Int64, _ length: Int) -> UInt64? {
    bytes(offset, length)?.bigEndian
  }

  /// An unsigned number of up to eight bytes, the last of which counts most.
  func little(_ offset: Int64, _ length: Int) -> UInt64? {
    bytes(offset, length)?.littleEndian
  }

  func byte(_ offset: Int64) -> UInt8? { bytes(offset, 1)?.first }
  func big16(_ offset: Int64) -> UInt16? { big(offset, 2).map { UInt16(truncatingIfNeeded: $0) } }
  func big32(_ offset: Int64) -> UInt32? { big(offset, 4).map { UInt32(truncatingIfNeeded: $0) } }
  func code(_ offset: Int64) -> FourCC? { big32(offset).map { FourCC($0) } }
}

extension Collection<UInt8> {
  /// The number that these bytes are, of which only the last eight count.
  var bigEndian: UInt64 { reduce(0) { $0 &<< 8 | UInt64($1) } }
  var littleEndian: UInt64 { reversed().reduce(0) { $0 &<< 8 | UInt64($1) } }
}

extension FixedWidthInteger {
  /// The bytes of the number, the first of which counts most.
  var bigEndianBytes: [UInt8] {
    (0..<Self.bitWidth / 8).reversed().map { UInt8(truncatingIfNeeded: self >> ($0 * 8)) }
  }

  var littleEndianBytes: [UInt8] { bigEndianBytes.reversed() }
}

/// Reads numbers one after the other from bytes in memory; nil beyond their end.
struct ByteCursor {
  private let bytes: [UInt8]
  private(set) var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  var left: Int { bytes.count - position }

  /// Nil, without moving, if fewer than `count` bytes are left.
  mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, count <= left else { return nil }
    defer { position += count }
    return bytes[position..<position + count]
  }

  /// An unsigned number of up to eight bytes, the first of which counts most; 0 for no bytes.
  mutating func big(_ count: Int) -> UInt64? {
    take(count)?.bigEndian
  }

  mutating func int(_ count: Int) -> Int? {
    big(count).flatMap { Int(exactly: $0) }
  }

  /// The bytes up to the next zero, which is skipped, or up to the end.
  mutating func takeText() -> ArraySlice<UInt8> {
    let text = bytes[position...].prefix { $0 != 0 }
    position = min(text.endIndex + 1, bytes.count)
    return text
  }
}

/// The name of a chunk or box: four bytes, most often letters.
struct FourCC: Hashable, Sendable {
  let value: UInt32

  init(_ value: UInt32) {
    self.value = value
  }
}

extension FourCC: ExpressibleByStringLiteral {
  /// Characters up to U+00FF stand for the byte of that number: `©xyz` is A9 78 79 7A.
  init(stringLiteral text: String) {
    value = text.unicodeScalars.reduce(0) { $0 &<< 8 | $1.value & 0xFF }
  }

  var bytes: [UInt8] { value.bigEndianBytes }
}

/// Arithmetic on numbers from files: nil instead of a trap.
extension Int64 {
  func adding(_ other: Int64) -> Int64? {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? nil : sum
  }
}

extension Double {
  /// Rounded; nil if the number is not finite or too large.
  var asInt64: Int64? {
    Int64(exactly: rounded())
  }
}
