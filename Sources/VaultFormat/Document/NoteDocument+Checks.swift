extension NoteDocument {
  /// Throws where no key may be touched: the front matter is broken, or of a form that tl does not edit.
  package func checkEditable() throws(EditError) {
    if let problem = frontMatter?.problem { throw .brokenFrontMatter(problem) }
    if let form = foreignFrontMatter {
      throw .foreignFrontMatter(form, line: place(of: foreignStart).line)
    }
  }

  /// Where front matter of another form begins: at the first byte that is no white space.
  private var foreignStart: Int {
    bytes[layout.markLength...].firstIndex { $0 > 0x20 } ?? layout.markLength
  }

  /// Whether keys can be set.
  package var isEditable: Bool { frontMatter?.problem == nil && foreignFrontMatter == nil }

  func flowMapping(_ frontMatter: FrontMatter) -> EditError {
    .flowMapping(line: place(of: frontMatter.range.lowerBound).line)
  }

  /// Throws where one of `names` is used by an alias outside of `edited`.
  func checkAnchors(
    of names: [String], notIn edited: YAMLNode, key: FrontMatter.Field
  ) throws(EditError) {
    guard !names.isEmpty, let frontMatter else { return }
    let own = Set(names)
    var open = frontMatter.fields.flatMap { [$0.key, $0.value] }
    while let node = open.popLast() {
      if !node.isAlias {
        open += node.children
      } else if let name = node.anchor, own.contains(name),
        !edited.range.contains(node.range.lowerBound)
      {
        throw .anchorInUse(
          key: key.name, anchor: name, line: place(of: key.key.range.lowerBound).line)
      }
    }
  }

  /// This document, unless another program would not see exactly the edit in it (rule L-16).
  func checked(
    against old: NoteDocument, changed key: String, meaning: FieldMeaning?
  ) throws(EditError) -> NoteDocument {
    guard isEdit(of: old, changed: key, to: meaning) else {
      throw .notReadBack(key: key, line: place(of: layout.markLength).line)
    }
    return self
  }

  /// Whether libyaml finds `key` changed to `meaning` (nil: removed), and every other key and the
  /// body as they were in `old`.
  func isEdit(of old: NoteDocument, changed key: String, to meaning: FieldMeaning?) -> Bool {
    let readAgain = bytes.withUnsafeBufferPointer { buffer in
      layout.frontMatter.map { FrontMatter(throughLibYAML: buffer, in: $0) }
    }
    guard let readAgain, readAgain.problem == nil, frontMatter?.problem == nil,
      body.elementsEqual(old.body)
    else { return false }
    let field = readAgain.field(named: key)
    let isChanged = meaning.map { meaning in field.map { meaning.isFound(in: $0.value) } ?? false }
    guard isChanged ?? (field == nil) else { return false }
    return readAgain.values(except: key) == old.frontMatter?.values(except: key) ?? []
  }
}

extension FrontMatter {
  /// The meaning of every other key and its value, in file order.
  fileprivate func values(except name: String) -> [YAMLValue] {
    fields.filter { !$0.isNamed(name) }.flatMap { [$0.key.value, $0.value.value] }
  }
}
