extension NoteDocument {
  /// A line for a key that the document lacks.
  func adding(_ key: String, _ value: FieldValue) throws(EditError) -> NoteDocument {
    let end = lineEnd
    let name = ScalarWriter.write(key, inFlow: false)
    let line = name + ": " + Self.spelling(of: value, replacing: nil, inFlow: false) + end
    guard let frontMatter else {
      let block = "---" + end + line + "---" + end
      return replacing(layout.markLength..<layout.markLength, with: block.utf8)
    }
    guard frontMatter.style == .block else { throw flowMapping(frontMatter) }
    let indent = frontMatter.fields.first.map { field in
      bytes[lineStart(before: field.key.range.lowerBound)...].prefix { $0 == UInt8(ascii: " ") }
    }
    let place = frontMatter.range.upperBound
    return replacing(place..<place, with: Array(indent ?? []) + line.utf8)
  }

  /// Writes the value where the old one stands; a value on lines of its own moves up behind the
  /// colon.
  func replacing(
    _ field: FrontMatter.Field, with value: FieldValue, in frontMatter: FrontMatter
  ) -> NoteDocument {
    let range = field.value.range
    let spelling =
      Self.spelling(of: value, replacing: field.value, inFlow: frontMatter.style == .flow)
    guard let colon = colon(behind: field.key, before: range.lowerBound) else {
      let end = field.key.range.upperBound
      return replacing(end..<max(end, range.upperBound), with: (": " + spelling).utf8)
    }
    let behindColon = colon + 1
    if range.isEmpty {
      return replacing(behindColon..<behindColon, with: (" " + spelling).utf8)
    }
    let between = bytes[behindColon..<range.lowerBound]
    if between.allSatisfy(\.isBlank) {
      return replacing(range, with: Array(spelling.utf8) + blockHeaderComment(of: field.value))
    }
    if between.contains(UInt8(ascii: "#")) {
      return movingUp(range, behind: behindColon, as: spelling)
    }
    return replacing(behindColon..<range.upperBound, with: (" " + spelling).utf8)
  }

  /// Takes the value at `range` away, with its lines, and writes it behind the colon; the comments
  /// between stay.
  private func movingUp(
    _ range: Range<Int>, behind colon: Int, as spelling: String
  ) -> NoteDocument {
    let next = nextLine(after: range.upperBound)
    let lines = lineStart(before: range.lowerBound)..<next
    var bytes = self.bytes
    bytes.removeSubrange(isBlank(range.upperBound..<next) ? lines : range)
    bytes.insert(contentsOf: (" " + spelling).utf8, at: colon)
    return NoteDocument(bytes)
  }

  /// The comment behind the `|` or `>` of a block scalar, with the blanks before it.
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

  /// The offset of the colon between a key and what follows.
  private func colon(behind key: YAMLNode, before limit: Int) -> Int? {
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
