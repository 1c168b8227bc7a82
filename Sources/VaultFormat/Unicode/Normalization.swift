/// Canonical composition (NFC, UAX #15).
package enum Normalization {
  /// The text in NFC.
  package static func nfc(_ text: String) -> String {
    var text = text
    return text.withUTF8 { composed($0).map { String(decoding: $0, as: UTF8.self) } } ?? text
  }

  /// Converts UTF-8 text to NFC; invalid bytes stay in place.
  package static func nfc(_ bytes: [UInt8]) -> [UInt8] {
    bytes.withUnsafeBufferPointer { composed($0) } ?? bytes
  }

  /// The text in NFC; nil if it already is.
  private static func composed(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    // Scalars below U+0300, whose lead bytes are below 0xCC, are in NFC.
    guard bytes.contains(where: { $0 >= 0xCC }), !isInert(bytes) else { return nil }
    let tables = UnicodeTables.shared
    var scalars: [ClassedScalar] = []
    scalars.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let scalar = UTF8Scalar(in: bytes, at: index)
      tables.appendDecomposition(of: scalar.value, compatibility: false, to: &scalars)
      index += scalar.length
    }
    scalars.orderCanonically()
    scalars.composeCanonically(with: tables)
    return scalars.utf8(capacity: bytes.count)
  }

  /// Whether no scalar changes in NFC or may compose with another.
  private static func isInert(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let tables = UnicodeTables.shared
    var index = 0
    while index < bytes.count {
      let scalar = UTF8Scalar(in: bytes, at: index)
      guard tables.properties(of: scalar.value).isInertInNFC else { return false }
      index += scalar.length
    }
    return true
  }
}

extension [ClassedScalar] {
  /// The scalars as UTF-8, and invalid bytes as they were.
  func utf8(capacity: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(capacity)
    for scalar in self { UTF8Scalar.append(scalar.value, to: &bytes) }
    return bytes
  }
}

/// A scalar with its canonical combining class, used while normalising text.
package struct ClassedScalar: Equatable, Sendable {
  /// The class in the top 8 bits, the scalar below.
  private var bits: UInt32

  package init(_ value: UInt32, class combiningClass: UInt8) {
    bits = UInt32(combiningClass) << 24 | value & 0xFF_FFFF
  }

  package var value: UInt32 { bits & 0xFF_FFFF }
  package var combiningClass: UInt8 { UInt8(truncatingIfNeeded: bits >> 24) }
  package var isStarter: Bool { bits >> 24 == 0 }
}

extension [ClassedScalar] {
  /// The length of a run above which counting sort is faster than insertion sort.
  private static var longRun: Int { 24 }

  /// Sorts every run of marks into canonical order, in linear time.
  package mutating func orderCanonically() {
    var index = 0
    while index < count {
      let start = index
      while index < count, !self[index].isStarter { index += 1 }
      if index - start > Self.longRun {
        orderByCounting(start..<index)
      } else if index - start > 1 {
        orderByInsertion(start..<index)
      }
      index += 1
    }
  }

  private mutating func orderByInsertion(_ run: Range<Int>) {
    for index in run.dropFirst() {
      let scalar = self[index]
      var place = index
      while place > run.lowerBound, self[place - 1].combiningClass > scalar.combiningClass {
        self[place] = self[place - 1]
        place -= 1
      }
      self[place] = scalar
    }
  }

  private mutating func orderByCounting(_ run: Range<Int>) {
    var places = [Int](repeating: 0, count: 257)
    let unordered = Array(self[run])
    for scalar in unordered { places[Int(scalar.combiningClass) + 1] += 1 }
    for index in 1..<places.count { places[index] += places[index - 1] }
    for scalar in unordered {
      self[run.lowerBound + places[Int(scalar.combiningClass)]] = scalar
      places[Int(scalar.combiningClass)] += 1
    }
  }

  /// Composes decomposed scalars in canonical order (The Unicode Standard, section 3.11).
  package mutating func composeCanonically(with tables: UnicodeTables) {
    var starter: Int?
    // The class of the last scalar kept since the starter; -1 if there is none.
    var lastClass = -1
    var kept = 0
    for index in indices {
      let scalar = self[index]
      let combiningClass = Int(scalar.combiningClass)
      if let starter, lastClass < combiningClass,
        let composite = tables.composite(self[starter].value, scalar.value)
      {
        self[starter] = ClassedScalar(composite, class: 0)
        continue
      }
      if combiningClass == 0 {
        starter = kept
        lastClass = -1
      } else {
        lastClass = combiningClass
      }
      self[kept] = scalar
      kept += 1
    }
    removeSubrange(kept...)
  }
}

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

/// Full case folding (The Unicode Standard, section 3.13; statuses C and F of CaseFolding.txt).
package enum CaseFolding {
  /// Folds the case of UTF-8 text; invalid bytes stay.
  ///
  /// The result may not be normalised: `Straße` → `strasse`, `İ` → `i̇`.
  package static func fold(_ bytes: [UInt8]) -> [UInt8] {
    var folded: [UInt8] = []
    folded.reserveCapacity(bytes.count)
    bytes.withUnsafeBufferPointer { bytes in
      var index = 0
      while index < bytes.count {
        if bytes[index] < 0x80 {
          folded.append(bytes[index].asciiLowercased)
          index += 1
          continue
        }
        let scalar = UTF8Scalar(in: bytes, at: index)
        let folding = UnicodeTables.shared.caseFolding(of: scalar.value)
        if folding.isEmpty { UTF8Scalar.append(scalar.value, to: &folded) }
        for part in folding { UTF8Scalar.append(part, to: &folded) }
        index += scalar.length
      }
    }
    return folded
  }
}
