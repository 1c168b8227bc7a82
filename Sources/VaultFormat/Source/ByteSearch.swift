/// Searches over raw bytes, eight at a time, in integer arithmetic that is fast on every processor.
// Invariant of all loads here: the eight bytes from the given offset on are in the buffer.
extension UnsafeBufferPointer<UInt8> {
  /// The offset of the first `byte` at or after `start`, which must be in `0...count`.
  @inline(__always) package func offset(of byte: UInt8, from start: Int) -> Int? {
    var at = start
    let pattern = Self.ones &* UInt64(byte)
    while at &+ 8 <= count {
      let difference = word(at) ^ pattern
      // Each zero byte of the difference sets its highest bit; the lowest bit set is exact.
      let hits = (difference &- Self.ones) & ~difference & Self.highs
      if hits != 0 { return at &+ hits.trailingZeroBitCount &>> 3 }
      at &+= 8
    }
    while at < count {
      if self[at] == byte { return at }
      at &+= 1
    }
    return nil
  }

  /// How often `byte` occurs in a range.
  package func count(of byte: UInt8, in range: Range<Int>) -> Int {
    var (total, at) = (0, range.lowerBound)
    let pattern = Self.ones &* UInt64(byte)
    while at &+ 8 <= range.upperBound {
      // Each byte of the sum counts to 255 at most.
      let words = Swift.min((range.upperBound &- at) / 8, 255)
      var sums: UInt64 = 0
      for _ in 0..<words {
        let difference = word(at) ^ pattern
        // Sets the highest bit of each byte that is not zero; no carry leaves a byte.
        let isOther = ((difference & ~Self.highs) &+ ~Self.highs) | difference
        sums &+= (~isOther & Self.highs) &>> 7
        at &+= 8
      }
      let (even, odd) = (sums & Self.evenBytes, sums &>> 8 & Self.evenBytes)
      total &+= Int(truncatingIfNeeded: ((even &+ odd) &* 0x0001_0001_0001_0001) &>> 48)
    }
    while at < range.upperBound {
      if self[at] == byte { total &+= 1 }
      at &+= 1
    }
    return total
  }

  /// The offset of the first blank or control character at or after `start`, which must be in `0...count`; `count`
  /// if there is none.
  @inline(__always) func endOfWord(from start: Int) -> Int {
    var at = start
    while at &+ 8 <= count {
      let word = word(at)
      // Sets the highest bit of each byte that is greater than a space.
      let isGreater = ((word & ~Self.highs) &+ Self.ones &* (0x7F - 0x20)) | word
      let hits = ~isGreater & Self.highs
      if hits != 0 { return at &+ hits.trailingZeroBitCount &>> 3 }
      at &+= 8
    }
    while at < count, self[at] > 0x20 { at &+= 1 }
    return at
  }

  /// Whether the eight bytes from `start` on are all printable ASCII, from space to tilde, or line feeds.
  @inline(__always) func isPlainASCII(eightBytesFrom start: Int) -> Bool {
    let word = word(start)
    let lower = word & ~Self.highs
    // Each of these sets the highest bit of the bytes that, without their own highest bit, are what the name says;
    // no carry leaves a byte.
    let isSpaceOrGreater = lower &+ Self.ones &* (0x80 - 0x20)
    let isNotLineFeed = (lower ^ Self.ones &* 0x0A) &+ Self.ones &* 0x7F
    let isDelete = lower &+ Self.ones
    return ((~isSpaceOrGreater & isNotLineFeed) | isDelete | word) & Self.highs == 0
  }

  private static var ones: UInt64 { 0x0101_0101_0101_0101 }
  private static var highs: UInt64 { 0x8080_8080_8080_8080 }
  private static var evenBytes: UInt64 { 0x00FF_00FF_00FF_00FF }

  /// The eight bytes from `start` on, in little-endian order.
  @inline(__always) private func word(_ start: Int) -> UInt64 {
    let bytes = UnsafeRawPointer(baseAddress.unsafelyUnwrapped)
    return UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self))
  }

  /// The bytes of a range of at most eight, in little-endian order, padded with zeros.
  @inline(__always) package func word(_ range: Range<Int>) -> UInt64 {
    if range.isEmpty { return 0 }
    let surplus = UInt64(64 &- 8 &* range.count)
    if range.lowerBound &+ 8 <= count { return word(range.lowerBound) & ~0 &>> surplus }
    if range.upperBound >= 8 { return word(range.upperBound &- 8) &>> surplus }
    return self[range].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Whether the bytes of two ranges are equal.
  package func areEqual(_ a: Range<Int>, _ b: Range<Int>) -> Bool {
    guard a.count == b.count else { return false }
    var (i, j) = (a.lowerBound, b.lowerBound)
    while i &+ 8 <= a.upperBound {
      guard word(i) == word(j) else { return false }
      i &+= 8
      j &+= 8
    }
    while i < a.upperBound {
      guard self[i] == self[j] else { return false }
      i &+= 1
      j &+= 1
    }
    return true
  }

  /// A 64-bit hash for tables in memory; it may differ between versions.
  package var quickHash: UInt64 {
    var hash = UInt64(truncatingIfNeeded: count) &* 0x9E37_79B9_7F4A_7C15
    var at = 0
    while at &+ 8 <= count {
      hash = Self.mixed(hash ^ word(at))
      at &+= 8
    }
    return Self.mixed(hash ^ word(at..<count))
  }

  /// The two halves of the full product, combined with XOR.
  @inline(__always) private static func mixed(_ value: UInt64) -> UInt64 {
    let product = value.multipliedFullWidth(by: 0x9FB2_1C65_1E98_DF25)
    return product.high ^ product.low ^ value >> 32
  }
}

extension [UInt8] {
  /// The offset of the first `pattern`; nil if there is none, or the pattern is empty.
  package func offset(of pattern: [UInt8]) -> Int? {
    guard let first = pattern.first, count >= pattern.count else { return nil }
    return withUnsafeBufferPointer { bytes in
      let starts = UnsafeBufferPointer(rebasing: bytes[...(count - pattern.count)])
      var from = 0
      while let found = starts.offset(of: first, from: from) {
        if bytes[found..<(found + pattern.count)].elementsEqual(pattern) { return found }
        from = found + 1
      }
      return nil
    }
  }
}

/// Classes of bytes that all parsers of this module use.
extension UInt8 {
  /// Space or tab.
  package var isBlank: Bool { self == 0x20 || self == 0x09 }
  package var isASCIIDigit: Bool { self &- 0x30 < 10 }
  package var isASCIILetter: Bool { (self | 0x20) &- 0x61 < 26 }
  /// Whether a backslash escapes this byte in Markdown (CommonMark 0.31, section 2.4).
  var isASCIIPunctuation: Bool { self > 0x20 && self < 0x7F && !isASCIIDigit && !isASCIILetter }
  /// The byte in lower case if it is an ASCII letter, else the byte itself.
  var asciiLowercased: UInt8 { self &- UInt8(ascii: "A") < 26 ? self | 0x20 : self }
}

extension StringProtocol where SubSequence == Substring {
  /// Without spaces and tabs at its ends.
  package var trimmingBlanks: String {
    var rest = drop { $0 == " " || $0 == "\t" }
    while let last = rest.last, last == " " || last == "\t" { rest.removeLast() }
    return String(rest)
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The range without spaces and tabs at its ends.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, self[start].isBlank { start += 1 }
    while start < end, self[end - 1].isBlank { end -= 1 }
    return start..<end
  }
}

extension [UInt8] {
  /// The bytes behind the mark of UTF-8 (U+FEFF), if they begin with it.
  package var withoutByteOrderMark: ArraySlice<UInt8> {
    starts(with: [0xEF, 0xBB, 0xBF]) ? dropFirst(3) : self[...]
  }
}

extension ArraySlice<UInt8> {
  /// The line without the LF, or CR and LF, at its end.
  package var withoutLineBreak: ArraySlice<UInt8> {
    let line = last == UInt8(ascii: "\n") ? dropLast() : self
    return line.last == UInt8(ascii: "\r") ? line.dropLast() : line
  }
}

extension Array {
  /// The index of the first element for which `isBeyond` is true, by binary search; `count` if there is none.
  ///
  /// The elements for which it is false must come first.
  @inlinable
  package func partitioningIndex(where isBeyond: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBeyond(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// A Bloom filter with one hash function and 4,096 bits.
///
/// For sets of a few hundred hashes that are queried often: a hash that it does not rule out has to be looked up
/// elsewhere.
package struct HashFilter: Sendable {
  private var words = [UInt64](repeating: 0, count: 64)

  package init() {}

  package mutating func insert(_ hash: UInt64) {
    let place = Self.place(hash)
    words[place.word] |= place.bit
  }

  /// False if the hash is certainly not in the set.
  package func mayContain(_ hash: UInt64) -> Bool {
    let place = Self.place(hash)
    return words[place.word] & place.bit != 0
  }

  /// Uses the highest twelve bits of a product, which depend on all bits of the hash.
  private static func place(_ hash: UInt64) -> (word: Int, bit: UInt64) {
    let mixed = hash &* 0x9E37_79B9_7F4A_7C15
    return (Int(truncatingIfNeeded: mixed &>> 58), 1 &<< (mixed &>> 52 & 63))
  }
}
