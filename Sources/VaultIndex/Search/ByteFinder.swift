/// Finds a needle in bytes, capital ASCII letters being equal to small ones if asked.
///
/// One pass compares the three rarest bytes of the needle at 64 places at a time and verifies what is
/// left. Once verifying has cost far more than the pass, the rest is searched byte by byte (Knuth,
/// Morris and Pratt), so that hostile texts take linear time too.
///
/// A class: a value of this size would be copied again and again for every note.
final class ByteFinder: Sendable {
  /// Small letters only when `ignoresCase`; never empty.
  let needle: [UInt8]
  let ignoresCase: Bool
  let places: NeedlePlaces
  let first: Probe
  let second: Probe
  let third: Probe
  /// Per place of the needle, how long the longest proper prefix is that also ends there.
  let prefixes: [Int32]

  /// Nil when `needle` is empty.
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

  /// Where the needle first is at or after `start`; -1 when it is not there, and then `seen` holds
  /// the bits of all bytes from `start` on.
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

  /// As above, for callers that know the text.
  func firstMatch(in text: UnsafeBufferPointer<UInt8>, from start: Int = 0) -> Int {
    var seen: UInt8 = 0
    return firstMatch(in: text, from: start, seen: &seen)
  }
}

/// One byte of the needle, to compare 16 bytes of text with.
struct Probe: Sendable {
  let offset: Int
  let byte: SIMD16<UInt8>
  /// 0x20 in all lanes where case does not count: `text | caseBit` equals `byte` for both letters.
  let caseBit: SIMD16<UInt8>

  init(_ needle: [UInt8], at offset: Int, ignoresCase: Bool) {
    self.offset = offset
    byte = SIMD16(repeating: needle[offset])
    caseBit = SIMD16(repeating: ignoresCase && needle[offset].isASCIILetter ? 0x20 : 0)
  }
}

extension ByteFinder {
  /// The places of the needle by how rare their bytes are in notes; the rarest comes first.
  ///
  /// A match is never far to read behind a probe, so the rest of a very long needle has no say.
  private static func rarest(in needle: [UInt8]) -> [Int] {
    needle.indices.prefix(64).sorted { commonness(needle[$0]) < commonness(needle[$1]) }
  }

  /// A rough rank: lead bytes of UTF-8 and the blank are the most common.
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
