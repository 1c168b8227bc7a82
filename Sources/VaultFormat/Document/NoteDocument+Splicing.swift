extension NoteDocument {
  /// A range of bytes and its replacement.
  struct Splice {
    var range: Range<Int>
    var new: [UInt8] = []
  }

  /// Applies the splices, which must be in file order and not overlap.
  func applying(_ edits: [Splice]) -> NoteDocument {
    var result: [UInt8] = []
    var next = 0
    for edit in edits {
      result += bytes[next..<max(next, edit.range.lowerBound)]
      result += edit.new
      next = max(next, edit.range.upperBound)
    }
    return NoteDocument(result + bytes[next...])
  }

  /// Adds a line for a key that the document does not have.
  func adding(_ key: String, _ value: FieldValue) throws(EditError) -> NoteDocument {
    let name = ScalarWriter.write(key, inFlow: false)
    let spelling = Self.spelling(of: value, replacing: nil, inFlow: false)
    let line = name + (spelling.isEmpty ? ":" : ": " + spelling) + lineEnd
    guard let frontMatter else {
      let block = "---" + lineEnd + line + "---" + lineEnd
      return replacing(layout.bomLength..<layout.bomLength, with: block.utf8)
    }
    guard frontMatter.style == .block else { throw flowMapping(frontMatter) }
    let indent = frontMatter.fields.first.map { field in
      bytes[lineStart(before: field.key.range.lowerBound)...].prefix { $0 == UInt8(ascii: " ") }
    }
    let end = frontMatter.range.upperBound
    return replacing(end..<end, with: Array(indent ?? []) + line.utf8)
  }

  /// Replaces the value of a field; a value on its own lines moves up to the line of the colon.
  func replacing(
    _ field: FrontMatter.Field, with value: FieldValue, in frontMatter: FrontMatter
  ) -> NoteDocument {
    let range = field.value.range
    let spelling =
      Self.spelling(of: value, replacing: field.value, inFlow: frontMatter.style == .flow)
    guard let colon = colon(after: field.key, before: range.lowerBound) else {
      let end = field.key.range.upperBound
      return replacing(end..<max(end, range.upperBound), with: (": " + spelling).utf8)
    }
    let afterColon = colon + 1
    if range.isEmpty {
      return replacing(afterColon..<afterColon, with: (" " + spelling).utf8)
    }
    let between = bytes[afterColon..<range.lowerBound]
    if between.allSatisfy(\.isBlank) {
      if spelling.isEmpty { return replacing(afterColon..<range.upperBound, with: []) }
      return replacing(range, with: Array(spelling.utf8) + blockHeaderComment(of: field.value))
    }
    if between.contains(UInt8(ascii: "#")) {
      return movingUp(range, to: afterColon, as: spelling)
    }
    return replacing(afterColon..<range.upperBound, with: (" " + spelling).utf8)
  }

  /// Removes the value at `range` and its lines, and writes `spelling` at `offset`, after the colon; keeps the
  /// comments between.
  private func movingUp(
    _ range: Range<Int>, to offset: Int, as spelling: String
  ) -> NoteDocument {
    let next = nextLine(after: range.upperBound)
    let lines = lineStart(before: range.lowerBound)..<next
    var bytes = self.bytes
    bytes.removeSubrange(isBlank(range.upperBound..<next) ? lines : range)
    bytes.insert(contentsOf: (" " + spelling).utf8, at: offset)
    return NoteDocument(bytes)
  }

  /// The comment after the `|` or `>` of a block scalar, with the blanks before it.
  private func blockHeaderComment(of node: YAMLNode) -> ArraySlice<UInt8> {
    guard case .scalar(_, let style) = node.content, style == .literal || style == .folded else {
      return []
    }
    let offset = node.range.lowerBound
    let line = bytes.withUnsafeBufferPointer { Line(at: offset, in: $0) }
    guard
      let mark = (offset..<line.end).first(where: {
        bytes[$0] == UInt8(ascii: "#") && bytes[$0 - 1].isBlank
      })
    else { return [] }
    let start = bytes[offset..<mark].lastIndex { !$0.isBlank }.map { $0 + 1 } ?? mark
    return bytes[start..<line.end]
  }

  /// The offset of the colon after a key.
  private func colon(after key: YAMLNode, before limit: Int) -> Int? {
    bytes[key.range.upperBound..<max(limit, key.range.upperBound)].firstIndex(of: UInt8(ascii: ":"))
  }

  private static func spelling(
    of value: FieldValue, replacing old: YAMLNode?, inFlow: Bool
  ) -> String {
    var style = YAMLNode.ScalarStyle.plain
    if case .scalar(_, let oldStyle) = old?.content { style = oldStyle }
    switch value {
    case .text(let text): return ScalarWriter.write(text, keeping: style, inFlow: inFlow)
    case .bool(let value): return value ? "true" : "false"
    case .plain(let text), .yaml(let text): return text
    case .list(let items):
      return "[" + items.map { ScalarWriter.write($0, inFlow: true) }.joined(separator: ", ") + "]"
    }
  }
}
