/// Where each byte stands in a short needle, to see fast that a few bytes of text cannot be part of
/// any match.
struct NeedlePlaces: Sendable {
  /// Per byte, bit `i` for place `i` of the needle; empty when the needle has more than 64 bytes.
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

  /// Whether a match may take in some of `piece`, the whole folding of a unit of text, whatever is next
  /// to it; for most pieces the first byte says that it may not.
  func mayTouch(_ piece: ArraySlice<UInt8>) -> Bool {
    mayTouch(piece, before: nil, after: nil)
  }

  /// The same where the folded bytes next to the piece are known, or nil.
  func mayTouch(_ piece: ArraySlice<UInt8>, before: UInt8?, after: UInt8?) -> Bool {
    guard !places.isEmpty, let lead = piece.first else { return true }
    guard piece.count == Self.scalarLength(lead) else {
      return piece.contains { places[Int($0)] != 0 }
    }
    // A match takes in a single scalar as a whole: bits for the place of its first byte.
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

  /// The length of the UTF-8 of a scalar by its first byte.
  private static func scalarLength(_ lead: UInt8) -> Int {
    switch lead {
    case ..<0x80: 1
    case ..<0xE0: 2
    case ..<0xF0: 3
    default: 4
    }
  }
}
