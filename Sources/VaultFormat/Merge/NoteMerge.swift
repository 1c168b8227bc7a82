/// One side of a merge of two notes.
package struct NoteMergeSide: Sendable {
  package var document: NoteDocument
  /// When the side changed the note, in seconds since 1970: it counts where both sides changed one field or
  /// the same lines.
  ///
  /// The note's `updated` where that side moved it forward, else the author time of its last commit, no
  /// merge, that changed the note.
  package var time: Int64
  /// Breaks a tie of times the same way everywhere, such as the hex of the blob's id; compared in byte order,
  /// the greater is later.
  package var rank: String

  package init(document: NoteDocument, time: Int64, rank: String) {
    self.document = document
    self.time = time
    self.rank = rank
  }
}

/// Two changed versions of a note and what both began with, joined: front matter key by key, the body line
/// by line (docs/vault-format.md, part M).
///
/// A pure function of its arguments, and symmetric: with left and right exchanged it gives the same bytes.
/// The laws, each a property test, with merge(base, left, right): merge(b, x, b) = x, merge(b, b, x) = x,
/// merge(b, x, x) = x; without a conflict nothing that a side added is lost; without a conflict and a decision
/// for the later side times do not matter; where the front matter of both
/// sides can be read, that of the result can. Takes time in proportion to the texts but for `LineDiff`,
/// which is bounded.
package struct NoteMerge: Sendable {
  package typealias Side = MergeSide

  package enum Outcome: Hashable, Sendable {
    /// Nothing is lost: the result holds both changes.
    case merged
    /// The result has the later side's text; what conflicts is merged nowhere.
    ///
    /// The loser's whole file must be kept as a conflict copy (`ConflictCopy`).
    case conflict(loser: Side)
  }

  /// What was decided for the user in a field that both sides changed.
  package struct Decision: Hashable, Sendable {
    package enum Reason: Hashable, Sendable {
      /// Both gave the key another value; the later one counts.
      case later
      /// One side removed the key, or emptied it; the change of the other, the winner, stays.
      case changeSurvives
      /// Both gave the note an id; the smaller one counts.
      case smallerID
    }

    /// As it is spelled in the result.
    package let key: String
    package let winner: Side
    package let reason: Reason
  }

  /// Lines that both sides changed differently: ranges of lines of each side's file, from 0.
  ///
  /// A range is empty where the side has no such line.
  package struct Conflict: Hashable, Sendable {
    package let left: Range<Int>
    package let right: Range<Int>

    package subscript(side: Side) -> Range<Int> { side == .left ? left : right }
  }

  package let outcome: Outcome
  /// The merged note; after a conflict the note with the later side's text, and with the fields of both
  /// where these can be merged.
  package let result: NoteDocument
  /// In the order of the result's fields.
  package let decisions: [Decision]
  /// In the order of the file; may be empty after a conflict: where each part can be merged, but what they
  /// give together cannot be read.
  package let conflicts: [Conflict]

  private let parts: [MarkedPart]

  /// - Parameters:
  ///   - base: what both sides began with; nil for an empty base.
  ///   - zone: for times that are written without an offset. It has to be the same on every device.
  package init(
    base: NoteDocument?, left: NoteMergeSide, right: NoteMergeSide, zone: TimeZoneRules
  ) {
    let precedence = MergePrecedence(left, right)
    let documents = ThreeWay(
      base: base ?? NoteDocument([]), left: left.document, right: right.document)
    let merged = MergedNote(documents, precedence, zone: zone)
    outcome = merged.isConflict ? .conflict(loser: precedence.later.other) : .merged
    result = merged.document
    decisions = merged.decisions
    conflicts = merged.conflicts
    parts = merged.parts
  }

  /// The merge with git's markers around both versions of what conflicts; nil where nothing does.
  ///
  /// The lines are `<<<<<<< ` and the name of the left side, `=======`, `>>>>>>> ` and that of the right.
  /// The fields that can be merged are.
  package func marked(left: String, right: String) -> [UInt8]? {
    guard outcome != .merged else { return nil }
    return parts.reduce(into: []) { $1.append(to: &$0, left: left, right: right) }
  }
}
