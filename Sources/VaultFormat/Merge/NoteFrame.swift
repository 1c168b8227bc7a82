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

/// The merge of three bodies: by lines, and by the rules of the kind of note.
struct BodyMerge {
  let lines: LineMerge
  /// The merged body; nil if there are conflicts.
  let merged: [UInt8]?
  /// The times at which the sides of a tracker added different events: both stay, and one may be meant.
  var doubledEvents: [NoteTime] = []
  /// Whether two texts stand one after the other by the times of the sides.
  var isOrderedByTime = false
}

extension BodyMerge {
  init(_ lines: LineMerge) { self.init(lines: lines, merged: lines.merged) }

  /// - Parameter isDaily: both sides are the note of a day.
  init(
    _ documents: ThreeWay<NoteDocument>, by precedence: MergePrecedence, isDaily: Bool,
    zone: TimeZoneRules
  ) {
    let bodies = documents.map { Array($0.body) }
    let kinds = documents.map { PageKind(of: $0) }
    let isNew = documents.base.bytes.isEmpty
    if kinds.left == .tracker, kinds.right == .tracker, isNew || kinds.base == .tracker {
      self = TrackerMerge(bodies, first: precedence.first, zone: zone).result
    } else if isDaily {
      self = DailyMerge.merge(bodies, later: precedence.later)
    } else {
      self.init(LineMerge(base: bodies.base, left: bodies.left, right: bodies.right))
    }
  }
}
