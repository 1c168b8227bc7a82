/// A three-way merge of notes: front matter key by key, the body line by line (docs/vault-format.md, part M).
///
/// A pure, symmetric function of its arguments: swapping left and right gives the same bytes. The laws, each a property
/// test, with merge(base, left, right): merge(b, x, b) = x, merge(b, b, x) = x, merge(b, x, x) = x; without a conflict
/// nothing that a side added is lost; the times of the sides matter only for conflicts and for decisions by time; if
/// the front matter of both sides can be read, that of the result can. Takes linear time, except for `LineDiff`, which
/// is bounded.
package struct NoteMerge: Sendable {
  package typealias Side = MergeSide

  package enum Outcome: Hashable, Sendable {
    /// The result has the changes of both sides.
    case merged
    /// The result has the text of the later side where the sides conflict.
    ///
    /// The whole file of the loser must be kept as a conflict copy (`ConflictCopy`).
    case conflict(loser: Side)
  }

  /// A choice between the two sides in a field that both changed.
  package struct Decision: Hashable, Sendable {
    package enum Reason: Hashable, Sendable {
      /// Both changed the value; the later change wins.
      case later
      /// One side removed or emptied the key; the change of the other side wins.
      case changeSurvives
      /// Both gave the note an id; the smaller one wins.
      case smallerID
    }

    /// The key as spelled in the result.
    package let key: String
    package let winner: Side
    package let reason: Reason
  }

  /// Lines that both sides changed differently, as ranges of line indices from 0 in the file of each side.
  ///
  /// A range is empty if the side has no such line.
  package struct Conflict: Hashable, Sendable {
    package let left: Range<Int>
    package let right: Range<Int>

    package subscript(side: Side) -> Range<Int> { side == .left ? left : right }
  }

  package private(set) var outcome = Outcome.merged
  /// The merged note; after a conflict, the text of the later side with the fields of both sides as far as they can be
  /// merged.
  package private(set) var result: NoteDocument
  /// The decisions, in the order of the fields of the result.
  package private(set) var decisions: [Decision] = []
  /// The conflicts in file order; may be empty after a conflict, if each part can be merged but they cannot be read
  /// when put together.
  package private(set) var conflicts: [Conflict] = []
  /// The times of a tracker at which each side added an event that the other has not; both events stay.
  package private(set) var doubledEvents: [NoteTime] = []
  /// Whether another order of the sides' times could give other bytes.
  package private(set) var dependsOnTimes = false
  private var parts: [MarkedPart] = []
  private var taken: TakenAudience?

  /// - Parameters:
  ///   - base: the common ancestor; nil if there is none.
  ///   - zone: for times without an offset. Must be the same on all devices.
  package init(
    base: NoteDocument?, left: NoteMergeSide, right: NoteMergeSide, zone: TimeZoneRules
  ) {
    let precedence = MergePrecedence(left, right)
    let originals = ThreeWay(
      base: base ?? NoteDocument([]), left: left.document, right: right.document)
    if let side = originals.map(\.bytes).settlingSide {
      result = originals[side]
      return
    }
    let ends = LineEndings.changed(originals.map(\.bytes), first: precedence.first)
    let documents = originals.map { original in
      guard let ends, LineEndings(of: original.bytes) != ends else { return original }
      return NoteDocument(ends.applied(to: original.bytes))
    }
    result = documents[precedence.later]
    if let side = documents.map(\.bytes).settlingSide {
      result = documents[side]
    } else if let fields = FrontMatterMerge(documents, precedence, table: .note, zone: zone) {
      let isDaily = [left, right].allSatisfy { DailyNote.isOne($0.document, at: $0.path) }
      let body = BodyMerge(documents, by: precedence, isDaily: isDaily, zone: zone)
      mergeParts(fields, body, documents, by: precedence)
    } else {
      mergeLines(documents, precedence)
    }
    takeBack(documents, precedence)
    dependsOnTimes =
      dependsOnTimes || outcome != .merged || decisions.contains { $0.reason == .later }
  }

  /// Merges the whole files as text.
  ///
  /// - Parameter isConflict: the parts can be merged, but would be read as something else when put together.
  private mutating func mergeLines(
    _ documents: ThreeWay<NoteDocument>, _ precedence: MergePrecedence,
    asConflict isConflict: Bool = false
  ) {
    let bytes = documents.map(\.bytes)
    let lines = LineMerge(base: bytes.base, left: bytes.left, right: bytes.right)
    conflicts = lines.conflicts.map { Conflict(left: $0.left, right: $0.right) }
    if !isConflict, let merged = lines.merged.map({ NoteDocument($0) }),
      !merged.isBroken || documents.left.isBroken || documents.right.isBroken
    {
      result = merged
      return
    }
    outcome = .conflict(loser: precedence.later.other)
    parts = [conflicts.isEmpty ? .versions(left: bytes.left, right: bytes.right) : .lines(lines)]
  }

  /// Shows the result to nobody from whom a side has taken the note (rule M-6).
  private mutating func takeBack(
    _ documents: ThreeWay<NoteDocument>, _ precedence: MergePrecedence
  ) {
    let taken = TakenAudience(documents)
    self.taken = taken
    result = taken.removed(from: result)
    // Front matter in one line is not edited: the file of the other side stays in its place.
    let other = documents[precedence.later.other]
    guard outcome != .merged, taken.isShown(by: result), !taken.isShown(by: other) else { return }
    result = other
    outcome = .conflict(loser: precedence.later)
  }

  private mutating func mergeParts(
    _ fields: FrontMatterMerge, _ body: BodyMerge, _ documents: ThreeWay<NoteDocument>,
    by precedence: MergePrecedence
  ) {
    let frame = NoteFrame(documents, fields: fields, first: precedence.first)
    let merged = frame.document(
      fields.bytes, body: body.merged ?? Array(documents[precedence.later].body))
    guard frame.isReadBack(merged, fields) else {
      return mergeLines(documents, precedence, asConflict: true)
    }
    result = merged
    decisions = fields.decisions
    (doubledEvents, dependsOnTimes) = (body.doubledEvents, body.isOrderedByTime)
    guard fields.isConflict || body.merged == nil else { return }
    outcome = .conflict(loser: precedence.later.other)
    conflicts = Self.conflicts(fields, body.lines, in: documents)
    parts = frame.parts(fields, body)
  }

  private static func conflicts(
    _ fields: FrontMatterMerge, _ body: LineMerge, in documents: ThreeWay<NoteDocument>
  ) -> [Conflict] {
    let (left, right) = (LineCounter(documents.left), LineCounter(documents.right))
    let inFields = fields.conflicts.map { versions in
      Conflict(left: left.lines(of: versions.left), right: right.lines(of: versions.right))
    }
    let (leftBody, rightBody) = (left.bodyLine, right.bodyLine)
    return inFields
      + body.conflicts.map {
        Conflict(
          left: ($0.left.lowerBound + leftBody)..<($0.left.upperBound + leftBody),
          right: ($0.right.lowerBound + rightBody)..<($0.right.upperBound + rightBody))
      }
  }

  /// The merged note with git's conflict markers around both versions of each conflict; nil if there is no conflict.
  ///
  /// The markers are `<<<<<<< ` and the name of the left side, `=======`, `>>>>>>> ` and that of the right.
  package func marked(left: String, right: String) -> [UInt8]? {
    guard outcome != .merged else { return nil }
    let marked = parts.reduce(into: []) { $1.append(to: &$0, left: left, right: right) }
    return taken?.removed(from: NoteDocument(marked)).bytes ?? marked
  }
}

extension NoteDocument {
  /// The front matter cannot be read, or is not closed.
  fileprivate var isBroken: Bool { frontMatter?.problem != nil || layout.isUnclosed }
}

/// Maps offsets in a document to line indices from 0.
private struct LineCounter {
  private let starts: [Int]
  /// The index of the first line of the body.
  let bodyLine: Int

  init(_ document: NoteDocument) {
    var starts = [0]
    document.bytes.withUnsafeBufferPointer { buffer in
      var at = 0
      while let feed = buffer.offset(of: UInt8(ascii: "\n"), from: at) {
        at = feed + 1
        starts.append(at)
      }
    }
    self.starts = starts
    bodyLine = Self.line(of: document.layout.bodyStart, in: starts)
  }

  /// The lines of a field; empty if there is none.
  func lines(of entry: FrontMatterLines.Entry?) -> Range<Int> {
    guard let entry else { return 0..<0 }
    let first = Self.line(of: entry.start, in: starts)
    return first..<(Self.line(of: entry.start + max(0, entry.bytes.count - 1), in: starts) + 1)
  }

  /// The index of the line that contains `offset`, by binary search.
  private static func line(of offset: Int, in starts: [Int]) -> Int {
    starts.partitioningIndex { $0 > offset } - 1
  }
}

/// One side of a merge of two notes.
package struct NoteMergeSide: Sendable {
  package var document: NoteDocument
  /// Where the note is, by which that of a day is known; nil for a text without a file.
  package var path: VaultPath?
  /// The time when the side changed the note, in seconds since 1970; decides when both sides changed the same field or
  /// lines.
  ///
  /// The `updated` of the note if the side moved it forward, else the author time of its last non-merge commit that
  /// changed the note.
  package var time: Int64
  /// Breaks a tie of times, in the same way on all devices, such as the hex of the blob id; compared in byte order,
  /// the greater is later.
  package var rank: String

  package init(document: NoteDocument, at path: VaultPath? = nil, time: Int64, rank: String) {
    self.document = document
    self.path = path
    self.time = time
    self.rank = rank
  }
}

/// The side that wins when a merge has to choose.
struct MergePrecedence {
  /// The side that made its change later; wins if only one change can be kept.
  let later: MergeSide
  /// The side whose file has the greater bytes; wins if both have the same value in different spellings, and comes
  /// first if both insert at the same position.
  ///
  /// Not the later side, so that such a merge does not depend on times, which git does not pass to merge drivers.
  let first: MergeSide

  init(_ left: NoteMergeSide, _ right: NoteMergeSide) {
    let (ours, theirs) = (left.document.bytes, right.document.bytes)
    first = ours.lexicographicallyPrecedes(theirs) ? .right : .left
    if left.time != right.time {
      later = left.time > right.time ? .left : .right
    } else if left.rank.utf8.lexicographicallyPrecedes(right.rank.utf8) {
      later = .right
    } else if right.rank.utf8.lexicographicallyPrecedes(left.rank.utf8) {
      later = .left
    } else {
      later = first
    }
  }
}

/// The content of a note without its identity: only a change of it wins over a deletion (docs/git-sync.md).
package struct NoteSubstance: Equatable, Sendable {
  private let bytes: [UInt8]
  /// Those beside `id` and `updated`, which are words of somebody.
  private let comments: [[UInt8]]

  /// Without `id` and `updated`, with LF at the end of every line.
  package init(of document: NoteDocument) {
    let identity = [KnownKey.id, .updated].map { document.name(of: $0) }
    let lines = FrontMatterLines(of: document)
    comments = (lines?.entries ?? []).filter { identity.contains($0.name) }
      .flatMap(\.comments).map { Array($0) }
    var rest = document
    for name in identity { rest = (try? rest.removing(name)) ?? rest }
    let text = rest.hasBareFrontMatter ? rest.body : rest.bytes[...]
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    for byte in text {
      if byte == UInt8(ascii: "\n"), bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
      bytes.append(byte)
    }
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    self.bytes = bytes
  }
}

extension NoteDocument {
  /// Whether nothing but blank lines stands in the front matter, which counts as none.
  fileprivate var hasBareFrontMatter: Bool {
    guard frontMatter != nil, let lines = FrontMatterLines(of: self) else { return false }
    return lines.parts.allSatisfy { part in
      if case .line(let line) = part { line.allSatisfy { $0 <= UInt8(ascii: " ") } } else { false }
    }
  }
}
