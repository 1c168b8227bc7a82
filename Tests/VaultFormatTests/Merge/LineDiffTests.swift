import TestSupport
import Testing

@testable import VaultFormat

@Suite("Line diff")
struct LineDiffTests {
  /// The length of a longest common subsequence, by the table that everybody knows.
  private static func longestCommon(_ old: [Int], _ new: [Int]) -> Int {
    var row = [Int](repeating: 0, count: new.count + 1)
    for line in old {
      var diagonal = 0
      for (index, other) in new.enumerated() {
        let above = row[index + 1]
        row[index + 1] = line == other ? diagonal + 1 : max(above, row[index])
        diagonal = above
      }
    }
    return row[new.count]
  }

  private static func isAlignment(_ diff: LineDiff, _ old: [Int], _ new: [Int]) -> Bool {
    let pairs = diff.partners.enumerated().filter { $0.element >= 0 }
    let inOrder = zip(pairs, pairs.dropFirst()).allSatisfy { $0.element < $1.element }
    return diff.partners.count == old.count && inOrder
      && pairs.allSatisfy { $0.element < new.count && old[$0.offset] == new[$0.element] }
  }

  /// Doubled lines leave no anchors, so the shortest path is Myers' alone and has to be a shortest one.
  @Test("without anchors the alignment is a longest common subsequence")
  func minimal() throws {
    try withSeed(cases: 3_000) { generator in
      let letters = Array(0..<Int.random(in: 1...5, using: &generator))
      let counts = (0..<2).map { _ in Int.random(in: 0...14, using: &generator) }
      let old = generator.pick(counts[0], of: letters).flatMap { [$0, $0] }
      let new = generator.pick(counts[1], of: letters).flatMap { [$0, $0] }
      let diff = LineDiff(from: old, to: new)
      try #require(Self.isAlignment(diff, old, new), "\(old) \(new)")
      try #require(
        diff.partners.count { $0 >= 0 } == Self.longestCommon(old, new), "\(old) \(new)")
    }
  }

  @Test("any two texts get an alignment, whatever the limit")
  func anyLimit() throws {
    try withSeed(cases: 3_000) { generator in
      let letters = Array(0..<Int.random(in: 1...12, using: &generator))
      let old = generator.pick(Int.random(in: 0...20, using: &generator), of: letters)
      let new = generator.pick(Int.random(in: 0...20, using: &generator), of: letters)
      let diff = LineDiff(from: old, to: new, limit: Int.random(in: 0...200, using: &generator))
      try #require(Self.isAlignment(diff, old, new), "\(old) \(new)")
    }
  }

  @Test("lines that occur once anchor the alignment, also if they crossed")
  func anchors() {
    #expect(LineDiff(from: [1, 2, 3, 4, 5], to: [1, 9, 3, 5]).partners == [0, -1, 2, -1, 3])
    // 2 moved behind 4: the longer row stays.
    #expect(LineDiff(from: [0, 2, 3, 4, 9], to: [7, 3, 4, 2, 8]).partners == [-1, -1, 1, 2, -1])
  }

  /// Without a limit each of these would take some ten billion steps.
  @Test("a diff of a hundred thousand hard lines stops at its limit")
  func hostile() throws {
    try withSeed { generator, _ in
      let count = 100_000
      let texts: [(String, [Int], [Int])] = [
        ("nothing in common", Array(0..<count), Array(count..<(2 * count))),
        ("backwards", Array(0..<count), (0..<count).reversed()),
        (
          "few letters", generator.pick(count, of: Array(0..<8)),
          generator.pick(count, of: Array(0..<8))
        ),
        ("doubled", (0..<count).map { $0 / 2 }, (0..<count).map { $0 / 2 }.reversed()),
      ]
      for (name, old, new) in texts {
        #expect(Self.isAlignment(LineDiff(from: old, to: new), old, new), "\(name)")
      }
    }
  }
}
