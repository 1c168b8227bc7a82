import TestSupport
import Testing

@testable import VaultFormat

/// The rule's cases are in `Spec/merge.case`; here are the laws of rule M-21.
@Suite("Merging notes of a day")
struct DailyMergeTests {
  @Test("what two devices add to a day has no conflict, and stands there once")
  func twoDevices() throws {
    try withSeed { random, _ in
      for _ in 0..<caseCount(1_500) {
        let base = RandomDay(using: &random)
        let shared = Bool.random(using: &random) ? base : base.extended(by: "s", using: &random)
        let (left, right) = (
          shared.extended(by: "l", using: &random), shared.extended(by: "r", using: &random)
        )
        let merge = try MergeLaws.check(
          base.document, left.side(time: 1),
          right.side(time: Int64.random(in: 0...2, using: &random))
        )
        try Self.withTexts([base, left, right]) {
          try #require(merge.outcome == .merged)
          let lines = Self.lines(of: merge.result)
          #expect(Set(lines) == Set(left.lines + right.lines))
          #expect(lines.count == Set(lines).count)
          #expect(lines.filter(base.lines.contains) == base.lines)
          Self.expectItemsWhole(lines)
        }
      }
    }
  }

  @Test("items that two devices append in the order of time are in that order together")
  func order() throws {
    try withSeed { random, _ in
      for _ in 0..<caseCount(500) {
        let base = RandomDay(using: &random)
        let (left, right) = (
          base.appendingItems(of: "l", using: &random), base.appendingItems(of: "r", using: &random)
        )
        let merge = Self.merge(base, left.side(), right.side(time: 1))
        try Self.withTexts([base, left, right]) {
          try #require(merge.outcome == .merged)
          let items = Self.lines(of: merge.result).filter {
            $0.hasPrefix("- ") && !base.lines.contains($0)
          }
          let times = items.map { $0.prefix(7) }
          #expect(times == times.sorted())
        }
      }
    }
  }

  @Test("the lines of three devices are the same in whatever order they are merged")
  func threeDevices() throws {
    try withSeed { random, _ in
      for _ in 0..<caseCount(500) {
        let base = RandomDay(using: &random)
        let devices = ["a", "b", "c"].map { base.extended(by: $0, using: &random) }
        let results = try [[0, 1, 2], [1, 2, 0], [2, 0, 1]].map { order in
          let first = Self.merge(base, devices[order[0]].side(), devices[order[1]].side())
          try #require(first.outcome == .merged)
          let second = Self.merge(
            base, NoteMergeSide(document: first.result, at: RandomDay.path, time: 0, rank: ""),
            devices[order[2]].side())
          try #require(second.outcome == .merged)
          return Self.lines(of: second.result)
        }
        try Self.withTexts([base] + devices) {
          let all = Set(([base] + devices).flatMap(\.lines)).sorted()
          for lines in results {
            #expect(lines.sorted() == all)
            Self.expectItemsWhole(lines)
          }
        }
      }
    }
  }

  @Test("a line that is added under an item stays under it")
  func underItem() throws {
    try withSeed { random, _ in
      for _ in 0..<caseCount(500) {
        let base = RandomDay(using: &random)
        guard let item = base.blocks.indices.randomElement(using: &random) else { continue }
        var left = base
        left.blocks[item].append("  under")
        let right = base.extended(by: "r", using: &random)
        let merge = Self.merge(
          base, left.side(), right.side(time: Int64.random(in: -1...1, using: &random)))
        try Self.withTexts([base, left, right]) {
          try #require(merge.outcome == .merged)
          let text = String(decoding: merge.result.bytes, as: UTF8.self)
          #expect(text.contains(left.blocks[item].map { "\($0)\n" }.joined()))
        }
      }
    }
  }

  // MARK: - The model

  /// Prints the texts if the body fails.
  private static func withTexts(_ days: [RandomDay], _ body: () throws -> Void) throws {
    try withNote("the texts:\n\(days.map(\.text).joined(separator: "\n===\n"))", body)
  }

  /// The second line of an item follows its first.
  private static func expectItemsWhole(_ lines: [String]) {
    for (index, line) in lines.enumerated() where line.hasPrefix("  ") {
      #expect(index > 0 && lines[index - 1].hasSuffix(line.dropFirst(2)), "\(lines)")
    }
  }

  private static func merge(
    _ base: RandomDay, _ left: NoteMergeSide, _ right: NoteMergeSide
  ) -> NoteMerge {
    NoteMerge(base: base.document, left: left, right: right, zone: .utc)
  }

  /// All but blank ones.
  private static func lines(of document: NoteDocument) -> [String] {
    document.bytes.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
  }
}

/// The note of a day: items with a time, some of two lines, and paragraphs.
private struct RandomDay {
  static let path = VaultPath("daily/2026-11-20.md")

  /// Each is an item or a paragraph, of one or two lines; some have a blank line before them.
  var blocks: [[String]] = []

  init(using random: inout some RandomNumberGenerator) {
    for number in 0..<Int.random(in: 0..<5, using: &random) {
      blocks.append(Self.block(named: "base\(number)", using: &random))
    }
  }

  /// All but blank ones.
  var lines: [String] { blocks.flatMap { $0 }.filter { !$0.isEmpty } }
  var text: String { blocks.flatMap { $0 }.map { "\($0)\n" }.joined() }
  var document: NoteDocument { NoteDocument(Array(text.utf8)) }

  func side(time: Int64 = 0) -> NoteMergeSide {
    NoteMergeSide(document: document, at: Self.path, time: time, rank: "")
  }

  func extended(by name: String, using random: inout some RandomNumberGenerator) -> RandomDay {
    var day = self
    for number in 0..<Int.random(in: 0..<4, using: &random) {
      let place = Int.random(in: 0...day.blocks.count, using: &random)
      day.blocks.insert(Self.block(named: "\(name)\(number)", using: &random), at: place)
    }
    return day
  }

  func appendingItems(
    of name: String, using random: inout some RandomNumberGenerator
  ) -> RandomDay {
    var day = self
    let times = (0..<Int.random(in: 1..<4, using: &random)).map { _ in
      Self.time(using: &random)
    }
    for (number, time) in times.sorted().enumerated() {
      day.blocks.append(["- \(time) \(name)\(number)"])
    }
    return day
  }

  private static func block(
    named name: String, using random: inout some RandomNumberGenerator
  ) -> [String] {
    let blank = Int.random(in: 0..<4, using: &random) == 0 ? [""] : []
    let item = "- \(time(using: &random)) \(name)"
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return blank + ["Paragraph \(name)"]
    case 1: return blank + [item, "  \(name)"]
    default: return blank + [item]
    }
  }

  private static func time(using random: inout some RandomNumberGenerator) -> String {
    "\(Int.random(in: 10..<13, using: &random)):\(Int.random(in: 10..<60, using: &random))"
  }
}
