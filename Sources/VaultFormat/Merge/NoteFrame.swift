/// What stands around the fields and the body of a merged note: the byte order mark and the fences.
struct NoteFrame {
  private let mark: [UInt8]
  /// Without its line end; nil where the merged note has no front matter.
  private let fences: (opening: [UInt8], closing: [UInt8])?
  private let lineEnd: [UInt8]
  /// Whether the closing fence has a line end where no body follows.
  private let isTerminated: Bool

  init(_ documents: Versions<NoteDocument>, fields: FieldsMerge, later: MergeSide) {
    let hasMark = documents.map { $0.layout.markLength > 0 }.settled(orOf: later)
    mark = hasMark ? [0xEF, 0xBB, 0xBF] : []
    let frames = documents.map(Fences.init(of:))
    let isWanted = !fields.pieces.isEmpty || frames.map { $0 != nil }.settled(orOf: later)
    let fallback = frames[later] ?? frames[later.other] ?? frames.base ?? Fences()
    let present = frames.map { $0 ?? fallback }
    fences =
      isWanted
      ? (
        present.map(\.opening).settled(orOf: later), present.map(\.closing).settled(orOf: later)
      ) : nil
    lineEnd = present.map(\.lineEnd).settled(orOf: later)
    isTerminated = present.map(\.isTerminated).settled(orOf: later)
  }

  private var head: [UInt8] { mark + (fences.map { $0.opening + lineEnd } ?? []) }

  /// The closing fence with its line end, where one is needed.
  private func foot(hasBody: Bool) -> [UInt8] {
    fences.map { $0.closing + (hasBody || isTerminated ? lineEnd : []) } ?? []
  }

  func document(_ fields: [UInt8], body: [UInt8]) -> NoteDocument {
    NoteDocument(head + fields + foot(hasBody: !body.isEmpty) + body)
  }

  /// Whether a document made here is read as what it was made of.
  func isWhole(_ document: NoteDocument, _ fields: FieldsMerge) -> Bool {
    let isFramed = (document.frontMatter == nil) == (fences == nil)
    guard isFramed, !document.layout.isUnclosed, document.layout.markLength == mark.count,
      fields.isFound(in: document.frontMatter)
    else { return false }
    let length = head.count + fields.bytes.count
    return fences == nil
      ? document.layout.bodyStart == mark.count
      : document.frontMatter?.range == head.count..<length
  }

  /// The same with both versions of what conflicts.
  func parts(_ fields: FieldsMerge, _ body: LineMerge) -> [MarkedPart] {
    var parts = [MarkedPart.text(head)]
    for piece in fields.pieces {
      switch piece {
      case .lines(let bytes): parts.append(.text(bytes))
      case .conflict(let versions, _):
        parts.append(
          .versions(left: versions.left?.bytes ?? [], right: versions.right?.bytes ?? []))
      }
    }
    let marked = body.merged.map { MarkedPart.text($0) } ?? .lines(body)
    let hasBody = body.merged.map { !$0.isEmpty } ?? true
    return parts + [.text(foot(hasBody: hasBody)), marked]
  }
}

/// The lines around front matter.
private struct Fences {
  var opening = Array("---".utf8)
  var closing = Array("---".utf8)
  var lineEnd = Array("\n".utf8)
  var isTerminated = true

  init() {}

  init?(of document: NoteDocument) {
    guard let frontMatter = document.frontMatter else { return nil }
    var text = document.bytes[document.layout.markLength..<frontMatter.range.lowerBound]
    lineEnd = Self.removeLineEnd(of: &text)
    opening = Array(text)
    text = document.bytes[frontMatter.range.upperBound..<document.layout.bodyStart]
    isTerminated = !Self.removeLineEnd(of: &text).isEmpty
    closing = Array(text)
  }

  private static func removeLineEnd(of text: inout ArraySlice<UInt8>) -> [UInt8] {
    guard text.last == UInt8(ascii: "\n") else { return [] }
    text.removeLast()
    guard text.last == UInt8(ascii: "\r") else { return Array("\n".utf8) }
    text.removeLast()
    return Array("\r\n".utf8)
  }
}
