import TestSupport
import Testing

@testable import VaultFormat

/// A merge of small texts, in both orders.
struct MergeCase {
  var base: String?
  var left: String
  var right: String
  /// Which side is the later one.
  var later = NoteMerge.Side.right

  static func side(_ text: String, isLater: Bool) -> NoteMergeSide {
    NoteMergeSide(
      document: NoteDocument(Array(text.utf8)), time: isLater ? 2_000 : 1_000, rank: "")
  }

  /// The merge, once it is seen to be the same with the sides exchanged.
  func merge(sourceLocation: SourceLocation = #_sourceLocation) -> NoteMerge {
    let base = base.map { NoteDocument(Array($0.utf8)) }
    let left = Self.side(left, isLater: later == .left)
    let right = Self.side(right, isLater: later == .right)
    let merge = NoteMerge(base: base, left: left, right: right, zone: .utc)
    let other = NoteMerge(base: base, left: right, right: left, zone: .utc)
    MergeLaws.expectMirrored(merge, other, sourceLocation: sourceLocation)
    return merge
  }

  /// The result's text; nil after a conflict.
  func merged(sourceLocation: SourceLocation = #_sourceLocation) -> String? {
    let merge = merge(sourceLocation: sourceLocation)
    return merge.outcome == .merged ? String(decoding: merge.result.bytes, as: UTF8.self) : nil
  }
}

// MARK: - Cases of the specification

extension MergeCase {
  /// Makes the merge of a case in both orders.
  static func check(_ spec: SpecCase) {
    let isSettings = spec.lines("kind") == ["settings"]
    let later: NoteMerge.Side = spec.lines("later") == ["left"] ? .left : .right
    let base = spec.bytes("base").map { NoteDocument($0) }
    func side(_ side: NoteMerge.Side) -> NoteMergeSide {
      NoteMergeSide(
        document: NoteDocument(spec.bytes(side == .left ? "left" : "right") ?? []),
        at: spec.lines("path")?.first.flatMap { VaultPath($0) },
        time: side == later ? 2_000 : 1_000, rank: "")
    }
    for isExchanged in [false, true] {
      let (left, right) = isExchanged ? (side(.right), side(.left)) : (side(.left), side(.right))
      func name(_ side: NoteMerge.Side) -> String {
        (isExchanged ? side.other : side) == .left ? "left" : "right"
      }
      if isSettings {
        let merge = SettingsMerge(base: base, left: left, right: right)
        compare(merge.outcome, merge.result, merge.decisions, spec, name)
      } else {
        let merge = NoteMerge(base: base, left: left, right: right, zone: SpecTable.zone)
        compare(merge.outcome, merge.result, merge.decisions, spec, name)
        #expect(
          merge.doubledEvents.map(\.rfc3339) == spec.lines("doubled") ?? [], "\(spec): doubled")
        if let marked = spec.bytes("marked"), !isExchanged {
          let found = merge.marked(left: "left", right: "right") ?? []
          #expect(found == marked, "\(spec): marked\n\(SpecCase.escaped(found))")
        }
      }
    }
  }

  private static func compare(
    _ outcome: NoteMerge.Outcome, _ result: NoteDocument, _ decisions: [NoteMerge.Decision],
    _ spec: SpecCase, _ name: (NoteMerge.Side) -> String
  ) {
    var loser: [String]?
    if case .conflict(let side) = outcome { loser = [name(side)] }
    #expect(loser == spec.lines("loser"), "\(spec): the side that lost")
    #expect(
      result.bytes == spec.bytes("merged") ?? [],
      "\(spec): merged\n\(SpecCase.escaped(result.bytes))")
    let found = decisions.map { "\($0.key): \(name($0.winner)), \($0.reason)" }
    #expect(found == spec.lines("decisions") ?? [], "\(spec): decisions \(found)")
  }
}

/// A note that tests make up, for merges of it with what two devices made of it.
protocol MergeModel {
  static var path: VaultPath? { get }

  var text: String { get }
}

extension MergeModel {
  static var path: VaultPath? { nil }

  var document: NoteDocument { NoteDocument(Array(text.utf8)) }

  func side(of document: NoteDocument? = nil, time: Int64 = 0) -> NoteMergeSide {
    NoteMergeSide(document: document ?? self.document, at: Self.path, time: time, rank: "")
  }

  func merge(_ left: NoteMergeSide, _ right: NoteMergeSide) -> NoteMerge {
    NoteMerge(base: document, left: left, right: right, zone: .utc)
  }
}

/// Prints the texts if the body fails.
func withTexts(_ texts: [String], _ body: () throws -> Void) throws {
  try withNote("the texts:\n\(texts.joined(separator: "\n===\n"))", body)
}

/// What holds for every merge.
enum MergeLaws {
  static func expectMirrored(
    _ merge: NoteMerge, _ other: NoteMerge, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(merge.result.bytes == other.result.bytes, sourceLocation: sourceLocation)
    let outcome: NoteMerge.Outcome =
      switch other.outcome {
      case .merged: .merged
      case .conflict(let loser): .conflict(loser: loser.other)
      }
    #expect(merge.outcome == outcome, sourceLocation: sourceLocation)
    #expect(
      merge.decisions
        == other.decisions.map {
          NoteMerge.Decision(key: $0.key, winner: $0.winner.other, reason: $0.reason)
        }, sourceLocation: sourceLocation)
    #expect(
      merge.conflicts == other.conflicts.map { NoteMerge.Conflict(left: $0.right, right: $0.left) },
      sourceLocation: sourceLocation)
  }

  /// Checks a merge of any bytes against the laws that need no knowledge of what was changed.
  static func check(
    _ base: NoteDocument?, _ left: NoteMergeSide, _ right: NoteMergeSide,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> NoteMerge {
    let merge = NoteMerge(base: base, left: left, right: right, zone: .utc)
    let texts = [base?.bytes ?? [], left.document.bytes, right.document.bytes]
    try withTexts(texts.map { SpecCase.escaped($0) }) {
      let mirrored = NoteMerge(base: base, left: right, right: left, zone: .utc)
      expectMirrored(merge, mirrored, sourceLocation: sourceLocation)
      if !merge.dependsOnTimes {
        var (one, other) = (left, right)
        (one.time, one.rank, other.time, other.rank) =
          (right.time, right.rank, left.time, left.rank)
        let timeless = NoteMerge(base: base, left: one, right: other, zone: .utc)
        #expect(timeless.result.bytes == merge.result.bytes, sourceLocation: sourceLocation)
      }
      if !left.document.isUnreadable, !right.document.isUnreadable {
        #expect(!merge.result.isUnreadable, sourceLocation: sourceLocation)
      }
      let marked = merge.marked(left: "l", right: "r")
      #expect((marked == nil) == (merge.outcome == .merged), sourceLocation: sourceLocation)
      for (mark, name) in [("<<<<<<<", "l"), (">>>>>>>", "r")] {
        let line = Array("\(mark) \(name)".utf8)
        let count =
          marked.map { bytes in
            bytes.dropFirst(NoteDocument(bytes).layout.bomLength).split(separator: 0x0A)
              .count { $0.starts(with: line) }
          } ?? 1
        #expect(count > 0, sourceLocation: sourceLocation)
      }
      for (base, other) in [(base ?? NoteDocument([]), left), (base ?? NoteDocument([]), right)] {
        let unchanged = NoteMergeSide(document: base, time: left.time, rank: right.rank)
        for merge in [
          NoteMerge(base: base, left: unchanged, right: other, zone: .utc),
          NoteMerge(base: base, left: other, right: unchanged, zone: .utc),
          NoteMerge(base: base, left: other, right: other, zone: .utc),
        ] {
          #expect(merge.result.bytes == other.document.bytes, sourceLocation: sourceLocation)
          #expect(merge.outcome == .merged, sourceLocation: sourceLocation)
        }
      }
    }
    return merge
  }
}

extension NoteDocument {
  var isUnreadable: Bool { frontMatter?.problem != nil || layout.isUnclosed }
}
