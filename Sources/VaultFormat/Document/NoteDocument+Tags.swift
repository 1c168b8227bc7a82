extension NoteDocument {
  /// Returns the document with these tags added (docs/vault-format.md, rule T-6): existing items keep their spelling,
  /// new ones are appended.
  ///
  /// Returns the same bytes if it has them all.
  package func addingTags(_ tags: [Tag]) throws(EditError) -> NoteDocument {
    let written = try writtenTags()
    let present = Set(written.compactMap { Tag($0) })
    let missing = Tag.unique(tags).filter { !present.contains($0) }
    guard !missing.isEmpty else { return self }
    return try setting(name(of: .tags), to: .list(written + missing.map(\.text)))
  }

  /// Returns the document without these tags, in whatever spelling; the same bytes if it has none of them.
  package func removingTags(_ tags: [Tag]) throws(EditError) -> NoteDocument {
    let unwanted = Set(tags)
    let written = try writtenTags()
    let rest = written.filter { text in Tag(text).map { !unwanted.contains($0) } ?? true }
    guard rest.count < written.count else { return self }
    return try setting(name(of: .tags), to: .list(rest))
  }

  /// The tags as written in the file: the items of a list, or the tags in one string.
  func writtenTags() throws(EditError) -> [String] {
    try checkEditable()
    guard let field = frontMatter?.knownFields[.tags] else { return [] }
    switch field.value.content {
    case .scalar(let text, _):
      return field.value.isNull ? [] : Tag.list(in: text).map(\.text)
    case .sequence(let items, _):
      let texts = items.compactMap(\.text)
      if texts.count == items.count { return texts }
    case .mapping: break
    }
    throw .notTags(key: field.name, line: position(of: field.key.range.lowerBound).line)
  }
}
