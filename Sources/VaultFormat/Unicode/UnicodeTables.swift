/// The tables of `UnicodeData`, parsed from its text on first use in about half a millisecond.
package final class UnicodeTables: Sendable {
  package static let shared = UnicodeTables()

  private let properties: ScalarTable<ScalarProperties>
  /// Decompositions in one step, but those of Hangul syllables.
  private let canonical = ScalarMap(UnicodeData.composites, UnicodeData.canonical)
  private let compatibility = ScalarMap(UnicodeData.compatibility)
  private let caseFoldings = ScalarMap(UnicodeData.caseFolding)
  private let plainLetters = ScalarMap(UnicodeData.plainLetters)
  private let composites = CompositeTable(UnicodeData.composites)

  private init() {
    var properties = ScalarTable(common: ScalarProperties())
    func mark(_ scalars: some Sequence<UInt32>, _ bits: UInt16) {
      for scalar in scalars { properties[scalar].bits |= bits }
    }
    UnicodeDataReader.read(UnicodeData.combiningClasses) { scalar, numbers in
      properties[scalar].bits |= numbers.first.map { UInt16(truncatingIfNeeded: $0) } ?? 0
    }
    UnicodeDataReader.read(UnicodeData.markedLetters) { scalar, _ in
      properties[scalar].bits |= ScalarProperties.markedLetter
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
    var parts: ArraySlice<UInt32> = []
    if properties.isDecomposable {
      parts = canonical.parts(of: scalar)
      if parts.isEmpty, isCompatibility { parts = compatibility.parts(of: scalar) }
    }
    guard !parts.isEmpty else {
      scalars.append(ClassedScalar(scalar, class: properties.combiningClass))
      return
    }
    for part in parts {
      appendDecomposition(of: part, compatibility: isCompatibility, to: &scalars)
    }
  }
}

/// A map from some Unicode scalars to short sequences of scalars.
private struct ScalarMap: Sendable {
  /// For each scalar, `start << 8 | count` of its sequence in `parts`; 0 for none.
  private var entries = ScalarTable<UInt32>(common: 0)
  private var parts: [UInt32] = []
  private(set) var keys: [UInt32] = []

  init(_ texts: StaticString...) {
    var (entries, parts, keys) = (self.entries, self.parts, self.keys)
    for text in texts {
      UnicodeDataReader.read(text) { scalar, sequence in
        entries[scalar] = UInt32(truncatingIfNeeded: parts.count << 8 | sequence.count)
        parts.append(contentsOf: sequence)
        keys.append(scalar)
      }
    }
    (self.entries, self.parts, self.keys) = (entries, parts, keys)
  }

  /// The sequence of `scalar`; empty if it has none.
  func parts(of scalar: UInt32) -> ArraySlice<UInt32> {
    let entry = entries[scalar]
    let start = Int(entry >> 8)
    return parts[start..<(start + Int(entry & 255))]
  }
}

/// The pairs of scalars that canonical composition combines, as a hash table with open addressing.
private struct CompositeTable: Sendable {
  private static let slotBits = 11

  /// The first and second scalar, 32 bits each; 0 marks a free slot, and there are always some.
  private var keys = [UInt64](repeating: 0, count: 1 << slotBits)
  private var values = [UInt32](repeating: 0, count: 1 << slotBits)
  /// The second scalar of every pair.
  private(set) var seconds: [UInt32] = []
  private(set) var composites: [UInt32] = []

  init(_ text: StaticString) {
    UnicodeDataReader.read(text) { composite, pair in
      guard pair.count == 2 else { return }
      let key = UInt64(pair[1]) << 32 | UInt64(pair[2])
      let slot = slot(of: key)
      keys[slot] = key
      values[slot] = composite
      seconds.append(pair[2])
      composites.append(composite)
    }
  }

  func composite(_ first: UInt32, _ second: UInt32) -> UInt32? {
    let slot = slot(of: UInt64(first) << 32 | UInt64(second))
    return keys[slot] == 0 ? nil : values[slot]
  }

  /// The slot of `key`, or the free slot for it.
  private func slot(of key: UInt64) -> Int {
    let mask = keys.count - 1
    var slot = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> (64 - Self.slotBits))
    while keys[slot] != 0, keys[slot] != key { slot = (slot + 1) & mask }
    return slot
  }
}

/// Reads the rows in `UnicodeData`, whose comment says what they mean.
///
/// The bytes of a `StaticString` live as long as the process. A row holds at most `capacity` numbers; more are dropped.
enum UnicodeDataReader {
  private static let capacity = 24

  /// Calls `body` for each scalar in order, with its numbers.
  @inline(__always)
  static func read(
    _ text: StaticString, _ body: (UInt32, UnsafeBufferPointer<UInt32>.SubSequence) -> Void
  ) {
    let bytes = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: capacity) { row in
      var (scalar, value, count) = (UInt32(0), UInt32(0), 0)
      for byte in bytes where byte >= UInt8(ascii: " ") {
        if byte > UInt8(ascii: ";") || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") {
          // Adds 9 for letters, which have bit 6 set.
          value = value << 4 | UInt32(byte & 15 &+ byte >> 6 &* 9)
          continue
        }
        if count < capacity {
          row.initializeElement(at: count, to: value)
          count &+= 1
        }
        value = 0
        if byte == UInt8(ascii: " ") { continue }
        // Before a mark other than `;` is the number of scalars after the first one.
        var rest: UInt32 = 0
        if byte != UInt8(ascii: ";") {
          count &-= 1
          rest = row[count]
        }
        let numbers = UnsafeBufferPointer(row)[1..<count]
        scalar &+= max(row[0], 1)
        body(scalar, numbers)
        let step: UInt32 = byte == UInt8(ascii: ":") ? 2 : 1
        for _ in 0..<rest {
          scalar &+= step
          if byte != UInt8(ascii: ".") { row[count - 1] &+= step }
          body(scalar, numbers)
        }
        count = 0
      }
    }
  }
}

/// The properties of a scalar that normalisation and case folding need.
package struct ScalarProperties: Sendable {
  /// Bits 0 to 7: canonical combining class.
  var bits: UInt16 = 0

  package var combiningClass: UInt8 { UInt8(truncatingIfNeeded: bits) }

  /// Whether a preceding scalar may compose with it.
  package var isSecond: Bool { bits & Self.second != 0 }

  /// Whether it is a letter of the Latin, Greek or Cyrillic script.
  package var isMarkedLetter: Bool { bits & Self.markedLetter != 0 }

  /// Whether full case folding changes it.
  package var changesCase: Bool { bits & Self.folds != 0 }

  /// Whether it has a decomposition or plain letters.
  package var isDecomposable: Bool { bits & Self.decomposes != 0 }

  /// Whether text of only such scalars is always in NFC.
  var isInertInNFC: Bool { bits & (0xFF | Self.second | Self.changesInNFC) == 0 }

  static let second: UInt16 = 1 << 8
  static let markedLetter: UInt16 = 1 << 9
  static let folds: UInt16 = 1 << 10
  static let decomposes: UInt16 = 1 << 11
  static let changesInNFC: UInt16 = 1 << 12
}

/// A two-stage table with a value for every Unicode scalar, for values that are mostly the same.
struct ScalarTable<Element: Sendable>: Sendable {
  private let common: Element
  /// For each block of 128 scalars, the index of its block in `elements`; block 0 is all `common`.
  private var blocks: [UInt16] = []
  private var elements: [Element]

  init(common: Element) {
    self.common = common
    elements = Array(repeating: common, count: 128)
  }

  subscript(scalar: UInt32) -> Element {
    get {
      let block = Int(scalar >> 7)
      guard block < blocks.count else { return common }
      return elements[Int(blocks[block]) << 7 | Int(scalar & 127)]
    }
    set { elements[index(of: scalar)] = newValue }
    _modify { yield &elements[index(of: scalar)] }
  }

  private mutating func index(of scalar: UInt32) -> Int {
    let block = Int(scalar >> 7)
    while blocks.count <= block { blocks.append(0) }
    if blocks[block] == 0 {
      blocks[block] = UInt16(truncatingIfNeeded: elements.count >> 7)
      elements.append(contentsOf: repeatElement(common, count: 128))
    }
    return Int(blocks[block]) << 7 | Int(scalar & 127)
  }
}
