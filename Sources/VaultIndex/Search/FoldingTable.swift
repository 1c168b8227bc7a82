internal import VaultFormat

/// The entries of all scalars for some options, made on demand in blocks of 128.
struct FoldingTable {
  private static let unmade = UInt16.max

  let folding: ScalarFolding
  private var blocks = [UInt16](repeating: unmade, count: 0x110000 >> 7)
  private var entries: [FoldingEntry] = []
  /// The foldings of single scalars, as UTF-8.
  private var outputs: [UInt8] = []
  private var suspects: SuspectTable? = SuspectTable()
  private let needle: NeedlePlaces?
  private var scalars: [ClassedScalar] = []
  private var folded: [ClassedScalar] = []

  /// - Parameter needle: the only needle to be searched, if known.
  init(options: FoldingOptions, needle: NeedlePlaces? = nil) {
    folding = ScalarFolding(options: options)
    self.needle = needle
  }

  /// The entry of `scalar`; bytes that are not UTF-8 are passive.
  mutating func entry(of scalar: UInt32) -> FoldingEntry {
    guard scalar < TextScalar.invalid else { return .passive }
    var block = blocks[Int(scalar >> 7)]
    if block == Self.unmade { block = makeBlock(scalar >> 7) }
    return entries[Int(block) << 7 | Int(scalar & 127)]
  }

  /// The folding of an active scalar that is not a joiner, as UTF-8.
  func output(of entry: FoldingEntry) -> ArraySlice<UInt8> {
    outputs[entry.start..<(entry.start &+ entry.length)]
  }

  /// The first offset at or after `start` of a possible active scalar that the needle may contain; `text.count` if
  /// there is none.
  mutating func firstSuspect(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var index = start
    while true {
      index = suspects?.firstSuspect(in: text, from: index) ?? text.count
      guard index < text.count, classifySuspects(text[index], text[index &+ 1]) else {
        return index
      }
    }
  }

  /// Classifies the scalars that begin with the two bytes; returns whether anything was classified.
  private mutating func classifySuspects(_ lead: UInt8, _ second: UInt8) -> Bool {
    guard suspects?.isUnclassified(lead, second) == true else { return false }
    var suspects = SuspectTable?.none
    swap(&suspects, &self.suspects)
    defer { swap(&suspects, &self.suspects) }
    suspects?.classify(lead, second) { isSuspect($0) }
    return true
  }

  /// Joiners always are, since their effect on other scalars is unknown.
  private mutating func isSuspect(_ scalar: UInt32) -> Bool {
    let entry = entry(of: scalar)
    guard entry.isActive, !entry.isJoiner, let needle else { return entry.isActive }
    return needle.mayTouch(output(of: entry))
  }

  /// Whether folding the text again would change nothing.
  mutating func isPassive(_ folded: UnsafeBufferPointer<UInt8>) -> Bool {
    var index = firstNonASCII(in: folded, from: 0)
    while index < folded.count {
      let scalar = TextScalar(in: folded, at: index)
      if entry(of: scalar.value).isActive { return false }
      index = firstNonASCII(in: folded, from: index + scalar.length)
    }
    return true
  }

  private mutating func makeBlock(_ number: UInt32) -> UInt16 {
    let block = UInt16(truncatingIfNeeded: entries.count >> 7)
    for scalar in (number << 7)..<((number + 1) << 7) { entries.append(makeEntry(scalar)) }
    blocks[Int(number)] = block
    return block
  }

  private mutating func makeEntry(_ scalar: UInt32) -> FoldingEntry {
    let tables = folding.tables
    let properties = tables.properties(of: scalar)
    guard
      properties.isDecomposable || properties.changesCase || isJoiner(scalar)
        || folding.typedMark(scalar) != nil
    else {
      let isLetter = folding.options.ignoresAccents && properties.isMarkedLetter
      return FoldingEntry(
        bits: isLetter && !ScalarFolding.isCyrillicI(scalar) ? FoldingEntry.losesAccents : 0)
    }
    scalars.removeAll(keepingCapacity: true)
    tables.appendDecomposition(of: scalar, compatibility: true, to: &scalars)
    var bits = losesAccents(scalars) ? FoldingEntry.losesAccents : 0
    if let first = scalars.first, isJoiner(first.value) {
      let isAccent = scalars.allSatisfy { ScalarFolding.isAccent($0.value) }
      bits |= FoldingEntry.active | FoldingEntry.joiner
      if isAccent, folding.options.ignoresAccents { bits |= FoldingEntry.accent }
      return FoldingEntry(bits: bits)
    }
    folding.fold(&scalars, into: &folded)
    if folded.count == 1, folded[0].value == scalar { return FoldingEntry(bits: bits) }
    let start = outputs.count
    for part in folded { UTF8Scalar.append(part.value, to: &outputs) }
    return FoldingEntry(
      bits: bits | FoldingEntry.active
        | UInt32(truncatingIfNeeded: start << 14 | (outputs.count - start) << 8))
  }

  private func isJoiner(_ scalar: UInt32) -> Bool {
    let properties = folding.tables.properties(of: scalar)
    return properties.combiningClass != 0 || properties.isSecond || ScalarFolding.isAccent(scalar)
  }

  /// Whether all accents after `decomposed`, and those in it, are dropped.
  private func losesAccents(_ decomposed: [ClassedScalar]) -> Bool {
    guard folding.options.ignoresAccents,
      let base = decomposed.last(where: { !ScalarFolding.isAccent($0.value) })
    else { return false }
    return base.isStarter && folding.tables.properties(of: base.value).isMarkedLetter
      && !ScalarFolding.isCyrillicI(base.value)
  }
}

/// The folding of a single scalar, and its interaction with its neighbours.
struct FoldingEntry {
  /// Bits 0 to 3 as below, 8 to 13 the length of the output, 14 to 31 its start in the table.
  var bits: UInt32

  /// Whether it changes when folded, or joins the preceding scalar.
  ///
  /// Text without active scalars is its own folding, except for the case of ASCII letters.
  var isActive: Bool { bits & Self.active != 0 }

  /// Whether it can change, or be changed by, the preceding scalar.
  var isJoiner: Bool { bits & Self.joiner != 0 }

  /// Whether it vanishes after a scalar that `losesAccents`.
  var isAccent: Bool { bits & Self.accent != 0 }

  /// Whether any run of accents after it vanishes.
  var losesAccents: Bool { bits & Self.losesAccents != 0 }

  var length: Int { Int(bits >> 8 & 63) }
  var start: Int { Int(bits >> 14) }

  static let passive = FoldingEntry(bits: 0)
  static let active: UInt32 = 1
  static let joiner: UInt32 = 2
  static let accent: UInt32 = 4
  static let losesAccents: UInt32 = 8
}

/// Tables of the byte pairs that may begin an active scalar, to skip the text between them quickly.
///
/// Both tables have 65,536 elements, one for each pair of bytes, so that no bounds check is needed. An active scalar
/// may begin where the mark of its first two bytes intersects that of its second and third. All lead bytes of
/// three-byte scalars share seven marks, so there are false positives.
struct SuspectTable {
  /// Marks by the first two bytes: 0 for none, `always` also for unclassified ones.
  private var firstPairs = [UInt8](repeating: 0, count: 1 << 16)
  /// Marks by the second and third byte.
  private var secondPairs = [UInt8](repeating: always, count: 1 << 16)
  private var isClassified = [Bool](repeating: false, count: 1 << 16)

  /// The mark that intersects that of every third byte.
  private static let always: UInt8 = 0x80

  init() {
    for lead in 0xC2...0xF4 where !(0xE4...0xE9).contains(lead) {
      // E4 to E9 begin U+4000 to U+9FFF: ideographs, all passive.
      for second in 0x80...0xBF { firstPairs[lead | second << 8] = Self.always }
    }
    // Hangul syllables, except the blocks at both ends, which have other scalars too.
    for second in 0xB1...0xBF { firstPairs[0xEA | second << 8] = 0 }
    for second in 0x80...0xBF { firstPairs[0xEB | second << 8] = 0 }
    for second in 0x80...0xBF { firstPairs[0xEC | second << 8] = 0 }
    for second in 0x80...0x9D { firstPairs[0xED | second << 8] = 0 }
  }

  /// Whether `classify` would add anything; it is not used for four-byte scalars.
  func isUnclassified(_ lead: UInt8, _ second: UInt8) -> Bool {
    lead < 0xF0 && !isClassified[Int(lead) | Int(second) << 8]
  }

  /// Classifies the scalars that begin with the two bytes, the first of them below F0.
  mutating func classify(_ lead: UInt8, _ second: UInt8, isActive: (UInt32) -> Bool) {
    let pair = Int(lead) | Int(second) << 8
    isClassified[pair] = true
    let low = UInt32(second & 63)
    if lead < 0xE0 {
      firstPairs[pair] = isActive(UInt32(lead & 31) << 6 | low) ? Self.always : 0
      return
    }
    let mark: UInt8 = 1 << ((lead & 15) % 7)
    firstPairs[pair] = mark
    for third in 0..<UInt32(64) where isActive(UInt32(lead & 15) << 12 | low << 6 | third) {
      secondPairs[Int(second) | Int(0x80 | third) << 8] |= mark
    }
  }

  /// The first offset at or after `start` where an active scalar may begin; `text.count` if there is none.
  ///
  /// Loads of 2 bytes at up to `index + 8` are within the text, since each loop leaves enough bytes.
  func firstSuspect(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    firstPairs.withUnsafeBufferPointer { firstPairs in
      secondPairs.withUnsafeBufferPointer { secondPairs in
        let bytes = UnsafeRawBufferPointer(text)
        func pair(_ index: Int) -> Int {
          Int(bytes.loadUnaligned(fromByteOffset: index, as: UInt16.self).littleEndian)
        }
        func suspicion(_ index: Int) -> UInt8 {
          firstPairs[pair(index)] & secondPairs[pair(index &+ 1)]
        }
        var index = firstNonASCII(in: text, from: start)
        while index &+ 10 <= bytes.count {
          let any =
            suspicion(index) | suspicion(index &+ 1) | suspicion(index &+ 2)
            | suspicion(index &+ 3) | suspicion(index &+ 4) | suspicion(index &+ 5)
            | suspicion(index &+ 6) | suspicion(index &+ 7)
          if any != 0 {
            while suspicion(index) == 0 { index &+= 1 }
            return index
          }
          index &+= 8
          if bytes[index] < 0x80 { index = firstNonASCII(in: text, from: index) }
        }
        while index &+ 3 <= bytes.count {
          if suspicion(index) != 0 { return index }
          index &+= 1
        }
        while index &+ 2 <= bytes.count {
          if firstPairs[pair(index)] & Self.always != 0 { return index }
          index &+= 1
        }
        return bytes.count
      }
    }
  }
}
