extension NoteDocument {
  /// Returns the document with the tag `old` renamed to `new`, and `old/b` to `new/b` (docs/vault-format.md, rule
  /// T-7).
  ///
  /// Items are changed in place and keep their quoting. An item whose new name the note already has is removed.
  /// Returns the same bytes if the note has no such tag.
  ///
  /// - Throws: the errors of `setting`; `.notTexts` if the tags cannot be read.
  package func renamingTag(_ old: Tag, to new: Tag) throws(EditError) -> NoteDocument {
    let renaming = TagListRenaming(of: try writtenTags(), from: old, to: new)
    guard !renaming.isEmpty, let field = frontMatter?.field(of: .tags) else { return self }
    let all = FieldValue.list(renaming.kept.map(\.text))
    guard ListSource(field.value) != nil else {
      // The tags are one string, which stays a string if it holds one tag.
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

  /// Replaces the items of a list in place, each in its own quoting; a nil text keeps its item.
  ///
  /// Nil if `key` is not a list with as many items as `texts`.
  private func replacingItems(
    of key: String, by texts: [String?]
  ) throws(EditError) -> NoteDocument? {
    guard let frontMatter, let field = frontMatter.field(named: key),
      let list = ListSource(field.value), list.items.count == texts.count
    else { return nil }
    let inFlow = list.style == .flow || frontMatter.style == .flow
    var edits: [Splice] = []
    for (item, text) in zip(list.items, texts) {
      guard let text else { continue }
      try checkAnchors(of: item.anchorsInside, notIn: item, key: field)
      var style = YAMLNode.ScalarStyle.plain
      if !item.isAlias, case .scalar(_, let own) = item.content { style = own }
      let new = ScalarWriter.write(text, keeping: style, inFlow: inFlow)
      edits.append(Splice(range: item.range, new: Array(new.utf8)))
    }
    return applying(edits)
  }
}

/// The effect of renaming a tag on the tags of one note.
private struct TagListRenaming {
  /// The tags as written in the file.
  let written: [String]
  /// The items that stay: their index in `written`, their text, and the same text again if it is new.
  private(set) var kept: [(index: Int, text: String, change: String?)] = []
  private(set) var isEmpty = true

  init(of written: [String], from old: Tag, to new: Tag) {
    self.written = written
    let texts = written.map { Self.renamed($0, from: old, to: new) }
    isEmpty = texts.allSatisfy { $0 == nil }
    // A tag that the note already has keeps its position and spelling; a renamed duplicate is dropped.
    var present = Set(zip(written, texts).compactMap { $1 == nil ? Tag($0) : nil })
    for (index, change) in texts.enumerated() {
      if let change, let tag = Tag(change), !present.insert(tag).inserted { continue }
      kept.append((index, change ?? written[index], change))
    }
  }

  /// The text of the only tag, if the note has one and a plain string can hold it.
  var onlyText: String? {
    guard written.count == 1, kept.count == 1, let text = kept.first?.text, let tag = Tag(text),
      Tag.list(in: text) == [tag]
    else { return nil }
    return text
  }

  /// The new text of a tag, which keeps the part after the renamed one as written; nil for a tag that stays.
  private static func renamed(_ text: String, from old: Tag, to new: Tag) -> String? {
    guard let tag = Tag(text), tag.isWithin(old) else { return nil }
    // Neither lower-casing nor NFC adds or removes a `/`, so the number of parts is the same.
    let depth = old.text.utf8.count { $0 == UInt8(ascii: "/") } + 1
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let rest = ([new.text] + parts.dropFirst(depth).map(String.init)).joined(separator: "/")
    let end = rest.lastIndex { !$0.isWhitespace } ?? rest.startIndex
    return String(rest[...end])
  }
}
