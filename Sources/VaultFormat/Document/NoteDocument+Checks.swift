extension NoteDocument {
  /// - Throws: `EditError` if no key can be edited: the front matter is broken, or in a format that tl does not edit.
  package func checkEditable() throws(EditError) {
    if let problem = frontMatter?.problem { throw .brokenFrontMatter(problem) }
    if let form = foreignFrontMatter {
      let start = bytes[layout.bomLength...].firstIndex { $0 > 0x20 } ?? layout.bomLength
      throw .foreignFrontMatter(form, line: position(of: start).line)
    }
  }

  /// Whether keys can be set.
  package var isEditable: Bool { frontMatter?.problem == nil && foreignFrontMatter == nil }

  func flowMapping(_ frontMatter: FrontMatter) -> EditError {
    .flowMapping(line: position(of: frontMatter.range.lowerBound).line)
  }

  /// - Throws: `.anchorInUse` if an alias outside of `edited` refers to one of the anchors `names`.
  func checkAnchors(
    of names: [String], notIn edited: YAMLNode, key: FrontMatter.Field
  ) throws(EditError) {
    guard !names.isEmpty, let frontMatter else { return }
    let own = Set(names)
    let nodes = frontMatter.fields.flatMap { [$0.key, $0.value] }.reversed()
    for node in nodes.flatMap(\.nodesInside) where node.isAlias {
      if let name = node.anchor, own.contains(name), !edited.range.contains(node.range.lowerBound) {
        throw .anchorInUse(
          key: key.name, anchor: name, line: position(of: key.key.range.lowerBound).line)
      }
    }
  }

  /// Returns this document if another program reads exactly the intended edit in it (rule L-16).
  ///
  /// - Throws: `.notReadBack` otherwise.
  func checked(
    against old: NoteDocument, changed key: String, to expected: ExpectedValue?
  ) throws(EditError) -> NoteDocument {
    guard isEdit(of: old, changed: key, to: expected) else {
      throw .notReadBack(key: key, line: position(of: layout.bomLength).line)
    }
    return self
  }

  /// Whether libyaml reads `expected` in `key` (nil: no such key), and every other key and the body as in `old`.
  func isEdit(of old: NoteDocument, changed key: String, to expected: ExpectedValue?) -> Bool {
    let readAgain = bytes.withUnsafeBufferPointer { buffer in
      layout.frontMatter.map { FrontMatter(throughLibYAML: buffer, in: $0) }
    }
    guard let readAgain, readAgain.problem == nil, frontMatter?.problem == nil,
      body.elementsEqual(old.body)
    else { return false }
    let field = readAgain.field(named: key)
    let isChanged = expected.map { expected in field.map { expected.matches($0.value) } ?? false }
    guard isChanged ?? (field == nil) else { return false }
    return readAgain.values(except: key) == old.frontMatter?.values(except: key) ?? []
  }
}

extension FrontMatter {
  /// Every other key and its value, in file order.
  fileprivate func values(except name: String) -> [YAMLValue] {
    fields.filter { !$0.isNamed(name) }.flatMap { [$0.key.value, $0.value.value] }
  }
}
