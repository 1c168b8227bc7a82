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

@Suite("Words that changed")
struct WordDiffTests {
  /// The hunks with git's brackets, each behind the number of its line.
  private func diff(_ old: String, _ new: String) -> [String] {
    WordDiff(from: Array(old.utf8), to: Array(new.utf8)).hunks.map { hunk in
      "\(hunk.line): "
        + hunk.parts.map { part in
          switch part {
          case .same(let text): text
          case .removed(let text): "[-\(text)-]"
          case .added(let text): "{+\(text)+}"
          }
        }.joined()
    }
  }

  @Test("only the words of a line that changed are marked, with the lines around it")
  func words() {
    #expect(
      diff("One\nTo the sea and back.\nThree\n", "One\nTo the old sea and home.\nThree\n")
        == ["1: One\nTo the {+old +}sea and [-back-]{+home+}.\nThree\n"])
  }

  @Test("changed words with a blank between them are one change")
  func neighbours() {
    #expect(diff("a b c d\n", "a x y d\n") == ["1: a [-b c-]{+x y+} d\n"])
  }

  @Test("lines that are new or gone are marked whole")
  func lines() {
    #expect(diff("a\n", "a\nb\n") == ["1: a\n{+b\n+}"])
    #expect(diff("a\nb\n", "b\n") == ["1: [-a\n-]b\n"])
    #expect(diff("", "a\n") == ["1: {+a\n+}"])
    #expect(diff("a\n", "") == ["1: [-a\n-]"])
  }

  @Test("equal texts have no hunk, and distant changes have their own")
  func hunks() {
    #expect(diff("a\nb\n", "a\nb\n").isEmpty)
    #expect(
      diff("a\nb\nc\nd\ne\n", "A\nb\nc\nd\nE\n") == ["1: [-a-]{+A+}\nb\n", "4: d\n[-e-]{+E+}\n"])
  }

  @Test("scripts without blanks are compared by character")
  func withoutBlanks() {
    #expect(diff("今日は雨\n", "今日は雪\n") == ["1: 今日は[-雨-]{+雪+}\n"])
  }

  @Test("a short region between two changes is shown once")
  func touching() {
    #expect(diff("a\nb\nc\n", "A\nb\nC\n") == ["1: [-a-]{+A+}\nb\n[-c-]{+C+}\n"])
  }

  @Test("the old text can be rebuilt from the new one and the hunks")
  func sides() throws {
    let alphabet = ["a", "bc", " ", "\n", "\n", "é", "山", ".", "\u{301}", "\r\n"]
    try withSeed(cases: 300) { generator in
      func text() -> String {
        (0..<Int.random(in: 0...40, using: &generator))
          .map { _ in alphabet.randomElement(using: &generator) ?? "" }.joined() + "\n"
      }
      let (old, new) = (text(), text())
      #expect(Self.old(of: new, WordDiff(from: Array(old.utf8), to: Array(new.utf8))) == old)
    }
  }

  private static func old(of new: String, _ diff: WordDiff) -> String {
    var lines = new.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0) + "\n" }
    lines.removeLast()
    var (text, line) = ("", 0)
    for hunk in diff.hunks {
      text += lines[line..<(hunk.line - 1)].joined()
      var behind = ""
      for part in hunk.parts {
        switch part {
        case .same(let same):
          text += same
          behind += same
        case .removed(let removed): text += removed
        case .added(let added): behind += added
        }
      }
      line = hunk.line - 1 + behind.unicodeScalars.count { $0 == "\n" }
    }
    return text + lines[line...].joined()
  }
}

@Suite("The lines of two versions")
struct LineComparisonTests {
  private func lines(_ old: String, _ new: String, context: Int? = nil) -> [LineComparison.Line] {
    LineComparison(from: Array(old.utf8), to: Array(new.utf8), context: context).lines
  }

  @Test("removed lines come before the added ones of their place")
  func order() {
    #expect(
      lines("a\nb\nc\n", "a\nB\nc\nd\n")
        == [.same("a"), .removed("b"), .added("B"), .same("c"), .added("d")])
    #expect(lines("", "a") == [.added("a")])
    #expect(lines("a\r\n", "") == [.removed("a")])
    #expect(lines("", "") == [])
  }

  @Test("far lines are left out, and counted")
  func gaps() {
    let old = (1...9).map { "\($0)\n" }.joined()
    let new = old.replacing("5", with: "five")
    #expect(
      lines(old, new, context: 1)
        == [.gap(3), .same("4"), .removed("5"), .added("five"), .same("6"), .gap(3)])
    #expect(lines(old, old, context: 1) == [.gap(9)])
  }

  @Test("each version can be read off the comparison")
  func whole() throws {
    try withSeed(cases: 200) { generator in
      func text() -> [String] {
        (0..<Int.random(in: 0...12, using: &generator)).map { _ in
          String(Int.random(in: 0...4, using: &generator))
        }
      }
      let (old, new) = (text(), text())
      let found = lines(old.map { $0 + "\n" }.joined(), new.map { $0 + "\n" }.joined())
      #expect(found.compactMap(\.old) == old)
      #expect(found.compactMap(\.new) == new)
    }
  }
}

extension LineComparison.Line {
  fileprivate var old: String? {
    switch self {
    case .same(let text), .removed(let text): text
    case .added, .gap: nil
    }
  }

  fileprivate var new: String? {
    switch self {
    case .same(let text), .added(let text): text
    case .removed, .gap: nil
    }
  }
}
