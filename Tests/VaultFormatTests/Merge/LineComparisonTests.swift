import TestSupport
import Testing

@testable import VaultFormat

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
