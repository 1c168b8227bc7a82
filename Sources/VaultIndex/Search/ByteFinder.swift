/// Finds a needle in bytes, optionally ignoring ASCII case.
///
/// One pass compares the three rarest bytes of the needle at 64 places at a time and verifies the candidates. If
/// verifying becomes far more expensive than the pass, the rest is searched with Knuth-Morris-Pratt, so that
/// adversarial texts take linear time too.
///
/// A class, since a value of this size would be copied several times for every note.
final class ByteFinder: Sendable {
  /// In lower case if `ignoresCase`; never empty.
  let needle: [UInt8]
  let ignoresCase: Bool
  let places: NeedlePlaces
  let first: Probe
  let second: Probe
  let third: Probe
  /// For each position of the needle, the length of the longest proper prefix that also ends there.
  let prefixes: [Int32]

  /// Nil if `needle` is empty.
  init?(_ needle: [UInt8], ignoresCase: Bool) {
    guard !needle.isEmpty else { return nil }
    self.needle = needle
    self.ignoresCase = ignoresCase
    places = NeedlePlaces(needle)
    let probes = Self.rarest(in: needle).map { Probe(needle, at: $0, ignoresCase: ignoresCase) }
    first = probes[0]
    second = probes[min(1, probes.count - 1)]
    third = probes[min(2, probes.count - 1)]
    prefixes = Self.prefixes(of: needle)
  }

  /// The first match at or after `start`; -1 if there is none, and then `seen` has the bits of all bytes from `start`
  /// on.
  func firstMatch(
    in text: UnsafeBufferPointer<UInt8>, from start: Int, seen: inout UInt8
  ) -> Int {
    needle.withUnsafeBufferPointer { needle in
      let last = text.count &- needle.count
      guard last &- start >= 15 else {
        return shortMatch(in: text, from: start, needle: needle, seen: &seen)
      }
      return wideMatch(in: text, from: start, last: last, needle: needle, seen: &seen)
    }
  }

  /// The first match from `start` on, for callers that do not count what was seen.
  func firstMatch(in text: UnsafeBufferPointer<UInt8>, from start: Int = 0) -> Int {
    var seen: UInt8 = 0
    return firstMatch(in: text, from: start, seen: &seen)
  }
}

/// One byte of the needle, to compare 16 bytes of text with.
struct Probe: Sendable {
  let offset: Int
  let byte: SIMD16<UInt8>
  /// 0x20 in all lanes if case is ignored: `text | caseBit` equals `byte` for both cases.
  let caseBit: SIMD16<UInt8>

  init(_ needle: [UInt8], at offset: Int, ignoresCase: Bool) {
    self.offset = offset
    byte = SIMD16(repeating: needle[offset])
    caseBit = SIMD16(repeating: ignoresCase && needle[offset].isASCIILetter ? 0x20 : 0)
  }
}

extension ByteFinder {
  /// The positions of the needle, sorted by how rare their bytes are in notes, rarest first.
  ///
  /// Only the first 64, so that the probes of a long needle are close together.
  private static func rarest(in needle: [UInt8]) -> [Int] {
    needle.indices.prefix(64).sorted { commonness(needle[$0]) < commonness(needle[$1]) }
  }

  /// A rough rank; lead bytes of UTF-8 and the blank are the most common.
  private static func commonness(_ byte: UInt8) -> Int {
    let ascending = "zqxjkvbpygfwmucldrhsnioate"
    if let rank = ascending.utf8.firstIndex(of: byte | 0x20), byte.isASCIILetter {
      return 40 + 4 * ascending.utf8.distance(from: ascending.startIndex, to: rank)
    }
    return switch byte {
    case UInt8(ascii: " "), 0xC0...: 255
    case 0x80..<0xC0, UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "\n"): 90
    case UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: "-"): 90
    default: 20
    }
  }
}

extension ByteFinder {
  /// `firstMatch` for texts too short to take 16 places at a time.
  func shortMatch(
    in text: UnsafeBufferPointer<UInt8>, from start: Int, needle: UnsafeBufferPointer<UInt8>,
    seen: inout UInt8
  ) -> Int {
    var place = start
    while place &+ needle.count <= text.count {
      if equalBytes(text, at: place, needle: needle) == needle.count { return place }
      place &+= 1
    }
    seen |= seenBits(text, start..<text.count)
    return -1
  }

  /// `firstMatch` in linear time for every text and needle.
  func linearMatch(
    in text: UnsafeBufferPointer<UInt8>, from start: Int, needle: UnsafeBufferPointer<UInt8>,
    seen: inout UInt8
  ) -> Int {
    prefixes.withUnsafeBufferPointer { prefixes in
      var matched = 0
      for index in start..<max(start, text.count) {
        seen |= text[index]
        let byte = ignoresCase ? text[index].asciiLowercased : text[index]
        while matched > 0, byte != needle[matched] { matched = Int(prefixes[matched &- 1]) }
        if byte == needle[matched] { matched &+= 1 }
        if matched == needle.count { return index &+ 1 &- matched }
      }
      return -1
    }
  }

  /// How many leading bytes of the needle are at `place`; the text has room for the needle there.
  func equalBytes(
    _ text: UnsafeBufferPointer<UInt8>, at place: Int, needle: UnsafeBufferPointer<UInt8>
  ) -> Int {
    var count = 0
    while count < needle.count {
      let byte = text[place &+ count]
      guard (ignoresCase ? byte.asciiLowercased : byte) == needle[count] else { break }
      count &+= 1
    }
    return count
  }

  /// The bits of all bytes in `range`.
  func seenBits(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> UInt8 {
    var bits: UInt8 = 0
    for index in range.clamped(to: text.indices) { bits |= text[index] }
    return bits
  }

  /// For each position of the needle, the length of the longest proper prefix that also ends there.
  static func prefixes(of needle: [UInt8]) -> [Int32] {
    var prefixes = [Int32](repeating: 0, count: needle.count)
    var length = 0
    for place in needle.indices.dropFirst() {
      while length > 0, needle[place] != needle[length] { length = Int(prefixes[length - 1]) }
      if needle[place] == needle[length] { length += 1 }
      prefixes[place] = Int32(truncatingIfNeeded: length)
    }
    return prefixes
  }
}
