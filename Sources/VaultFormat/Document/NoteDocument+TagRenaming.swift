extension NoteDocument {
  /// The document with `new` in place of the tag `old`, and `new/b` in place of `old/b`
  /// (docs/vault-format.md, rule T-7): an item is changed where it stands and keeps its quoting;
  /// where the note has the new tag already, the item goes.
  ///
  /// Gives the same bytes where the note has no such tag.
  ///
  /// - Throws: what `setting` does; `.notTags` where the tags cannot be read.
  package func renamingTag(_ old: Tag, to new: Tag) throws(EditError) -> NoteDocument {
    let renaming = TagRenaming(of: try writtenTags(), from: old, to: new)
    guard !renaming.isEmpty, let field = frontMatter?.knownFields[.tags] else { return self }
    let all = FieldValue.list(renaming.kept.map(\.text))
    guard ListSource(field.value) != nil else {
      // One string: with one tag it stays a string.
      if let text = renaming.onlyText { return try setting(field.name, to: .text(text)) }
      return try setting(field.name, to: all)
    }
    let original = renaming.kept.map { renaming.written[$0.index] }
    let shortened = try setting(field.name, to: .list(original))
    if let renamed = try shortened.replacingItems(of: field.name, by: renaming.kept.map(\.change)),
      renamed.isEdit(of: self, changed: field.name, to: .texts(renaming.kept.map(\.text)))
    {
      return renamed
    }
    return try setting(field.name, to: all)
  }

  /// The document with texts in place of items of a list, each where it stands and in its own
  /// quoting; nil where `key` is no list of so many items.
  ///
  /// A nil text leaves its item.
  private func replacingItems(
    of key: String, by texts: [String?]
  ) throws(EditError) -> NoteDocument? {
    guard let frontMatter, let field = frontMatter.field(named: key),
      let list = ListSource(field.value), list.items.count == texts.count
    else { return nil }
    let inFlow = list.style == .flow || frontMatter.style == .flow
    var bytes: [UInt8] = []
    var next = 0
    for (item, text) in zip(list.items, texts) {
      guard let text else { continue }
      try checkAnchors(of: item.anchorsInside, notIn: item, key: field)
      var style = YAMLNode.ScalarStyle.plain
      if !item.isAlias, case .scalar(_, let own) = item.content { style = own }
      bytes += self.bytes[next..<item.range.lowerBound]
      bytes += ScalarWriter.write(text, keeping: style, inFlow: inFlow).utf8
      next = item.range.upperBound
    }
    return NoteDocument(bytes + self.bytes[next...])
  }
}

/// What becomes of the tags of one note when one of them is renamed.
private struct TagRenaming {
  /// As they stand in the file.
  let written: [String]
  /// The items that stay: where they stand in `written`, their text, and the same text where it is new.
  private(set) var kept: [(index: Int, text: String, change: String?)] = []
  private(set) var isEmpty = true

  init(of written: [String], from old: Tag, to new: Tag) {
    self.written = written
    let texts = written.map { Self.renamed($0, from: old, to: new) }
    isEmpty = texts.allSatisfy { $0 == nil }
    // A tag that the note has keeps its place and spelling, and what would become the same goes.
    var present = Set(zip(written, texts).compactMap { $1 == nil ? Tag($0) : nil })
    for (index, change) in texts.enumerated() {
      if let change, let tag = Tag(change), !present.insert(tag).inserted { continue }
      kept.append((index, change ?? written[index], change))
    }
  }

  /// The text of the only tag there was, if one string can hold it.
  var onlyText: String? {
    guard written.count == 1, kept.count == 1, let text = kept.first?.text, let tag = Tag(text),
      Tag.list(in: text) == [tag]
    else { return nil }
    return text
  }

  /// Nil for a tag that stays.
  ///
  /// What stands behind the renamed part is kept as it was written.
  private static func renamed(_ text: String, from old: Tag, to new: Tag) -> String? {
    guard let tag = Tag(text), tag.isWithin(old) else { return nil }
    // Neither lower case nor NFC makes or takes a `/`, so that parts can be counted.
    let depth = old.text.utf8.count { $0 == UInt8(ascii: "/") } + 1
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let rest = ([new.text] + parts.dropFirst(depth).map(String.init)).joined(separator: "/")
    let end = rest.lastIndex { !$0.isWhitespace } ?? rest.startIndex
    return String(rest[...end])
  }
}
