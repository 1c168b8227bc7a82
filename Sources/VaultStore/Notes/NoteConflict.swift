package import VaultFormat

/// A note and an edited version of it have conflicting changes.
package struct NoteConflict: Error {
  package let path: VaultPath
  /// Lines of the current note, from 1; empty if only the merged front matter is invalid.
  package let lines: [ClosedRange<Int>]
  package let edited: NoteDocument
  package let current: NoteDocument
  /// Both versions, between conflict markers where they differ.
  package let marked: [UInt8]

  /// Nil if the two versions can be merged; the current note has to be the right side.
  package init?(
    in merge: NoteMerge, of edited: NoteDocument, with current: NoteDocument, at path: VaultPath
  ) {
    guard merge.outcome != .merged else { return nil }
    (self.path, self.edited, self.current) = (path, edited, current)
    marked = Self.marked(merge, left: .edited)
    lines = merge.conflicts.map { conflict in
      let first = conflict[.right].lowerBound + 1
      return first...max(first, conflict[.right].upperBound)
    }
  }

  // MARK: - Both versions in one text

  /// The left version of a text with both.
  package enum Version: String, CaseIterable {
    case edited = "your version"
    case copy = "the conflict copy"
  }

  private static let currentMark = "the note as it is"

  private static func marked(_ merge: NoteMerge, left: Version) -> [UInt8] {
    merge.marked(left: left.rawValue, right: currentMark) ?? merge.result.bytes
  }

  /// A note and its conflict copy as one text: equal lines once, both versions between conflict markers.
  ///
  /// - Parameters:
  ///   - id: of the note; nil if the copy is known by its name only, and has no keys that mark it.
  ///   - zone: for times without an offset.
  /// - Throws: an `EditError` if the copy's front matter cannot be edited.
  package static func joined(
    _ note: NoteDocument, with copy: NoteDocument, id: NoteID?, zone: TimeZoneRules
  ) throws(EditError) -> [UInt8] {
    let other = if let id { try ConflictCopy.original(of: copy, note: id) } else { copy }
    let common = LineMerge.commonLines(of: other.bytes, and: note.bytes)
    let merge = NoteMerge(
      base: NoteDocument(common), left: NoteMergeSide(document: other, time: 0, rank: ""),
      right: NoteMergeSide(document: note, time: 1, rank: ""), zone: zone)
    return marked(merge, left: .copy)
  }

  /// A text that still has conflict markers cannot be saved.
  package struct Undecided: Error {}

  package static func checkDecided(_ text: NoteDocument) throws(Undecided) {
    let begins = Version.allCases.map { "<<<<<<< \($0.rawValue)" }
    let marks = (begins + [">>>>>>> \(currentMark)"]).map { Array($0.utf8) }
    for line in text.bytes.split(separator: UInt8(ascii: "\n")) {
      let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      if marks.contains(where: { line.elementsEqual($0) }) { throw Undecided() }
    }
  }
}

extension NoteMerge {
  /// Merges the edited text with the note's current one; the edit counts as the later change.
  package init(
    of text: NoteDocument, into current: NoteDocument, at path: VaultPath, base: NoteDocument,
    zone: TimeZoneRules
  ) {
    self.init(
      base: base, left: NoteMergeSide(document: text, at: path, time: 1, rank: ""),
      right: NoteMergeSide(document: current, at: path, time: 0, rank: ""), zone: zone)
  }
}
