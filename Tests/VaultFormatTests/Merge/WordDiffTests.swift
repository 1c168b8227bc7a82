import TestSupport
import Testing

@testable import VaultFormat

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
