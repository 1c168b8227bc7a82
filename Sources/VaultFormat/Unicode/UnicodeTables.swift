/// The tables of `UnicodeData`, parsed from its text on first use in about half a millisecond.
package final class UnicodeTables: Sendable {
  package static let shared = UnicodeTables()

  private let properties: ScalarTable<ScalarProperties>
  private let canonical = ScalarMap(UnicodeData.canonical)
  private let compatibility = ScalarMap(UnicodeData.compatibility)
  private let caseFoldings = ScalarMap(UnicodeData.caseFolding)
  private let plainLetters = ScalarMap(UnicodeData.plainLetters)
  private let composites = CompositeTable(UnicodeData.composites)

  private init() {
    var properties = ScalarTable(common: ScalarProperties())
    func mark(_ scalars: some Sequence<UInt32>, _ bits: UInt16) {
      for scalar in scalars { properties[scalar].bits |= bits }
    }
    UnicodeDataReader.readRanges(UnicodeData.combiningClasses) { range, combiningClass in
      mark(range, UInt16(truncatingIfNeeded: combiningClass))
    }
    UnicodeDataReader.readRanges(UnicodeData.markedLetters) { range, _ in
      mark(range, ScalarProperties.markedLetter)
    }
    mark(canonical.keys, ScalarProperties.decomposes | ScalarProperties.changesInNFC)
    for composite in composites.composites {
      properties[composite].bits &= ~ScalarProperties.changesInNFC
    }
    mark(compatibility.keys, ScalarProperties.decomposes)
    mark(plainLetters.keys, ScalarProperties.decomposes)
    mark(caseFoldings.keys, ScalarProperties.folds)
    mark(composites.seconds, ScalarProperties.second)
    mark(Hangul.vowels, ScalarProperties.second)
    mark(Hangul.trails, ScalarProperties.second)
    self.properties = properties
  }
}

extension UnicodeTables {
  /// The properties of a scalar; for other values, those of an unassigned scalar.
  package func properties(of scalar: UInt32) -> ScalarProperties { properties[scalar] }

  /// The full case folding of `scalar`; empty if it does not change.
  package func caseFolding(of scalar: UInt32) -> ArraySlice<UInt32> {
    caseFoldings.parts(of: scalar)
  }

  /// The plain letters of a Latin letter that has no decomposition (`đ` → `d`, `æ` → `ae`).
  package func plainLetters(of scalar: UInt32) -> ArraySlice<UInt32> {
    plainLetters.parts(of: scalar)
  }

  /// The canonical composition of a pair; nil if there is none.
  package func composite(_ first: UInt32, _ second: UInt32) -> UInt32? {
    guard properties[second].isSecond else { return nil }
    return composites.composite(first, second) ?? Hangul.composite(first, second)
  }

  /// Appends the full decomposition of `scalar`, not yet in canonical order.
  package func appendDecomposition(
    of scalar: UInt32, compatibility isCompatibility: Bool, to scalars: inout [ClassedScalar]
  ) {
    if Hangul.syllables.contains(scalar) {
      let (lead, vowel, trail) = Hangul.letters(of: scalar)
      scalars.append(ClassedScalar(lead, class: 0))
      scalars.append(ClassedScalar(vowel, class: 0))
      if let trail { scalars.append(ClassedScalar(trail, class: 0)) }
      return
    }
    let properties = properties[scalar]
    guard properties.isDecomposable else {
      scalars.append(ClassedScalar(scalar, class: properties.combiningClass))
      return
    }
    var parts = isCompatibility ? compatibility.parts(of: scalar) : []
    if parts.isEmpty { parts = canonical.parts(of: scalar) }
    guard !parts.isEmpty else {
      scalars.append(ClassedScalar(scalar, class: properties.combiningClass))
      return
    }
    for part in parts { append(part, to: &scalars) }
  }

  /// Appends `scalar` with its combining class.
  package func append(_ scalar: UInt32, to scalars: inout [ClassedScalar]) {
    scalars.append(ClassedScalar(scalar, class: properties[scalar].combiningClass))
  }
}
