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

/// The byte order mark and the fences of a merged note.
struct NoteFrame {
  private let mark: [UInt8]
  /// Nil if the merged note has no front matter.
  private let fences: Fences?

  init(_ documents: ThreeWay<NoteDocument>, fields: FrontMatterMerge, first: MergeSide) {
    let hasMark = documents.map { $0.layout.bomLength > 0 }.settled(orOf: first)
    mark = hasMark ? [0xEF, 0xBB, 0xBF] : []
    let frames = documents.map(Fences.init(of:))
    let isWanted = !fields.pieces.isEmpty || frames.map { $0 != nil }.settled(orOf: first)
    let present = frames.map { $0 ?? frames[first] ?? frames[first.other] ?? Fences() }
    fences =
      isWanted
      ? Fences(
        opening: present.map(\.opening).settled(orOf: first),
        closing: present.map(\.closing).settled(orOf: first),
        lineEnd: present.map(\.lineEnd).settled(orOf: first)) : nil
  }

  private var head: [UInt8] { mark + (fences?.opening ?? []) }

  /// The closing fence, with a line ending if a body follows or the versions have one.
  private func foot(hasBody: Bool) -> [UInt8] {
    guard let fences else { return [] }
    guard hasBody, fences.lineEnd.isEmpty else { return fences.closing + fences.lineEnd }
    let isCRLF = fences.opening.suffix(2).elementsEqual("\r\n".utf8)
    return fences.closing + Array((isCRLF ? "\r\n" : "\n").utf8)
  }

  func document(_ fields: [UInt8], body: [UInt8]) -> NoteDocument {
    NoteDocument(head + fields + foot(hasBody: !body.isEmpty) + body)
  }

  /// Whether a document made by `document(_:body:)` is parsed into the same parts and fields.
  func isReadBack(_ document: NoteDocument, _ fields: FrontMatterMerge) -> Bool {
    let isFramed = (document.frontMatter == nil) == (fences == nil)
    guard isFramed, !document.layout.isUnclosed, document.layout.bomLength == mark.count,
      fields.matches(document.frontMatter)
    else { return false }
    let length = head.count + fields.bytes.count
    return fences == nil
      ? document.layout.bodyStart == mark.count
      : document.frontMatter?.range == head.count..<length
  }

  /// The parts of the document, with both versions of each conflict.
  func parts(_ fields: FrontMatterMerge, _ body: BodyMerge) -> [MarkedPart] {
    var parts = [MarkedPart.text(head)]
    for piece in fields.pieces {
      switch piece {
      case .lines(let bytes): parts.append(.text(bytes))
      case .conflict(let versions, _):
        parts.append(
          .versions(left: versions.left?.bytes ?? [], right: versions.right?.bytes ?? []))
      }
    }
    let marked = body.merged.map { MarkedPart.text($0) } ?? .lines(body.lines)
    let hasBody = body.merged.map { !$0.isEmpty } ?? true
    return parts + [.text(foot(hasBody: hasBody)), marked]
  }
}

/// The fences around front matter.
private struct Fences {
  /// The opening fence, including its line ending.
  var opening = Array("---\n".utf8)
  /// The closing fence, without its line ending.
  var closing = Array("---".utf8)
  /// The line ending of the closing fence; may be empty at the end of the file.
  var lineEnd = Array("\n".utf8)
}

extension Fences {
  init?(of document: NoteDocument) {
    guard let frontMatter = document.frontMatter else { return nil }
    let layout = document.layout
    opening = Array(document.bytes[layout.bomLength..<frontMatter.range.lowerBound])
    let last = document.bytes[frontMatter.range.upperBound..<layout.bodyStart]
    let end = last.reversed().prefix { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    closing = Array(last.dropLast(end.count))
    lineEnd = Array(last.suffix(end.count))
  }
}

/// The line endings of a text.
enum LineEndings: Hashable {
  /// There is no line ending.
  case none
  case lf, crlf
  case mixed

  init(of bytes: [UInt8]) {
    var (feeds, pairs) = (0, 0)
    bytes.withUnsafeBufferPointer { buffer in
      var at = 0
      while let feed = buffer.offset(of: UInt8(ascii: "\n"), from: at) {
        feeds += 1
        if feed > 0, buffer[feed - 1] == UInt8(ascii: "\r") { pairs += 1 }
        at = feed + 1
      }
    }
    self = feeds == 0 ? .none : pairs == 0 ? .lf : pairs == feeds ? .crlf : .mixed
  }

  /// The line endings for all lines of a three-way merge; nil if lines keep theirs.
  ///
  /// A side changed the line endings if all its lines have the same one and it differs from the base. If both sides
  /// did so differently, `first` wins.
  static func changed(_ texts: ThreeWay<[UInt8]>, first: MergeSide) -> LineEndings? {
    let ends = texts.map(LineEndings.init(of:))
    func isChange(_ side: LineEndings) -> Bool {
      (side == .lf || side == .crlf) && side != ends.base
    }
    if isChange(ends[first]) { return ends[first] }
    return isChange(ends[first.other]) ? ends[first.other] : nil
  }

  /// Returns the text with these line endings; unchanged for `none` and `mixed`.
  func applied(to bytes: [UInt8]) -> [UInt8] {
    guard self == .lf || self == .crlf else { return bytes }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        let hasReturn = result.last == UInt8(ascii: "\r")
        if self == .lf, hasReturn { result.removeLast() }
        if self == .crlf, !hasReturn { result.append(UInt8(ascii: "\r")) }
      }
      result.append(byte)
    }
    return result
  }
}
