/// The places of 16 where all probes fit, all eight bits of each.
private typealias Places = SIMD2<UInt64>

// Every load below takes 16 bytes from `place + offset` on, where `place + 15 <= last`,
// `last + needle.count == text.count` and `offset < needle.count`: it ends within the text.
extension ByteFinder {
  /// What verifying may cost, in bytes compared: for each byte of text, and in addition once.
  private static var budgetPerByte: Int { 8 }
  private static var budget: Int { 4096 }

  /// `firstMatch` where `last`, the last place at which the needle fits, is at least `start + 15`.
  func wideMatch(
    in text: UnsafeBufferPointer<UInt8>, from start: Int, last: Int,
    needle: UnsafeBufferPointer<UInt8>, seen: inout UInt8
  ) -> Int {
    guard let base = UnsafeRawPointer(text.baseAddress) else { return -1 }
    var bits = SIMD16<UInt8>()
    var place = start
    var spent = 0
    while true {
      place = firstStride(base, from: place, last: last, bits: &bits)
      let end = min(place &+ 64, last &+ 1)
      while place < end {
        // The last 16 places overlap those before, in which there is no match.
        place = min(place, last &- 15)
        let match = verified(
          places(base, place, bits: &bits), text, from: place, needle: needle, spent: &spent)
        if match >= 0 { return match }
        place &+= 16
      }
      if place > last { break }
      if spent > Self.budget &+ Self.budgetPerByte &* (place &- start) {
        seen |= seenBits(text, start..<place)
        return linearMatch(in: text, from: place, needle: needle, seen: &seen)
      }
    }
    seen |= Places(bits).reduced
    seen |= seenBits(text, start..<(start &+ first.offset))
    seen |= seenBits(text, (last &+ first.offset)..<text.count)
    return -1
  }

  /// The first stride of 64 places from `place` on in which all probes match somewhere; the end of the last whole
  /// stride if there is none.
  private func firstStride(
    _ text: UnsafeRawPointer, from place: Int, last: Int, bits: inout SIMD16<UInt8>
  ) -> Int {
    var place = place
    while place &+ 63 <= last {
      let any =
        (places(text, place, bits: &bits) | places(text, place &+ 16, bits: &bits))
        | (places(text, place &+ 32, bits: &bits) | places(text, place &+ 48, bits: &bits))
      if any[0] | any[1] != 0 { break }
      place &+= 64
    }
    return place
  }

  @inline(__always)
  private func places(
    _ text: UnsafeRawPointer, _ place: Int, bits: inout SIMD16<UInt8>
  ) -> Places {
    let a = text.loadUnaligned(fromByteOffset: place &+ first.offset, as: SIMD16<UInt8>.self)
    let b = text.loadUnaligned(fromByteOffset: place &+ second.offset, as: SIMD16<UInt8>.self)
    let c = text.loadUnaligned(fromByteOffset: place &+ third.offset, as: SIMD16<UInt8>.self)
    bits |= a
    let fits =
      ((a | first.caseBit) .== first.byte) .& ((b | second.caseBit) .== second.byte)
      .& ((c | third.caseBit) .== third.byte)
    return unsafeBitCast(fits, to: Places.self)
  }

  /// The first of `places`, counted from `place`, at which the needle is; -1 if there is none.
  private func verified(
    _ places: Places, _ text: UnsafeBufferPointer<UInt8>, from place: Int,
    needle: UnsafeBufferPointer<UInt8>, spent: inout Int
  ) -> Int {
    for half in 0..<2 {
      var lanes = places[half].littleEndian
      while lanes != 0 {
        let lane = lanes.trailingZeroBitCount & ~7
        let candidate = place &+ half &* 8 &+ lane / 8
        let equal = equalBytes(text, at: candidate, needle: needle)
        if equal == needle.count { return candidate }
        spent &+= equal
        lanes &= ~(0xFF << UInt64(truncatingIfNeeded: lane))
      }
    }
    return -1
  }
}

extension Places {
  /// Sixteen bytes as two words.
  fileprivate init(_ bytes: SIMD16<UInt8>) { self = unsafeBitCast(bytes, to: Places.self) }

  /// Has bit 7 set if any of the sixteen bytes is not ASCII.
  fileprivate var reduced: UInt8 { (self[0] | self[1]) & 0x8080_8080_8080_8080 == 0 ? 0 : 0x80 }
}
