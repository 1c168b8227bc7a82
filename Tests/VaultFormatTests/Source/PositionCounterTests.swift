import TestSupport
import Testing

@testable import VaultFormat

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

  @Test("look at a long line once, however many offsets are in it", .timeLimit(.minutes(1)))
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
