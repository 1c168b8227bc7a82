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
