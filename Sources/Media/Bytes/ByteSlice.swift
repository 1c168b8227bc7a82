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

extension ByteSlice {
  /// A part without bytes.
  static var empty: ByteSlice { ByteSource([], budget: 0).all }
}
