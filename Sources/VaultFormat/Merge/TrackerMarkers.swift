/// Git's conflict markers in a tracker, as apps that sync with plain git leave them (docs/vault-format.md, rule M-22).
package enum TrackerMarkers {
  /// The tracker without the markers, with the events of both versions; nil if it has none, or if between them stands
  /// more than events, blank lines, the heading of the log and `updated`.
  ///
  /// - Parameter zone: for times without an offset.
  package static func resolved(_ bytes: [UInt8], zone: TimeZoneRules) -> [UInt8]? {
    guard let versions = MarkedVersions(bytes), versions.regions.allSatisfy({ isLog($0, zone) })
    else { return nil }
    let sides = [versions.left, versions.right].map { NoteDocument($0) }
    guard sides.allSatisfy({ PageKind(of: $0) == .tracker }) else { return nil }
    let base =
      versions.base ?? LineMerge.commonLines(of: versions.left, and: versions.right)
    let merge = NoteMerge(
      base: NoteDocument(base), left: NoteMergeSide(document: sides[0], time: 0, rank: ""),
      right: NoteMergeSide(document: sides[1], time: 0, rank: ""), zone: zone)
    return merge.outcome == .merged ? merge.result.bytes : nil
  }

  private static func isLog(_ region: [UInt8], _ zone: TimeZoneRules) -> Bool {
    region.withUnsafeBufferPointer { bytes in
      var body = TrackerBody(bytes, from: 0, zone: zone)
      while let block = body.next() {
        switch block {
        case .event, .blank, .heading: continue
        case .unreadable: return false
        case .other(let range):
          let colon = bytes[range].firstIndex(of: UInt8(ascii: ":")) ?? range.lowerBound
          guard KnownKey.named(in: bytes, range.lowerBound..<colon)?.key == .updated else {
            return false
          }
        }
      }
      return true
    }
  }
}

/// The versions of a text in which git has put conflict markers around what differs.
private struct MarkedVersions {
  private(set) var left: [UInt8] = []
  private(set) var right: [UInt8] = []
  /// Nil unless each conflict has it, as with git's `merge.conflictStyle=diff3`.
  private(set) var base: [UInt8]?
  /// What stands between markers, of each version by itself.
  private(set) var regions: [[UInt8]] = []

  private enum Part { case common, left, base, right }

  /// Nil if there are no markers, or one is missing.
  init?(_ bytes: [UInt8]) {
    var (part, common) = (Part.common, [UInt8]())
    var (conflicts, bases) = (0, 0)
    let isComplete = bytes.withUnsafeBufferPointer { buffer in
      var at = 0
      while at < buffer.count {
        let line = Line(at: at, in: buffer)
        at = line.next
        let mark = "<|=>".utf8.first { ConflictMarkers.isMarker($0, line, in: buffer) }
        switch (mark, part) {
        case (UInt8(ascii: "<"), .common):
          (part, conflicts) = (.left, conflicts + 1)
          regions.append([])
        case (UInt8(ascii: "|"), .left):
          (part, bases) = (.base, bases + 1)
          regions.append([])
        case (UInt8(ascii: "="), .left), (UInt8(ascii: "="), .base):
          part = .right
          regions.append([])
        case (UInt8(ascii: ">"), .right): part = .common
        case (UInt8(ascii: "<"), _), (UInt8(ascii: ">"), _): return false
        default:
          let text = buffer[line.start..<line.next]
          if part != .common { regions[regions.count - 1] += text }
          if part == .common || part == .left { left += text }
          if part == .common || part == .right { right += text }
          if part == .common || part == .base { common += text }
        }
      }
      return part == .common
    }
    guard isComplete, conflicts > 0 else { return nil }
    base = bases == conflicts ? common : nil
  }
}

/// The conflict markers that git leaves in a text that it could not merge.
package struct ConflictMarkers: Sendable {
  /// 1-based lines of the `<<<<<<<` and `>>>>>>>` around the two versions; `end` is nil if the second is missing.
  package var line: Int
  package var end: Int?
  /// All of it is in fenced code, so it may be an example.
  package var isInCode: Bool

  /// The first unresolved conflict outside of code, else the first in code; nil if there is none.
  ///
  /// A conflict begins with a line `<<<<<<< `. A line `=======` alone may underline a heading, and `>>>>>>> ` alone
  /// may be a quote.
  package static func first(in bytes: UnsafeBufferPointer<UInt8>) -> ConflictMarkers? {
    var fence: CodeFence?
    var example: ConflictMarkers?
    // A conflict whose `>>>>>>>` has not been found yet.
    var open: ConflictMarkers?
    var (at, number) = (0, 0)
    while at < bytes.count {
      let line = Line(at: at, in: bytes)
      (at, number) = (line.next, number + 1)
      if isMarker(UInt8(ascii: "<"), line, in: bytes) {
        if open == nil { open = ConflictMarkers(line: number, end: nil, isInCode: fence != nil) }
      } else if isMarker(UInt8(ascii: ">"), line, in: bytes), var conflict = open {
        conflict.end = number
        conflict.isInCode = conflict.isInCode && fence != nil
        guard conflict.isInCode else { return conflict }
        (example, open) = (example ?? conflict, nil)
      } else if !fence.holds(line, in: bytes), line.start < line.end {
        let content = MarkdownLine(line, in: bytes, isInList: true)
        if !content.isBlank { fence = CodeFence(opening: content, in: bytes) }
      }
    }
    return open?.isInCode == false ? open : example ?? open
  }

  /// Whether the line begins with seven times `mark`, then a blank or the end of the line.
  static func isMarker(
    _ mark: UInt8, _ line: Line, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard line.end - line.start >= 7, bytes[line.start] == mark else { return false }
    for at in line.start..<line.start + 7 where bytes[at] != mark { return false }
    return line.end - line.start == 7 || bytes[line.start + 7].isBlank
  }
}
