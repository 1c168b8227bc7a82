/// The arithmetic of Hangul syllables (The Unicode Standard, section 3.12).
enum Hangul {
  static let syllables: Range<UInt32> = 0xAC00..<0xD7A4
  static let leads: Range<UInt32> = 0x1100..<0x1113
  static let vowels: Range<UInt32> = 0x1161..<0x1176
  static let trails: Range<UInt32> = 0x11A8..<0x11C3
  private static let trailCount: UInt32 = 28

  /// The letters of `syllable`, which must be a Hangul syllable; `trail` is nil for a syllable of two letters.
  static func letters(of syllable: UInt32) -> (lead: UInt32, vowel: UInt32, trail: UInt32?) {
    let index = syllable - syllables.lowerBound
    let trail = index % trailCount
    let pair = index / trailCount
    return (
      leads.lowerBound + pair / 21, vowels.lowerBound + pair % 21,
      trail == 0 ? nil : trails.lowerBound - 1 + trail
    )
  }

  /// The syllable of a leading consonant and a vowel, or of a syllable and a trailing consonant.
  static func composite(_ first: UInt32, _ second: UInt32) -> UInt32? {
    if leads.contains(first), vowels.contains(second) {
      let pair = (first - leads.lowerBound) * 21 + (second - vowels.lowerBound)
      return syllables.lowerBound + pair * trailCount
    }
    if syllables.contains(first), trails.contains(second),
      (first - syllables.lowerBound) % trailCount == 0
    {
      return first + (second - trails.lowerBound + 1)
    }
    return nil
  }
}
