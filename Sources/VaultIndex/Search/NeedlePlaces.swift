/// The positions of each byte in a short needle, to test quickly that a few bytes of text cannot be part of a match.
struct NeedlePlaces: Sendable {
  /// For each byte, bit `i` for position `i` of the needle; empty if the needle has more than 64 bytes.
  private let places: [UInt64]
  private let last: UInt64

  init(_ needle: [UInt8]) {
    guard !needle.isEmpty, needle.count <= 64 else {
      (places, last) = ([], 0)
      return
    }
    var places = [UInt64](repeating: 0, count: 256)
    for (place, byte) in needle.enumerated() { places[Int(byte)] |= 1 << UInt64(place) }
    self.places = places
    last = 1 << UInt64(needle.count - 1)
  }

  /// Whether a match may include a part of `piece`, the whole folding of a unit, whatever its neighbours; for most
  /// pieces the first byte excludes it.
  func mayTouch(_ piece: ArraySlice<UInt8>) -> Bool {
    mayTouch(piece, before: nil, after: nil)
  }

  /// Whether a match may include a part of `piece` between these folded bytes; nil if they are unknown.
  func mayTouch(_ piece: ArraySlice<UInt8>, before: UInt8?, after: UInt8?) -> Bool {
    guard !places.isEmpty, let lead = piece.first else { return true }
    guard piece.count == Self.scalarLength(lead) else {
      return piece.contains { places[Int($0)] != 0 }
    }
    // A match includes a scalar as a whole, so only the position of its first byte counts.
    var starts = places[Int(lead)]
    var shift: UInt64 = 0
    for byte in piece.dropFirst() {
      shift += 1
      starts &= places[Int(byte)] >> shift
    }
    if let before { starts &= places[Int(before)] << 1 | 1 }
    if let after { starts &= places[Int(after)] >> (shift + 1) | last >> shift }
    return starts != 0
  }

  /// The length of a scalar in UTF-8, from its first byte.
  private static func scalarLength(_ lead: UInt8) -> Int {
    switch lead {
    case ..<0x80: 1
    case ..<0xE0: 2
    case ..<0xF0: 3
    default: 4
    }
  }
}

/// The offset of the first non-ASCII byte at or after `start`; `text.count` if there is none.
///
/// Each load of 16 or 8 bytes ends within `text`.
func firstNonASCII(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
  let bytes = UnsafeRawBufferPointer(text)
  func block(_ index: Int) -> SIMD16<UInt8> {
    bytes.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
  }
  var index = start
  while index &+ 64 <= bytes.count {
    let any = block(index) | block(index &+ 16) | block(index &+ 32) | block(index &+ 48)
    let halves = unsafeBitCast(any, to: SIMD2<UInt64>.self)
    if (halves[0] | halves[1]) & 0x8080_8080_8080_8080 != 0 { break }
    index &+= 64
  }
  while index &+ 8 <= bytes.count {
    let high =
      bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian
      & 0x8080_8080_8080_8080
    if high != 0 { return index &+ high.trailingZeroBitCount / 8 }
    index &+= 8
  }
  while index < bytes.count, bytes[index] < 0x80 { index &+= 1 }
  return index
}

extension UInt8 {
  var isASCIILetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }

  /// An ASCII capital in lower case; any other byte unchanged.
  var asciiLowercased: UInt8 { self &- UInt8(ascii: "A") < 26 ? self | 0x20 : self }

  /// Whether it is a continuation byte of UTF-8.
  var isContinuation: Bool { self & 0xC0 == 0x80 }
}
