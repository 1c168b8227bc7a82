import TestSupport
import Testing

@testable import VaultFormat

/// The rules are cases in `Spec/merge.case`; here are the laws.
@Suite("Note merge")
struct NoteMergeTests {
  private static func side(_ bytes: [UInt8], _ generator: inout NoteGenerator) -> NoteMergeSide {
    NoteMergeSide(
      document: NoteDocument(bytes), time: Int64(generator.number(0..<3)),
      rank: generator.pick(["", "a", "b"]))
  }

  // MARK: - Any bytes

  @Test("the laws hold for notes with front matter of every kind")
  func notes() throws {
    try withSeed(cases: caseCount(200)) { random in
      var generator = NoteGenerator(seed: random.next())
      let base = Array(generator.note().utf8)
      let left = Self.side(generator.edited(base), &generator)
      let right = Self.side(generator.edited(base), &generator)
      _ = try MergeLaws.check(
        generator.chance(10) ? nil : NoteDocument(base), left, right)
    }
  }

  @Test("the laws hold for damaged notes and for garbage")
  func garbage() throws {
    try withSeed(cases: caseCount(200)) { random in
      var generator = NoteGenerator(seed: random.next())
      let base = generator.chance(2) ? generator.garbage() : Array(generator.note().utf8)
      let left = Self.side(generator.damaged(base), &generator)
      let right = Self.side(generator.damaged(base), &generator)
      _ = try MergeLaws.check(NoteDocument(base), left, right)
    }
  }

  // MARK: - Nothing shown again

  @Test("no conflict shows a note to a circle from which a side has taken it")
  func taken() throws {
    func merge(_ base: String, _ left: String, _ right: String) -> NoteMerge {
      let sides = [left, right].enumerated().map { time, text in
        NoteMergeSide(document: NoteDocument(Array(text.utf8)), time: Int64(time), rank: "")
      }
      return NoteMerge(
        base: NoteDocument(Array(base.utf8)), left: sides[0], right: sides[1], zone: .utc)
    }
    let text = merge(
      "---\ncircles: [A, b]\n---\none\n", "---\ncircles: [b]\n---\ntwo\n",
      "---\ncircles: [a, b]\n---\nthree\n")
    #expect(text.outcome == .conflict(loser: .left))
    #expect(text.result.names(of: .circles) == ["b"])
    let marked = NoteDocument(try #require(text.marked(left: "left", right: "right")))
    #expect(marked.names(of: .circles) == ["b"])
    let line = merge(
      "---\n{circles: [A], x: 1}\n---\none\n", "---\nx: 1\n---\ntwo\n",
      "---\n{circles: [A], x: 2}\n---\nthree\n")
    #expect(line.result.names(of: .circles) == [])
  }

  // MARK: - Nothing lost

  @Test("what a side added and the other did not remove is in the merged note")
  func nothingLost() throws {
    try withSeed { random, _ in
      var merges = 0
      for _ in 0..<caseCount(200) {
        var generator = NoteGenerator(seed: random.next())
        let base = SimpleNote(&generator)
        let (left, right) = (base.changed("l", &generator), base.changed("r", &generator))
        let merge = try MergeLaws.check(
          base.document, Self.side(left.document.bytes, &generator),
          Self.side(right.document.bytes, &generator))
        if case .conflict(let loser) = merge.outcome {
          let (winner, other) = loser == .left ? (right, left) : (left, right)
          try withTexts([base, left, right].map(\.text)) {
            SimpleNote.expectWinner(merge.result, from: base, winner, other)
          }
          continue
        }
        merges += 1
        try withTexts([base, left, right].map(\.text)) {
          try SimpleNote.expect(merge.result, from: base, left, right)
        }
      }
      #expect(merges > 30, "too few could be merged for the law to mean anything: \(merges)")
    }
  }

  @Test("changes of different keys and lines are always merged, whoever is later")
  func different() throws {
    try withSeed(cases: caseCount(100)) { random in
      var generator = NoteGenerator(seed: random.next())
      var base = SimpleNote(&generator)
      base.lines = (0..<6).map { "line \($0)" }
      base.fields = ["a": "1", "b": "2", "title": "x"]
      var (left, right) = (base, base)
      left.fields["a"] = "left"
      left.lines[generator.number(0..<2)] = "left"
      left.tags.insert("left")
      right.fields["title"] = "right"
      right.lines[generator.number(4..<6)] = "right"
      right.tags.insert("right")
      let merge = try MergeLaws.check(
        base.document, Self.side(left.document.bytes, &generator),
        Self.side(right.document.bytes, &generator))
      try #require(merge.outcome == .merged)
      #expect(merge.decisions.isEmpty)
      try SimpleNote.expect(merge.result, from: base, left, right)
    }
  }

  // MARK: - Cost

  @Test("hostile files are merged or refused")
  func hostile() throws {
    let long = String(repeating: "x", count: 1 << 20)
    let brackets = String(repeating: "[", count: 1 << 16)
    let keys = (0..<5_000).map { "k\($0): \($0)\n" }.joined()
    let comments = String(repeating: "# x\n\n", count: 5_000)
    let tags = (0..<5_000).map { "t\($0)" }.joined(separator: ", ")
    for matter in [
      "a: \(long)\n", "a: \(brackets)\n", keys, comments, "a: 1\n" + comments, "tags: [\(tags)]\n",
      "tags:\n" + (0..<5_000).map { "- t\($0)\n" }.joined(), "a: |\n  \(long)\n",
    ] {
      let base = "---\n\(matter)---\n\(long)\n\(brackets)\n"
      let left = "---\nnew: 1\n\(matter)tag2: x\n---\nleft\n\(long)\n\(brackets)\n"
      let right = "---\n# remark\n\(matter)order: 1\n---\n\(long)\n\(brackets)\nright\n"
      let merge = MergeCase(base: base, left: left, right: right).merge()
      // As text, two lines put at one place conflict.
      let isBroken = NoteDocument(Array(base.utf8)).isUnreadable
      #expect((merge.outcome == .merged) != isBroken)
      let added = base.replacing("t1,", with: "t1, left,").replacing("- t1\n", with: "- t1\n- l\n")
      let removed = right.replacing("t9", with: "u9")
      for (base, left, right) in [
        (base, added, removed), ("", left, right), (left, "---\n---\n", right),
      ] {
        _ = NoteMerge(
          base: NoteDocument(Array(base.utf8)), left: MergeCase.side(left, isLater: true),
          right: MergeCase.side(right, isLater: false), zone: .utc)
      }
    }
  }
}

/// A note of lines that occur once and of plain fields, and what a merge has to make of it.
private struct SimpleNote {
  var fields: [String: String] = [:]
  var tags: Set<String> = []
  var lines: [String] = []
  /// Comments above fields, and beside them, by key; `tags` and an empty name for the end included.
  var above: [String: String] = [:]
  var beside: [String: String] = [:]
  /// The order of the keys.
  var isReversed = false

  private static let keys = ["a", "b", "c", "title", "pinned", "order"]

  init(_ generator: inout NoteGenerator) {
    for key in Self.keys where !generator.chance(3) {
      fields[key] = key == "pinned" ? "false" : "\(generator.number(0..<3))"
    }
    for key in Self.keys + ["tags", ""] where generator.chance(4) { above[key] = "# base \(key)" }
    for key in Self.keys + ["tags"] where generator.chance(6) { beside[key] = "# beside \(key)" }
    tags = Set((0..<generator.number(0..<4)).map { "t\($0)" })
    lines = (0..<generator.number(0..<10)).map { "line \($0)" }
  }

  var text: String {
    var all = fields
    all["tags"] = "[\(tags.sorted().joined(separator: ", "))]"
    var matter = all.sorted { $0.key < $1.key }.map { key, value in
      (above[key].map { $0 + "\n" } ?? "") + "\(key): \(value)"
        + (beside[key].map { "  " + $0 } ?? "") + "\n"
    }
    if isReversed { matter.reverse() }
    let end = above[""].map { $0 + "\n" } ?? ""
    return "---\n\(matter.joined())\(end)---\n" + lines.map { $0 + "\n" }.joined()
  }

  /// Every comment that stands in the text.
  var comments: Set<String> { Self.comments(in: text) }

  static func comments(in text: String) -> Set<String> {
    Set(
      text.split(separator: "\n").compactMap { line in
        line.firstIndex(of: "#").map { String(line[$0...]) }
      })
  }

  var document: NoteDocument { NoteDocument(Array(text.utf8)) }

  func changed(_ name: String, _ generator: inout NoteGenerator) -> SimpleNote {
    var note = self
    note.isReversed = generator.chance(4)
    for key in Self.keys {
      switch generator.number(0..<8) {
      case 0: note.fields[key] = nil
      case 1:
        note.fields[key] =
          switch key {
          case "pinned": generator.pick(["true", "false"])
          case "order": "\(generator.number(0..<5))"
          default: "\(name) \(generator.number(0..<2))"
          }
      default: break
      }
    }
    for key in Self.keys + ["tags", ""] {
      switch generator.number(0..<16) {
      case 0: note.above[key] = nil
      case 1: note.above[key] = "# \(name) \(key)"
      case 2 where key != "": note.beside[key] = "# \(name) beside \(key)"
      case 3: note.beside[key] = nil
      default: break
      }
    }
    if generator.chance(2) { note.tags.insert("\(name)\(generator.number(0..<2))") }
    if generator.chance(2) { note.tags.insert("both") }
    if generator.chance(3) { note.tags = note.tags.filter { _ in !generator.chance(3) } }
    note.lines = lines.enumerated().flatMap { (index, line) -> [String] in
      switch generator.number(0..<12) {
      case 0: return []
      case 1: return ["\(name)\(index)"]
      case 2: return [line, "\(name)\(index)"]
      default: return [line]
      }
    }
    return note
  }

  /// After a conflict nothing of the winning side is lost: the other file is kept whole, this one is not.
  static func expectWinner(
    _ result: NoteDocument, from base: SimpleNote, _ winner: SimpleNote, _ other: SimpleNote
  ) {
    let lines = Set(result.bodyText.split(separator: "\n").map(String.init))
    let removed = Set(base.lines).subtracting(other.lines)
    #expect(lines.isSuperset(of: Set(winner.lines).subtracting(removed)))
    let comments = comments(in: String(decoding: result.bytes, as: UTF8.self))
    #expect(comments.isSuperset(of: winner.comments.subtracting(base.comments)))
    for key in Self.keys {
      guard let value = winner.fields[key], value != base.fields[key] else { continue }
      #expect(result.frontMatter?.field(named: key)?.value.text == value, "\(key)")
    }
  }

  static func expect(
    _ result: NoteDocument, from base: SimpleNote, _ left: SimpleNote, _ right: SimpleNote
  ) throws {
    func merged(_ base: Set<String>, _ left: Set<String>, _ right: Set<String>) -> Set<String> {
      left.intersection(right).union(left.subtracting(base)).union(right.subtracting(base))
    }
    let metadata = NoteMetadata(of: result, zone: .utc)
    #expect(Set(metadata.tags.map(\.text)) == merged(base.tags, left.tags, right.tags))
    let lines = result.bodyText.split(separator: "\n").map(String.init)
    #expect(Set(lines) == merged(Set(base.lines), Set(left.lines), Set(right.lines)))
    #expect(lines.count == Set(lines).count)
    // A comment may outlive its removal, but no new one is lost.
    let comments = comments(in: String(decoding: result.bytes, as: UTF8.self))
    #expect(comments.isSuperset(of: left.comments.subtracting(base.comments)))
    #expect(comments.isSuperset(of: right.comments.subtracting(base.comments)))
    #expect(comments.isSubset(of: base.comments.union(left.comments).union(right.comments)))
    for key in Self.keys {
      let found = result.frontMatter?.field(named: key)?.value.text
      let (old, ours, theirs) = (base.fields[key], left.fields[key], right.fields[key])
      if ours == theirs || theirs == old {
        #expect(found == ours, "\(key)")
      } else if ours == old {
        #expect(found == theirs, "\(key)")
      } else {
        #expect(found != nil && [ours, theirs].contains(found), "\(key)")
        #expect(ours == nil || theirs == nil || ["pinned", "order"].contains(key), "\(key)")
      }
    }
    let names = result.frontMatter?.fields.map(\.name) ?? []
    #expect(names.count == Set(names).count)
  }
}

extension NoteGenerator {
  /// A note as a person or a program changes it.
  mutating func edited(_ bytes: [UInt8]) -> [UInt8] {
    var document = NoteDocument(bytes)
    for _ in 0..<number(1..<5) {
      let edit: NoteDocument?
      switch number(0..<9) {
      case 0, 1: edit = try? document.setting(pick(["title", "tags", "order", "new"]), to: value())
      case 2:
        let name = document.frontMatter?.fields.randomElement(using: &random)?.name
        edit = try? document.setting(name ?? "x", to: value())
      case 3:
        let name = document.frontMatter?.fields.randomElement(using: &random)?.name
        edit = try? document.removing(name ?? "x")
      case 4: edit = try? document.addingTags(["a", "b", "c"].compactMap { Tag($0) })
      case 5:
        let ends: LineEndings = pick([.lf, .crlf])
        edit = NoteDocument(ends.applied(to: document.bytes))
      case 6: edit = NoteDocument(withLine(document.bytes))
      default:
        edit = document.replacingBody(with: withLine(Array(document.body)))
      }
      document = edit ?? document
    }
    return document.bytes
  }

  /// With a line more, somewhere.
  private mutating func withLine(_ bytes: [UInt8]) -> [UInt8] {
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { Array($0) }
    let line = pick(["# remark", "", "more", "k\(number(0..<9)): 1", "---", "  - x"])
    lines.insert(Array(line.utf8), at: number(0..<lines.count + 1))
    return Array(lines.joined(separator: [0x0A]))
  }
}
