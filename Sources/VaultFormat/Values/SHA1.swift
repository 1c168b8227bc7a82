/// SHA-1 (FIPS 180-4), which name-based UUIDs and git objects use.
///
/// Not for security.
package struct SHA1: Sendable {
  private var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
  /// The bytes of an incomplete block.
  private var rest: [UInt8] = []
  private var byteCount: UInt64 = 0

  private static let blockCount = 64
  /// The number of words that the rounds of a block use.
  private static let wordCount = 80

  package init() {}

  /// Starts with the first bytes of a message.
  package init(of bytes: [UInt8]) {
    bytes.withUnsafeBytes { update($0) }
  }

  /// The twenty bytes of the digest of a message.
  package static func digest(of message: [UInt8]) -> [UInt8] {
    var hash = SHA1(of: message)
    return hash.finish()
  }

  /// Hashes the next bytes of the message.
  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    byteCount &+= UInt64(bytes.count)
    var next = 0
    if !rest.isEmpty {
      next = min(Self.blockCount - rest.count, bytes.count)
      rest.append(contentsOf: bytes[..<next])
      guard rest.count == Self.blockCount else { return }
      let block = rest
      block.withUnsafeBytes { mix($0) }
      rest.removeAll(keepingCapacity: true)
    }
    let end = bytes.count - (bytes.count - next) % Self.blockCount
    if next < end { mix(UnsafeRawBufferPointer(rebasing: bytes[next..<end])) }
    rest.append(contentsOf: bytes[end...])
  }

  /// The digest; `update` must not be called afterwards.
  package mutating func finish() -> [UInt8] {
    let bits = byteCount &* 8
    var padding: [UInt8] = [0x80]
    while (rest.count + padding.count) % Self.blockCount != 56 { padding.append(0) }
    for shift in stride(from: 56, through: 0, by: -8) {
      padding.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift)))
    }
    padding.withUnsafeBytes { update($0) }
    return state.flatMap { word in
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) }
    }
  }

  /// - Parameter blocks: one or more whole blocks.
  private mutating func mix(_ blocks: UnsafeRawBufferPointer) {
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: Self.wordCount) { words in
      var place = 0
      while place < blocks.count {
        for index in 0..<16 {
          let word = blocks.loadUnaligned(fromByteOffset: place &+ 4 &* index, as: UInt32.self)
          words[index] = UInt32(bigEndian: word)
        }
        for index in 16..<Self.wordCount {
          words[index] = rotate(
            words[index &- 3] ^ words[index &- 8] ^ words[index &- 14] ^ words[index &- 16], 1)
        }
        var rounds = Rounds(state)
        rounds.run(words, 0..<20, constant: 0x5A82_7999) { $2 ^ ($0 & ($1 ^ $2)) }
        rounds.run(words, 20..<40, constant: 0x6ED9_EBA1) { $0 ^ $1 ^ $2 }
        rounds.run(words, 40..<60, constant: 0x8F1B_BCDC) { ($0 & $1) | ($2 & ($0 | $1)) }
        rounds.run(words, 60..<80, constant: 0xCA62_C1D6) { $0 ^ $1 ^ $2 }
        rounds.add(to: &state)
        place &+= Self.blockCount
      }
    }
  }
}

/// The five words that the rounds of a block change.
private struct Rounds {
  private var (a, b, c, d, e): (UInt32, UInt32, UInt32, UInt32, UInt32)

  init(_ state: [UInt32]) {
    (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
  }

  @inline(__always)
  mutating func run(
    _ words: UnsafeMutableBufferPointer<UInt32>, _ range: Range<Int>, constant: UInt32,
    choose: (UInt32, UInt32, UInt32) -> UInt32
  ) {
    for index in stride(from: range.lowerBound, to: range.upperBound, by: 5) {
      e = e &+ rotate(a, 5) &+ choose(b, c, d) &+ constant &+ words[index]
      b = rotate(b, 30)
      d = d &+ rotate(e, 5) &+ choose(a, b, c) &+ constant &+ words[index &+ 1]
      a = rotate(a, 30)
      c = c &+ rotate(d, 5) &+ choose(e, a, b) &+ constant &+ words[index &+ 2]
      e = rotate(e, 30)
      b = b &+ rotate(c, 5) &+ choose(d, e, a) &+ constant &+ words[index &+ 3]
      d = rotate(d, 30)
      a = a &+ rotate(b, 5) &+ choose(c, d, e) &+ constant &+ words[index &+ 4]
      c = rotate(c, 30)
    }
  }

  func add(to state: inout [UInt32]) {
    state[0] &+= a
    state[1] &+= b
    state[2] &+= c
    state[3] &+= d
    state[4] &+= e
  }
}

@inline(__always)
private func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
  word &<< count | word &>> (32 &- count)
}

/// Name-based UUIDs: RFC 9562, section 5.5.
package enum UUIDv5 {
  /// The sixteen bytes of the UUID for a name in a namespace.
  ///
  /// In the RFC a namespace is a UUID; any other bytes work too.
  package static func make(namespace: [UInt8], name: [UInt8]) -> [UInt8] {
    var bytes = Array(SHA1.digest(of: namespace + name).prefix(16))
    bytes[6] = bytes[6] & 0x0F | 0x50
    bytes[8] = bytes[8] & 0x3F | 0x80
    return bytes
  }
}

/// The object id that git gives a file's content: the SHA-1 of `blob LENGTH`, a null byte and the bytes.
package enum BlobID {
  /// The id in 40 lower-case digits.
  package static func hex(of bytes: [UInt8]) -> String {
    SHA1.digest(of: Array("blob \(bytes.count)\0".utf8) + bytes).hex
  }
}

extension Sequence<UInt8> {
  /// Two lower-case digits for each byte.
  package var hex: String {
    var digits: [UInt8] = []
    digits.reserveCapacity(2 * underestimatedCount)
    for byte in self {
      for digit in [byte >> 4, byte & 15] {
        digits.append(digit < 10 ? 0x30 + digit : 0x57 + digit)
      }
    }
    return String(decoding: digits, as: UTF8.self)
  }
}

extension [UInt8] {
  /// Decodes hex digits of either case, two per byte; nil for anything else.
  package init?(hex: some StringProtocol) {
    let digits = hex.utf8.compactMap(\.hexadecimalValue)
    guard digits.count.isMultiple(of: 2), digits.count == hex.utf8.count else { return nil }
    self = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }
}
