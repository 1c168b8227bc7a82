import TestSupport
import Testing

@testable import VaultFormat

/// The rule's cases are in `Spec/merge.case`; here are the laws of rule M-21.
@Suite("Merging notes of a day")
struct DailyMergeTests {
  @Test("what two devices add to a day has no conflict, and stands there once")
  func twoDevices() throws {
    try withSeed(cases: caseCount(200)) { random in
      let base = RandomDay(using: &random)
      let shared = Bool.random(using: &random) ? base : base.extended(by: "s", using: &random)
      let (left, right) = (
        shared.extended(by: "l", using: &random), shared.extended(by: "r", using: &random)
      )
      let merge = try MergeLaws.check(
        base.document, left.side(time: 1),
        right.side(time: Int64.random(in: 0...2, using: &random))
      )
      try withTexts([base, left, right].map(\.text)) {
        try #require(merge.outcome == .merged)
        let lines = Self.lines(of: merge.result)
        #expect(Set(lines) == Set(left.lines + right.lines))
        #expect(lines.count == Set(lines).count)
        for day in [base, left, right] {
          #expect(lines.filter(day.lines.contains) == day.lines)
          Self.expectBlocksWhole(of: day, in: merge.result)
        }
        Self.expectItemsWhole(lines)
      }
    }
  }

  @Test("timed items that two devices add to an ordered list are in its order together")
  func order() throws {
    try withSeed(cases: caseCount(100)) { random in
      let isDescending = Bool.random(using: &random)
      let base = RandomDay(
        itemsAt: 16..<20, named: "base", count: 2..<4, isDescending: isDescending, using: &random)
      let sides = ["l", "r"].map { name in
        let new = RandomDay(
          itemsAt: 20..<28, named: name, count: 1..<4, isDescending: isDescending, using: &random)
        var side = base
        side.blocks.insert(contentsOf: new.blocks, at: isDescending ? 0 : base.blocks.count)
        return side
      }
      let merge = base.merge(sides[0].side(), sides[1].side(time: 1))
      try withTexts(([base] + sides).map(\.text)) {
        try #require(merge.outcome == .merged)
        // Before six o'clock is after midnight.
        let times = Self.lines(of: merge.result).map { line in
          let time = line.dropFirst(2).prefix(5)
          return isDescending || time >= "06:00" ? "0\(time)" : "1\(time)"
        }
        #expect(times == (isDescending ? times.sorted(by: >) : times.sorted()))
      }
    }
  }

  @Test("the lines of three devices are the same in whatever order they are merged")
  func threeDevices() throws {
    try withSeed(cases: caseCount(100)) { random in
      let base = RandomDay(using: &random)
      let devices = ["a", "b", "c"].map { base.extended(by: $0, using: &random) }
      let results = try [[0, 1, 2], [1, 2, 0], [2, 0, 1]].map { order in
        let first = base.merge(devices[order[0]].side(), devices[order[1]].side())
        try #require(first.outcome == .merged)
        let second = base.merge(base.side(of: first.result), devices[order[2]].side())
        try #require(second.outcome == .merged)
        return second.result
      }
      try withTexts(([base] + devices).map(\.text)) {
        let all = Set(([base] + devices).flatMap(\.lines)).sorted()
        for (document, lines) in zip(results, results.map(Self.lines)) {
          #expect(lines.sorted() == all)
          for day in [base] + devices { Self.expectBlocksWhole(of: day, in: document) }
          Self.expectItemsWhole(lines)
        }
      }
    }
  }

  @Test("a line that is added under an item stays under it")
  func underItem() throws {
    try withSeed(cases: caseCount(100)) { random in
      let base = RandomDay(using: &random)
      let items = base.blocks.indices.filter { base.blocks[$0].contains { $0.hasPrefix("- ") } }
      guard let item = items.randomElement(using: &random) else { return }
      var left = base
      left.blocks[item].append("  under")
      let right = base.extended(by: "r", using: &random)
      let merge = base.merge(
        left.side(), right.side(time: Int64.random(in: -1...1, using: &random)))
      try withTexts([base, left, right].map(\.text)) {
        try #require(merge.outcome == .merged)
        let text = String(decoding: merge.result.bytes, as: UTF8.self)
        #expect(text.contains(left.blocks[item].map { "\($0)\n" }.joined()))
      }
    }
  }

  @Test("what is added to lists within lists stays under its line")
  func nested() throws {
    try withSeed(cases: caseCount(100)) { random in
      let base = RandomList(using: &random)
      let sides = ["l", "r"].map { base.extended(by: $0, using: &random) }
      let time = Int64.random(in: -1...1, using: &random)
      let merge = base.merge(sides[0].side(), sides[1].side(time: time))
      try withTexts(([base] + sides).map(\.text)) {
        try #require(merge.outcome == .merged)
        let result = RandomList(
          lines: String(decoding: merge.result.bytes, as: UTF8.self).split(separator: "\n")
            .map(String.init))
        #expect(result.lines.sorted() == Set(sides[0].lines + sides[1].lines).sorted())
        for side in sides {
          #expect(result.parents.filter { side.parents[$0.key] != nil } == side.parents)
        }
      }
    }
  }

  // MARK: - The model

  /// The second line of an item follows its first.
  private static func expectItemsWhole(_ lines: [String]) {
    for (index, line) in lines.enumerated() where line.hasPrefix("  ") {
      #expect(index > 0 && lines[index - 1].hasSuffix(line.dropFirst(2)), "\(lines)")
    }
  }

  private static func expectBlocksWhole(of day: RandomDay, in document: NoteDocument) {
    let text = String(decoding: document.bytes, as: UTF8.self)
    for block in day.blocks where !RandomDay.marks.isDisjoint(with: block) {
      #expect(text.contains(block.map { "\($0)\n" }.joined()))
    }
  }

  /// All but blank ones and marks.
  private static func lines(of document: NoteDocument) -> [String] {
    document.bytes.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
      .filter { !RandomDay.marks.contains($0) }
  }
}

/// The note of a day: items with a time, some of two lines, paragraphs, code blocks, tables, quotes.
private struct RandomDay: MergeModel {
  static let path = VaultPath("daily/2026-11-20.md")

  /// What stands in many blocks of one kind.
  static let marks: Set<String> = ["```", "|---|---|", ">"]

  /// Some have a blank line before them.
  var blocks: [[String]] = []

  init(using random: inout some RandomNumberGenerator) {
    for number in 0..<Int.random(in: 0..<5, using: &random) {
      blocks.append(Self.block(named: "base\(number)", using: &random))
    }
  }

  /// Only items, in the order of their times.
  ///
  /// - Parameter hours: those from 24 on are of the next day.
  init(
    itemsAt hours: Range<Int>, named name: String, count: Range<Int>, isDescending: Bool,
    using random: inout some RandomNumberGenerator
  ) {
    // A list with the newest first has no times after midnight: it would not tell them from those of the morning.
    let hours = isDescending ? hours.clamped(to: 0..<24) : hours
    let minutes = (0..<Int.random(in: count, using: &random)).map { _ in
      Int.random(in: hours.lowerBound * 60..<hours.upperBound * 60, using: &random)
    }
    blocks = minutes.sorted(by: isDescending ? { $0 > $1 } : { $0 < $1 }).enumerated().map {
      let time = [$1 / 60 % 24, $1 % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
      return ["- \(time[0]):\(time[1]) \(name)\($0)"]
    }
  }

  /// All but blank ones and marks.
  var lines: [String] {
    blocks.flatMap { $0 }.filter { !$0.isEmpty && !Self.marks.contains($0) }
  }
  var text: String { blocks.flatMap { $0 }.map { "\($0)\n" }.joined() }

  func extended(by name: String, using random: inout some RandomNumberGenerator) -> RandomDay {
    var day = self
    for number in 0..<Int.random(in: 0..<4, using: &random) {
      let place = Int.random(in: 0...day.blocks.count, using: &random)
      day.blocks.insert(Self.block(named: "\(name)\(number)", using: &random), at: place)
    }
    return day
  }

  private static func block(
    named name: String, using random: inout some RandomNumberGenerator
  ) -> [String] {
    let blank = Int.random(in: 0..<4, using: &random) == 0 ? [""] : []
    let item = "- \(time(using: &random)) \(name)"
    switch Int.random(in: 0..<9, using: &random) {
    case 3: return blank + [item, "", "  \(name)"]
    case 4: return blank + ["```", "code \(name)", "", "more \(name)", "```"]
    case 5: return ["", "| \(name) | a |", "|---|---|", "| of \(name) | 1 |"]
    case 6: return ["", "> \(name)", ">", "> more \(name)"]
    case 0: return blank + ["Paragraph \(name)"]
    case 1: return blank + [item, "  \(name)"]
    default: return blank + [item]
    }
  }

  private static func time(using random: inout some RandomNumberGenerator) -> String {
    "\(Int.random(in: 10..<13, using: &random)):\(Int.random(in: 10..<60, using: &random))"
  }
}

/// The note of a day with lists within lists: each line has a name of its own.
private struct RandomList: MergeModel {
  static let path = RandomDay.path

  var lines: [String]

  init(lines: [String]) { self.lines = lines }

  init(using random: inout some RandomNumberGenerator) {
    self = RandomList(lines: []).extended(by: "b", using: &random)
  }

  var text: String { lines.map { "\($0)\n" }.joined() }

  /// The line above that each line is under; an empty one at the margin.
  var parents: [String: String] {
    var parents: [String: String] = [:]
    for (index, line) in lines.enumerated() {
      parents[line] = lines[..<index].last { Self.depth(of: $0) < Self.depth(of: line) } ?? ""
    }
    return parents
  }

  /// With lines under some of its own, each as the last of its list.
  func extended(by name: String, using random: inout some RandomNumberGenerator) -> RandomList {
    var list = self
    for number in 0..<Int.random(in: 1..<6, using: &random) {
      let parent = Int.random(in: -1..<list.lines.count, using: &random)
      let depth = parent < 0 ? 0 : Self.depth(of: list.lines[parent]) + 1
      let next = list.lines[(parent + 1)...].firstIndex { Self.depth(of: $0) < depth }
      list.lines.insert(
        String(repeating: "  ", count: depth) + "- \(name)\(number)",
        at: next ?? list.lines.count)
    }
    return list
  }

  private static func depth(of line: String) -> Int { line.prefix { $0 == " " }.count / 2 }
}
