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
