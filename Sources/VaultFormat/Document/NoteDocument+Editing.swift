extension NoteDocument {
  /// Returns the document with `key` set to `value`: replaces the bytes of the value, or appends the key as the last
  /// line of the front matter, or inserts front matter with this one key before the body.
  ///
  /// Returns the same bytes if the key already has that value. docs/vault-format.md, part L.
  package func setting(_ key: String, to value: FieldValue) throws(EditError) -> NoteDocument {
    try checkEditable()
    let expected = try ExpectedValue(value, for: key)
    guard let frontMatter, let field = frontMatter.field(named: key) else {
      return try adding(key, value).checked(against: self, changed: key, to: expected)
    }
    if expected.matches(field.value) || isPresent(value, in: field) { return self }
    try checkAnchors(of: field.value.anchorsInside, notIn: field.value, key: field)
    if case .list(let items) = value, let list = ListSource(field.value) {
      for edit in [splicing, rewriting] {
        if let edited = edit(items, list), edited.isEdit(of: self, changed: key, to: expected) {
          return edited
        }
      }
    }
    return try replacing(field, with: value, in: frontMatter)
      .checked(against: self, changed: key, to: expected)
  }

  /// Returns the document without `key` and its lines; the same bytes if there is no such key.
  package func removing(_ key: String) throws(EditError) -> NoteDocument {
    try checkEditable()
    guard let frontMatter, let field = frontMatter.field(named: key) else { return self }
    guard frontMatter.style == .block else { throw flowMapping(frontMatter) }
    try checkAnchors(
      of: field.value.anchorsInside + field.key.anchorsInside, notIn: field.value, key: field)
    let start = lineStart(before: field.key.range.lowerBound)
    let end = nextLine(after: max(field.key.range.upperBound, field.value.range.upperBound))
    let removed = replacing(start..<end, with: [])
    if removed.isEdit(of: self, changed: key, to: nil) { return removed }
    let outdented = removed.outdentingComments(at: start, keepingBlankLines: true)
    if outdented.isEdit(of: self, changed: key, to: nil) { return outdented }
    return try removed.outdentingComments(at: start, keepingBlankLines: false)
      .checked(against: self, changed: key, to: nil)
  }

  /// Removes the indentation of the comments at `offset`, up to the next key: after a block scalar an indented
  /// comment would become part of its text, as would blank lines after a block scalar with `+`.
  private func outdentingComments(at offset: Int, keepingBlankLines: Bool) -> NoteDocument {
    var lines: [UInt8] = []
    var next = offset
    while next < bytes.count {
      let line = next..<nextLine(after: next)
      let text = bytes[line].drop { $0.isBlank }
      guard text.first == UInt8(ascii: "#") || isBlank(line) else { break }
      if keepingBlankLines || !isBlank(line) { lines += text }
      next = line.upperBound
    }
    return replacing(offset..<next, with: lines)
  }

  /// Returns the document with another body; the front matter keeps its bytes.
  ///
  /// Without front matter, a body that begins like front matter gets an empty block before it.
  package func replacingBody(with body: some Sequence<UInt8>) -> NoteDocument {
    let head = Array(bytes[..<layout.bodyStart])
    let body = Array(body)
    let result = NoteDocument(head + body)
    guard result.layout.bodyStart != layout.bodyStart else { return result }
    let fence = Array(("---" + result.lineEnd).utf8)
    return NoteDocument(head + fence + fence + body)
  }

  /// Whether a known boolean key already has the value in another spelling, such as `yes` for `true`.
  private func isPresent(_ value: FieldValue, in field: FrontMatter.Field) -> Bool {
    guard case .bool(let wanted) = value, let text = field.value.text,
      KnownKey.named(field.name)?.key.valueType == .boolean
    else { return false }
    return Bool(lenient: text) == wanted
  }
}

// MARK: - Lines

extension NoteDocument {
  /// The line ending of the first line, used for new lines.
  package var lineEnd: String {
    guard let feed = bytes.firstIndex(of: UInt8(ascii: "\n")), feed > 0 else { return "\n" }
    return bytes[feed - 1] == UInt8(ascii: "\r") ? "\r\n" : "\n"
  }

  /// The start of the line that holds `offset`.
  func lineStart(before offset: Int) -> Int {
    bytes[..<offset].indices.last { isLineEnd(at: $0) }.map { $0 + 1 } ?? layout.bomLength
  }

  /// The start of the line after the one that holds `offset`.
  func nextLine(after offset: Int) -> Int {
    bytes[offset...].indices.first { isLineEnd(at: $0) }.map { $0 + 1 } ?? bytes.count
  }

  /// Whether the byte at `offset` is the last byte of a line break as libyaml reads it: LF, CRLF, CR, U+0085, U+2028
  /// or U+2029.
  private func isLineEnd(at offset: Int) -> Bool {
    switch bytes[offset] {
    case 0x0A: true
    case 0x0D: offset + 1 == bytes.count || bytes[offset + 1] != 0x0A
    case 0x85: bytes[..<offset].last == 0xC2
    case 0xA8, 0xA9: bytes[..<offset].suffix(2).elementsEqual([0xE2, 0x80])
    default: false
    }
  }

  func isBlank(_ range: Range<Int>) -> Bool {
    bytes[range].allSatisfy { $0.isBlank || $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
  }

  func replacing(_ range: Range<Int>, with new: some Collection<UInt8>) -> NoteDocument {
    var bytes = self.bytes
    bytes.replaceSubrange(range, with: new)
    return NoteDocument(bytes)
  }
}
