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
