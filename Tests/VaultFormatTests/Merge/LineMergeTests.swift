import TestSupport
import Testing

@testable import VaultFormat

@Suite("Line merge")
struct LineMergeTests {
  private static func merge(_ base: String, _ left: String, _ right: String) -> String? {
    LineMerge(base: Array(base.utf8), left: Array(left.utf8), right: Array(right.utf8)).merged
      .map { String(decoding: $0, as: UTF8.self) }
  }

  private static func merge(_ base: [UInt8], _ left: [UInt8], _ right: [UInt8]) -> [UInt8]? {
    LineMerge(base: base, left: left, right: right).merged
  }

  @Test("a union keeps the rules of both sides without duplicates, those of the later side last")
  func united() {
    let merge = LineMerge(
      base: Array("a\n".utf8), left: Array("a\nx\nsame\n".utf8), right: Array("a\ny\nsame\n".utf8))
    #expect(String(decoding: merge.united(isRightLast: true), as: UTF8.self) == "a\nx\ny\nsame\n")
    let other = merge.united(isRightLast: false)
    #expect(String(decoding: other, as: UTF8.self) == "a\ny\nx\nsame\n")
  }

  // MARK: - Laws

  /// Any bytes, with many line ends among them, of every kind.
  private static func anyText(_ generator: inout SeededGenerator) -> [UInt8] {
    let pieces = ["a", "b", "c", "\n", "\n", "\r\n", "\r", "", "ü", "\u{0}"]
    return generator.pick(Int.random(in: 0...12, using: &generator), of: pieces)
      .flatMap { Array($0.utf8) }
  }

  @Test("a side that changed nothing takes what the other did, and equal changes are one")
  func oneSided() throws {
    try withSeed(cases: 5_000) { generator in
      let (base, other) = (Self.anyText(&generator), Self.anyText(&generator))
      try #require(Self.merge(base, base, other) == other, "\(base) \(other)")
      try #require(Self.merge(base, other, base) == other, "\(base) \(other)")
      try #require(Self.merge(base, other, other) == other, "\(base) \(other)")
    }
  }

  @Test("the result does not depend on which side is the left one")
  func symmetry() throws {
    try withSeed { generator, _ in
      var merges = 0
      for _ in 0..<5_000 {
        let base = Self.anyText(&generator)
        let (left, right) = (Self.anyText(&generator), Self.anyText(&generator))
        let (one, other) = (
          LineMerge(base: base, left: left, right: right),
          LineMerge(base: base, left: right, right: left)
        )
        try #require(one.merged == other.merged, "\(base) \(left) \(right)")
        let swapped = other.conflicts.map {
          LineMerge.Conflict(base: $0.base, left: $0.right, right: $0.left)
        }
        try #require(one.conflicts == swapped, "\(base) \(left) \(right)")
        if one.merged != nil { merges += 1 }
      }
      #expect(merges > 50, "too few of the texts could be merged for the law to mean anything")
    }
  }

  /// A text of lines that occur once, and a change of it.
  private static func changed(
    _ lines: [String], _ name: String, _ generator: inout SeededGenerator
  ) -> [String] {
    var result: [String] = []
    for (index, line) in lines.enumerated() {
      switch Int.random(in: 0..<12, using: &generator) {
      case 0: break
      case 1: result += ["\(name)\(index)"]
      case 2: result += ["\(name)\(index)", line]
      default: result.append(line)
      }
    }
    return result
  }

  @Test(
    "without a conflict every line that a side added is there, and every line that one removed is not"
  )
  func nothingLost() throws {
    try withSeed { generator, _ in
      var merges = 0
      for _ in 0..<2_000 {
        let base = (0..<Int.random(in: 0...12, using: &generator)).map { "\($0)" }
        let left = Self.changed(base, "l", &generator)
        let right = Self.changed(base, "r", &generator)
        func bytes(_ lines: [String]) -> [UInt8] { Array(lines.map { $0 + "\n" }.joined().utf8) }
        guard let merged = Self.merge(bytes(base), bytes(left), bytes(right)) else { continue }
        merges += 1
        let lines = String(decoding: merged, as: UTF8.self).split(separator: "\n").map(String.init)
        var wanted = Set(left).union(right)
        wanted.subtract(Set(base).subtracting(left))
        wanted.subtract(Set(base).subtracting(right))
        try #require(Set(lines) == wanted, "\(base) \(left) \(right)")
        try #require(lines.count == wanted.count, "\(base) \(left) \(right)")
      }
      #expect(merges > 100)
    }
  }

  @Test("changes in distant lines are merged")
  func distant() throws {
    try withSeed(cases: 500) { generator in
      let count = Int.random(in: 3...40, using: &generator)
      // Empty and repeated lines, as texts have them.
      let base = generator.pick(count, of: ["", "", "same", "x"]).enumerated()
        .map { $0.element == "x" ? "line \($0.offset)" : $0.element }
      let first = Int.random(in: 0..<(count - 2), using: &generator)
      let second = Int.random(in: (first + 2)..<count, using: &generator)
      var (left, right, both) = (base, base, base)
      left[first] = "left"
      right[second] = "right"
      both[first] = "left"
      both[second] = "right"
      let texts = [base, left, right, both].map { $0.joined(separator: "\n") + "\n" }
      try #require(Self.merge(texts[0], texts[1], texts[2]) == texts[3], "\(texts)")
    }
  }

  // MARK: - Cases

  @Test(
    "two versions that can be merged",
    arguments: [
      ("a\nb\nc\n", "A\nb\nc\n", "a\nb\nC\n", "A\nb\nC\n"),
      ("a\nb\nc\n", "a\nc\n", "a\nb\nc\nd\n", "a\nc\nd\n"),
      ("", "", "a", "a"), ("a", "", "a", ""), ("", "a\n", "a\n", "a\n"),
      // An editor that adds the missing line end, while something else adds a line.
      ("a\nb", "A\nb\n", "a\nb\nc\n", "A\nb\nc\n"),
      ("a\nb", "A\nb", "a\nb\nc", "A\nb\nc"),
      ("a\nb\n", "A\nb\n", "a\nb", "A\nb"),
      // Line ends are part of their lines.
      ("a\r\nb\r\nc\r\n", "A\r\nb\r\nc\r\n", "a\r\nb\r\nc\r\nd\r\n", "A\r\nb\r\nc\r\nd\r\n"),
      ("a\r\nb\r\nc", "A\r\nb\r\nc", "a\r\nb\r\nc\r\nd", "A\r\nb\r\nc\r\nd"),
      ("a\nb\nc\n", "a\r\nb\nc\n", "a\nb\nc\r\n", "a\r\nb\nc\r\n"),
    ])
  func joined(base: String, left: String, right: String, merged: String) {
    let result = Self.merge(Array(base.utf8), Array(left.utf8), Array(right.utf8))
    #expect(result == Array(merged.utf8))
  }

  @Test("different changes of one line are a conflict that says where")
  func conflict() {
    let merge = LineMerge(
      base: Array("a\nb\nc\nd\n".utf8), left: Array("0\na\nB\nc\nd\n".utf8),
      right: Array("a\nß\nc\nd\n".utf8))
    #expect(merge.merged == nil)
    #expect(merge.conflicts == [.init(base: 1..<2, left: 2..<3, right: 1..<2)])
    let marked = String(decoding: merge.marked(left: "yours", right: "theirs"), as: UTF8.self)
    #expect(marked == "0\na\n<<<<<<< yours\nB\n=======\nß\n>>>>>>> theirs\nc\nd\n")
  }

  @Test(
    "changes of adjacent lines, and two lines inserted at the same position, are conflicts",
    arguments: [
      ("a\nb\n", "A\nb\n", "a\nB\n"), ("a\n", "a\nb\n", "a\nc\n"), ("a\n", "A\n", ""),
      ("", "a", "b"), ("a\nb\n", "a\n", "a\nb\nc\n"),
    ])
  func conflicts(base: String, left: String, right: String) {
    #expect(Self.merge(base, left, right) == nil)
  }

  @Test(
    "versions between markers keep the line endings of their text, and every line stays separate")
  func markedEnds() {
    let merge = LineMerge(
      base: Array("a\r\nb".utf8), left: Array("a\r\nl".utf8), right: Array("a\r\nr".utf8))
    let marked = Array(merge.marked(left: "l", right: "r"))
    #expect(marked == Array("a\r\n<<<<<<< l\r\nl\r\n=======\r\nr\r\n>>>>>>> r".utf8))
  }
}
