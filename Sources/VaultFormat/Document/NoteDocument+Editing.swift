extension NoteDocument {
  /// The document with `key` set to `value`: the value's bytes are replaced, or the key is added as the
  /// last line of the front matter, or a front matter with this one key is put before the body.
  ///
  /// Gives the same bytes where the key has that value already.
  package func setting(_ key: String, to value: FieldValue) throws(EditError) -> NoteDocument {
    try checkEditable()
    if case .yaml(let text) = value { try Self.checkYAML(text, key: key) }
    guard let frontMatter, let field = frontMatter.field(named: key) else {
      return try adding(key, value)
    }
    if let meaning = value.meaning, field.value.value == meaning { return self }
    try checkAnchors(of: field)
    let result: NoteDocument
    if case .list(let items) = value, case .sequence(let old, let style) = field.value.content,
      !field.value.isAlias, let spliced = editing(ListSource(field.value, old, style), to: items)
    {
      result = spliced
    } else {
      result = replacing(field, with: value, in: frontMatter)
    }
    return try result.checked(against: self, changed: key, meaning: value.meaning)
  }

  /// The document without `key`: its line or lines go. Gives the same bytes where there is none.
  package func removing(_ key: String) throws(EditError) -> NoteDocument {
    try checkEditable()
    guard let frontMatter, let field = frontMatter.field(named: key) else { return self }
    guard frontMatter.style == .block else { throw .flowMapping(line: place(of: frontMatter.range.lowerBound).line) }
    try checkAnchors(of: field)
    let start = lineStart(before: field.key.range.lowerBound)
    let end = nextLine(after: max(field.key.range.upperBound, field.value.range.upperBound))
    return try replacing(start..<end, with: []).checked(against: self, changed: key, meaning: nil)
  }

  /// The document with another body; the front matter keeps its bytes.
  package func replacingBody(with body: some Sequence<UInt8>) -> NoteDocument {
    NoteDocument(Array(bytes[..<layout.bodyStart]) + Array(body))
  }

  /// Throws where no key may be touched: the front matter is broken.
  package func checkEditable() throws(EditError) {
    if let problem = frontMatter?.problem { throw .brokenFrontMatter(problem) }
  }

  /// The file's line end: the first line's.
  var lineEnd: String {
    guard let feed = bytes.firstIndex(of: UInt8(ascii: "\n")), feed > 0 else { return "\n" }
    return bytes[feed - 1] == UInt8(ascii: "\r") ? "\r\n" : "\n"
  }

  func replacing(_ range: Range<Int>, with new: some Collection<UInt8>) -> NoteDocument {
    var bytes = self.bytes
    bytes.replaceSubrange(range, with: new)
    return NoteDocument(bytes)
  }

  func lineStart(before offset: Int) -> Int {
    bytes[..<offset].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? layout.markLength
  }

  /// The start of the line after the one that holds `offset`.
  func nextLine(after offset: Int) -> Int {
    bytes[offset...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
  }
}

extension NoteDocument {
  private func adding(_ key: String, _ value: FieldValue) throws(EditError) -> NoteDocument {
    let end = lineEnd
    let name = ScalarWriter.write(key, inFlow: false)
    let line = name + ": " + Self.spelling(of: value, replacing: nil) + end
    guard let frontMatter else {
      let block = "---" + end + line + "---" + end
      return try replacing(layout.markLength..<layout.markLength, with: block.utf8)
        .checked(against: self, changed: key, meaning: value.meaning)
    }
    guard frontMatter.style == .block else {
      throw .flowMapping(line: place(of: frontMatter.range.lowerBound).line)
    }
    let indent = frontMatter.fields.first.map { field in
      bytes[lineStart(before: field.key.range.lowerBound)...].prefix { $0 == UInt8(ascii: " ") }
    }
    return try replacing(
      frontMatter.range.upperBound..<frontMatter.range.upperBound, with: Array(indent ?? []) + line.utf8
    ).checked(against: self, changed: key, meaning: value.meaning)
  }

  /// Writes the value where the old one stands; a value on lines of its own moves up behind the colon.
  private func replacing(
    _ field: FrontMatter.Field, with value: FieldValue, in frontMatter: FrontMatter
  ) -> NoteDocument {
    let isFlow = frontMatter.style == .flow
    let spelling = Self.spelling(of: value, replacing: field.value, inFlow: isFlow)
    let range = field.value.range
    guard let colon = colon(behind: field.key, before: range.lowerBound) else {
      return replacing(range, with: spelling.utf8)
    }
    if range.isEmpty { return replacing(colon + 1..<colon + 1, with: (" " + spelling).utf8) }
    let between = bytes[(colon + 1)..<range.lowerBound]
    if between.allSatisfy(\.isBlank) { return replacing(range, with: spelling.utf8) }
    return replacing(colon + 1..<range.upperBound, with: (" " + spelling).utf8)
  }

  /// The offset of the colon between a key and what follows.
  private func colon(behind key: YAMLNode, before limit: Int) -> Int? {
    bytes[key.range.upperBound..<max(limit, key.range.upperBound)].firstIndex(of: UInt8(ascii: ":"))
  }

  private static func spelling(
    of value: FieldValue, replacing old: YAMLNode?, inFlow: Bool = false
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

  private static func checkYAML(_ text: String, key: String) throws(EditError) {
    guard !text.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) else {
      throw .invalidYAML(key: key, message: "it has more than one line")
    }
    let line = Array(("x: " + text + "\n").utf8)
    let probe = line.withUnsafeBufferPointer { FrontMatter(throughLibYAML: $0, in: 0..<line.count) }
    if let problem = probe.problem { throw .invalidYAML(key: key, message: problem.message) }
  }

  private func checkAnchors(of field: FrontMatter.Field) throws(EditError) {
    let own = field.value.anchorsInside
    guard !own.isEmpty, let frontMatter else { return }
    var open = frontMatter.fields.flatMap { [$0.key, $0.value] }
    while let node = open.popLast() {
      if node.isAlias {
        if let name = node.anchor, own.contains(name) {
          throw .anchorInUse(
            key: field.name, anchor: name, line: place(of: field.key.range.lowerBound).line)
        }
        continue
      }
      switch node.content {
      case .scalar: break
      case .sequence(let items, _): open += items
      case .mapping(let entries, _): open += entries.flatMap { [$0.key, $0.value] }
      }
    }
  }

  /// Reads the result again, as another program would: `key` has to mean what was asked, every other key
  /// what it meant before, and the body has to be the same bytes.
  private func checked(
    against old: NoteDocument, changed key: String, meaning: YAMLValue?
  ) throws(EditError) -> NoteDocument {
    let readAgain = bytes.withUnsafeBufferPointer { buffer in
      layout.frontMatter.map { FrontMatter(throughLibYAML: buffer, in: $0) }
    }
    func others(_ frontMatter: FrontMatter?) -> [YAMLValue] {
      (frontMatter?.fields ?? []).filter { !$0.name.utf8.elementsEqual(key.utf8) }
        .flatMap { [$0.key.value, $0.value.value] }
    }
    let isSame =
      readAgain?.problem == nil && frontMatter?.problem == nil
      && others(readAgain) == others(old.frontMatter) && body.elementsEqual(old.body)
      && (meaning == nil || readAgain?.field(named: key)?.value.value == meaning)
    guard isSame else { throw .notReadBack(key: key, line: place(of: layout.markLength).line) }
    return self
  }
}
