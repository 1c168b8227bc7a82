import TestSupport
import Testing

@testable import VaultFormat

@Suite("Searches over bytes, eight at a time, say what a look at each byte says")
struct ByteSearchTests {
  /// Few different bytes, those beside the borders among them, so that hits and near misses are frequent.
  private static let alphabet: [UInt8] = [
    0x00, 0x09, 0x0A, 0x0B, 0x0D, 0x1F, 0x20, 0x21, 0x61, 0x7E, 0x7F, 0x80, 0x8A, 0xA0, 0xFF,
  ]

  private static func randomBytes(_ random: inout some RandomNumberGenerator) -> [UInt8] {
    let isPlain = Bool.random(using: &random)
    return (0..<Int.random(in: 0...40, using: &random)).map { _ in
      isPlain && Int.random(in: 0..<20, using: &random) > 0
        ? 0x62 : alphabet.randomElement(using: &random) ?? 0
    }
  }

  @Test("for one byte, for the end of a word, and for plain text")
  func searches() throws {
    try withSeed(cases: 500) { random in
      let bytes = Self.randomBytes(&random)
      bytes.withUnsafeBufferPointer { buffer in
        for start in 0...bytes.count {
          let rest = bytes[start...]
          #expect(buffer.offset(of: 0x0A, from: start) == rest.firstIndex(of: 0x0A))
          #expect(
            buffer.endOfWord(from: start) == rest.firstIndex { $0 <= 0x20 } ?? bytes.count)
          guard rest.count >= 8 else { continue }
          let isPlain = rest.prefix(8).allSatisfy { $0 == 0x0A || 0x20...0x7E ~= $0 }
          #expect(buffer.isPlainASCII(eightBytesFrom: start) == isPlain)
        }
      }
    }
  }

  @Test("for some bytes in a row")
  func patterns() throws {
    try withSeed(cases: 500) { random in
      let bytes = (0..<Int.random(in: 0...30, using: &random)).map { _ in
        UInt8.random(in: 0x61...0x63, using: &random)
      }
      let pattern = (0..<Int.random(in: 0...4, using: &random)).map { _ in
        UInt8.random(in: 0x61...0x63, using: &random)
      }
      let wanted = pattern.isEmpty ? nil : bytes.firstRange(of: pattern)?.lowerBound
      #expect(bytes.offset(of: pattern) == wanted, "\(pattern) in \(bytes)")
    }
  }

  @Test("for how often a byte occurs, in ranges longer than the sums hold")
  func counts() throws {
    try withSeed(cases: 300) { random in
      var bytes = Self.randomBytes(&random)
      // Runs of one byte, so that a sum reaches its greatest value.
      let run = [UInt8](
        repeating: Self.alphabet.randomElement(using: &random) ?? 0,
        count: [0, 7, 2039, 2040, 2041, 5000].randomElement(using: &random) ?? 0)
      bytes += run + Self.randomBytes(&random)
      let byte = run.first ?? 0x0A
      let start = Int.random(in: 0...min(40, bytes.count), using: &random)
      let range = start..<Int.random(in: start...bytes.count, using: &random)
      bytes.withUnsafeBufferPointer { buffer in
        for wanted in [byte, 0x0A, 0x80] {
          #expect(
            buffer.count(of: wanted, in: range) == bytes[range].count { $0 == wanted },
            "\(wanted) in \(range)")
        }
      }
    }
  }

  @Test("for up to eight bytes as a little-endian number")
  func words() throws {
    try withSeed(cases: 200) { random in
      let bytes = Self.randomBytes(&random)
      bytes.withUnsafeBufferPointer { buffer in
        for start in 0...bytes.count {
          for end in start...min(start + 8, bytes.count) {
            let word = bytes[start..<end].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            #expect(buffer.word(start..<end) == word)
          }
        }
      }
    }
  }

  @Test("equal bytes have equal hashes wherever they lie, other bytes have others")
  func hashes() throws {
    try withSeed { random, _ in
      var hashes: [[UInt8]: UInt64] = [:]
      for _ in 0..<2_000 {
        let bytes = Self.randomBytes(&random)
        let shift = Int.random(in: 0...9, using: &random)
        let moved = [UInt8](repeating: 0x62, count: shift) + bytes
        let hash = moved.withUnsafeBufferPointer {
          UnsafeBufferPointer(rebasing: $0[shift...]).quickHash
        }
        #expect(hashes[bytes] ?? hash == hash)
        hashes[bytes] = hash
      }
      #expect(Set(hashes.values).count == hashes.count)
    }
  }
}

@Suite("A filter for hashes")
struct HashFilterTests {
  @Test("rules out no hash that is in it, and nearly all that are not")
  func filter() throws {
    try withSeed { random, _ in
      // Hashes that differ only in low or only in high bits are as good as others.
      let shift = UInt64([0, 24, 48].randomElement(using: &random) ?? 0)
      var filter = HashFilter()
      let inside = (0..<100).map { UInt64($0) << shift }
      for hash in inside { filter.insert(hash) }
      #expect(inside.allSatisfy(filter.mayContain))
      let others = (0..<10_000).map { _ in UInt64.random(in: 100...0xFFFF, using: &random) << shift
      }
      #expect(others.count(where: filter.mayContain) < 1_000)
    }
  }

  @Test("rules out every hash if it is empty")
  func empty() {
    let filter = HashFilter()
    #expect([0, 1, UInt64.max].allSatisfy { !filter.mayContain($0) })
  }
}

@Suite("Lines and columns that are counted in one pass")
struct PositionCounterTests {
  @Test("are those of each offset alone")
  func law() throws {
    try withSeed(cases: 200) { random in
      let bytes = (0..<Int.random(in: 0...60, using: &random)).map { _ in
        Int.random(in: 0..<6, using: &random) == 0 ? UInt8(ascii: "\n") : UInt8(ascii: "a")
      }
      bytes.withUnsafeBufferPointer { bytes in
        var counter = PositionCounter(bytes)
        for offset in 0...bytes.count where Bool.random(using: &random) {
          #expect(counter.position(of: offset) == SourcePosition(of: offset, in: bytes))
        }
      }
    }
  }

  @Test("look at a long line once, however many offsets are in it", .timeLimit(.minutes(60)))
  func longLine() {
    let bytes = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
    bytes.withUnsafeBufferPointer { bytes in
      var counter = PositionCounter(bytes)
      var last = SourcePosition(line: 0, column: 0)
      for offset in bytes.indices { last = counter.position(of: offset) }
      #expect(last == SourcePosition(line: 1, column: 1_000_000))
    }
  }
}
