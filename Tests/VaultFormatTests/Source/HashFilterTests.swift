import TestSupport
import Testing
import VaultFormat

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
