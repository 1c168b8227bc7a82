import SystemCalls
import TestSupport
import Testing

@testable import Media

@Suite("Which variants a picture has")
struct VariantEdgeTests {
  @Test(
    "the edges below the longest side, and one that holds the picture as it is",
    arguments: [
      (4032, 3024, [320, 800, 1600]), (3024, 4032, [320, 800, 1600]), (1601, 1, [320, 800, 1600]),
      (1600, 1200, [320, 800, 1600]), (801, 100, [320, 800, 1600]), (800, 800, [320, 800]),
      (321, 200, [320, 800]), (320, 240, [320]), (1, 1, [320]), (100, 320, [320]),
    ])
  func needed(width: Int, height: Int, edges: [Int]) {
    let size = PictureSize(width: width, height: height)
    #expect(VariantEdge.needed(for: size).map(\.pixels) == edges)
    for edge in VariantEdge.allCases {
      let standIn = edge.standIn(for: size)
      #expect(edges.contains(standIn.pixels) && standIn <= edge)
      #expect(standIn == edge || standIn.pixels >= max(width, height))
    }
  }

  @Test(
    "only pictures of up to 100 megapixels are decoded",
    arguments: [
      (10_000, 10_000, true), (10_001, 10_000, false), (65_535, 1525, true), (65_536, 1, false),
      (0, 10, false), (10, 0, false), (-1, -1, false), (Int.max, Int.max, false), (1, 1, true),
    ])
  func limits(width: Int, height: Int, isAllowed: Bool) {
    #expect(VariantLimits.allow(PictureSize(width: width, height: height)) == isAllowed)
  }

  @Test(
    "a hash is 64 lower-case hexadecimal digits",
    arguments: [
      (String(repeating: "0a", count: 32), true), (String(repeating: "0A", count: 32), false),
      (String(repeating: "0", count: 63), false), (String(repeating: "0", count: 65), false),
      (String(repeating: "../0", count: 16), false), ("", false),
      (String(repeating: "g", count: 64), false), (String(repeating: "é", count: 32), false),
    ])
  func hashes(text: String, isHash: Bool) {
    #expect((ContentHash(text) != nil) == isHash)
  }

  @Test("facts are read as they are written, and nothing else is")
  func facts() {
    let facts = PictureFacts(size: PictureSize(width: 4032, height: 3024), colour: 0x00BEEF)
    #expect(facts.text == "4032 3024 00beef -\n" && PictureFacts(facts.text) == facts)
    var focused = facts
    focused.focus = PictureFocus(column: 10, row: 4)
    #expect(focused.text == "4032 3024 00beef a4\n" && PictureFacts(focused.text) == focused)
    for text in [
      "", "\n", "1 1", "1 1 12345 -", "1 1 1234567 -", "1 1 zzzzzz -", "0 1 000000 -",
      "a 1 000000 -", "1 1 000000", "1 1 000000 1", "1 1 000000 +1", "1 1 000000 gg",
      "20000 20000 000000 -", "99999999999999999999 1 000000 -",
    ] {
      #expect(PictureFacts(text) == nil, "\(text)")
    }
  }

  @Test("tl-media lies beside the program or in libexec")
  func program() {
    #expect(
      WorkerProgram.candidates(besides: "/usr/local/bin/tl-net")
        == ["/usr/local/bin/tl-media", "/usr/local/libexec/tl/tl-media"])
    #expect(WorkerProgram.candidates(besides: "/tl") == ["/tl-media", "/libexec/tl/tl-media"])
    #expect(WorkerProgram.candidates(besides: "") == [])
    #expect(WorkerProgram.candidates(besides: "tl") == [])
    #expect(WorkerProgram.path(besides: "/nowhere/bin/tl") == nil)
  }
}

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
