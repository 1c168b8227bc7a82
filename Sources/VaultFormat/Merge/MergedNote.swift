/// The result of merging three documents, for `NoteMerge`.
struct MergedNote {
  private(set) var document: NoteDocument
  private(set) var isConflict = false
  private(set) var decisions: [NoteMerge.Decision] = []
  private(set) var conflicts: [NoteMerge.Conflict] = []
  private(set) var parts: [MarkedPart] = []
  private(set) var doubledEvents: [NoteTime] = []
  private(set) var isOrderedByTime = false
  private let zone: TimeZoneRules
  private let isDaily: Bool

  init(
    _ originals: ThreeWay<NoteDocument>, _ precedence: MergePrecedence, isDaily: Bool,
    zone: TimeZoneRules
  ) {
    (self.zone, self.isDaily) = (zone, isDaily)
    if let side = originals.map(\.bytes).settlingSide {
      document = originals[side]
      return
    }
    let ends = LineEndings.changed(originals.map(\.bytes), first: precedence.first)
    let documents = originals.map { original in
      guard let ends, LineEndings(of: original.bytes) != ends else { return original }
      return NoteDocument(ends.applied(to: original.bytes))
    }
    document = documents[precedence.later]
    if let side = documents.map(\.bytes).settlingSide {
      document = documents[side]
    } else if let fields = FrontMatterMerge(documents, precedence, table: .note, zone: zone) {
      mergeParts(fields, documents, by: precedence)
    } else {
      mergeLines(documents)
    }
  }

  /// Merges the whole files as text.
  ///
  /// - Parameter isConflict: the parts can be merged, but would be read as something else when put together.
  private mutating func mergeLines(
    _ documents: ThreeWay<NoteDocument>, asConflict isConflict: Bool = false
  ) {
    let bytes = documents.map(\.bytes)
    let lines = LineMerge(base: bytes.base, left: bytes.left, right: bytes.right)
    conflicts = lines.conflicts.map { NoteMerge.Conflict(left: $0.left, right: $0.right) }
    if !isConflict, let merged = lines.merged.map({ NoteDocument($0) }),
      !merged.isBroken || documents.left.isBroken || documents.right.isBroken
    {
      document = merged
      return
    }
    self.isConflict = true
    parts = [conflicts.isEmpty ? .versions(left: bytes.left, right: bytes.right) : .lines(lines)]
  }
}

extension NoteDocument {
  /// The front matter cannot be read, or is not closed.
  fileprivate var isBroken: Bool { frontMatter?.problem != nil || layout.isUnclosed }
}

// MARK: - Field by field

extension MergedNote {
  private mutating func mergeParts(
    _ fields: FrontMatterMerge, _ documents: ThreeWay<NoteDocument>, by precedence: MergePrecedence
  ) {
    let body = BodyMerge(documents, by: precedence, isDaily: isDaily, zone: zone)
    let frame = NoteFrame(documents, fields: fields, first: precedence.first)
    let merged = frame.document(
      fields.bytes, body: body.merged ?? Array(documents[precedence.later].body))
    guard frame.isReadBack(merged, fields) else { return mergeLines(documents, asConflict: true) }
    document = merged
    decisions = fields.decisions
    (doubledEvents, isOrderedByTime) = (body.doubledEvents, body.isOrderedByTime)
    isConflict = fields.isConflict || body.merged == nil
    guard isConflict else { return }
    conflicts = Self.conflicts(fields, body.lines, in: documents)
    parts = frame.parts(fields, body)
  }

  private static func conflicts(
    _ fields: FrontMatterMerge, _ body: LineMerge, in documents: ThreeWay<NoteDocument>
  ) -> [NoteMerge.Conflict] {
    let (left, right) = (LineCounter(documents.left), LineCounter(documents.right))
    let inFields = fields.conflicts.map { versions in
      NoteMerge.Conflict(
        left: left.lines(of: versions.left), right: right.lines(of: versions.right))
    }
    let (leftBody, rightBody) = (left.bodyLine, right.bodyLine)
    return inFields
      + body.conflicts.map {
        NoteMerge.Conflict(
          left: ($0.left.lowerBound + leftBody)..<($0.left.upperBound + leftBody),
          right: ($0.right.lowerBound + rightBody)..<($0.right.upperBound + rightBody))
      }
  }
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

/// A part of a text with conflict markers: `<<<<<<<`, `=======` and `>>>>>>>`.
enum MarkedPart: Sendable {
  case text([UInt8])
  /// Two versions that cannot be merged.
  case versions(left: [UInt8], right: [UInt8])
  /// Versions that are merged line by line.
  case lines(LineMerge)

  func append(to text: inout [UInt8], left: String, right: String) {
    switch self {
    case .text(let bytes): text += bytes
    case .lines(let lines): text += lines.marked(left: left, right: right)
    case .versions(let ours, let theirs):
      let isCRLF =
        text.suffix(2).elementsEqual("\r\n".utf8) || LineEndings(of: ours + theirs) == .crlf
      let end = Array((isCRLF ? "\r\n" : "\n").utf8)
      // A field can begin after a lone CR, which ends a line only in YAML.
      if let last = text.last, last != UInt8(ascii: "\n") { text += end }
      for (mark, bytes) in [("<<<<<<< \(left)", ours), ("=======", theirs)] {
        text += mark.utf8
        text += end
        text += bytes
        if let last = bytes.last, last != UInt8(ascii: "\n") { text += end }
      }
      text += ">>>>>>> \(right)".utf8
      text += end
    }
  }
}
