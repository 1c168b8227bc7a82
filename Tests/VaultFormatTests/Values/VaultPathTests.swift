import TestSupport
import Testing
import VaultFormat

@Suite("The order of paths")
struct VaultPathTests {
  @Test("paths stand in the order of their bytes, whatever their lengths")
  func order() throws {
    try withSeed { generator, _ in
      // Few bytes, so that many paths begin alike; one of them has its highest bit set.
      let bytes: [UInt8] = [0x21, 0x61, 0x62, 0xFF]
      let paths = (0..<300).compactMap { _ in
        VaultPath(
          (0..<Int.random(in: 1...20, using: &generator)).map { _ in
            generator.pick(1, of: Int.random(in: 0...9, using: &generator) < 8 ? [0x61] : bytes)[0]
          })
      }
      for first in paths {
        for second in paths.prefix(60) {
          #expect((first < second) == first.bytes.lexicographicallyPrecedes(second.bytes))
        }
      }
    }
  }
}
