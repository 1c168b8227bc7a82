import SystemCalls
import TestSupport
import Testing

@testable import Media

@Suite("What leaves the cache")
struct CacheEvictionTests {
  private func entry(_ name: String, _ blocks: Int64, _ second: Int64) -> CacheEviction.Entry {
    CacheEviction.Entry(
      name: name, size: blocks * 4096, lastUse: FileTime(seconds: second, nanoseconds: 0))
  }

  @Test("nothing goes up to the limit; above it the oldest go, down to nine tenths")
  func oldestFirst() {
    let entries = (0..<10).map { entry("\($0)", 1, Int64(100 - $0)) }
    #expect(CacheEviction.names(of: entries, limit: 10 * 4096) == [])
    #expect(CacheEviction.names(of: entries, limit: 9 * 4096) == ["9", "8"])
    #expect(CacheEviction.names(of: [], limit: 0) == [])
    #expect(CacheEviction.names(of: entries, limit: 0).count == 10)
    #expect(CacheEviction.names(of: [entry("large", 100, 1)], limit: 4096) == ["large"])
  }

  @Test("a small file takes a block, and equal times go by name")
  func details() {
    let small = ["b", "a", "c"].map {
      CacheEviction.Entry(name: $0, size: 1, lastUse: FileTime(seconds: 5, nanoseconds: 0))
    }
    #expect(CacheEviction.names(of: small, limit: 3 * 4096) == [])
    #expect(CacheEviction.names(of: small, limit: 3 * 4096 - 1) == ["a"])
  }

  @Test("what stays fits, is younger than what goes, and not less than needed stays")
  func properties() throws {
    try withSeed(cases: 200) { generator in
      let entries = (0..<Int.random(in: 0...40, using: &generator)).map { number in
        entry(
          "\(number)", Int64.random(in: 0...30, using: &generator),
          Int64.random(in: 0...20, using: &generator))
      }
      let limit = Int64.random(in: 1...400, using: &generator) * 4096
      let gone = Set(CacheEviction.names(of: entries, limit: limit))
      let (left, removed) = (
        entries.filter { !gone.contains($0.name) }, entries.filter { gone.contains($0.name) }
      )
      let space = left.reduce(0) { $0 + $1.space }
      #expect(space <= limit)
      let youngest = removed.map(\.lastUse).max()
      if let youngest { #expect(left.allSatisfy { $0.lastUse >= youngest }) }
      let largest = removed.map(\.space).max() ?? 0
      if !removed.isEmpty { #expect(space + largest > limit - limit / 10) }
    }
  }
}
