extension NoteDocument {
  /// The title of the note: its key `title`, its heading, the stem of its file name, or its first line.
  ///
  /// docs/vault-format.md, rule K-6.
  ///
  /// - Parameter path: the path of its file.
  package func title(_ metadata: NoteMetadata, at path: VaultPath) -> String {
    titleWithoutName(metadata, at: path) ?? String(decoding: path.stem, as: UTF8.self)
  }

  /// The title of the note; nil where that is the stem of its file name.
  package func titleWithoutName(_ metadata: NoteMetadata, at path: VaultPath) -> String? {
    if let title = metadata.title { return title }
    let range = bytes.withUnsafeBufferPointer { bytes in
      Array(path.stem).withUnsafeBufferPointer {
        BodyTitle.find(in: bytes, from: layout.bodyStart, isWhole: true).range(inFileNamed: $0)
      }
    }
    return range.map { String(decoding: bytes[$0], as: UTF8.self) }
  }

  /// The title of the note, for callers that have not read its metadata.
  package func title(at path: VaultPath) -> String {
    title(NoteMetadata(of: self, zone: .utc), at: path)
  }

  /// The title of a text without a file: its key `title`, its heading, or its first line.
  package var titleOfText: String? {
    if let title = NoteMetadata(of: self, zone: .utc).title { return title }
    return bytes.withUnsafeBufferPointer { bytes in
      BodyTitle.find(in: bytes, from: layout.bodyStart, isWhole: true).range
        .map { String(decoding: bytes[$0], as: UTF8.self) }
    }
  }

  /// The value of a key that is true or false; false if the key is missing or unreadable.
  package func flag(_ key: KnownKey) -> Bool {
    frontMatter?.field(of: key)?.value.text.flatMap { Bool(lenient: $0) } ?? false
  }

  /// Returns the document with a key that is true or false; the same bytes if it already is, in whatever spelling.
  ///
  /// `false` is written and keeps the line: its position, name and comment stay, and property editors show an unchecked
  /// box.
  package func setting(_ key: KnownKey, to flag: Bool) throws(EditError) -> NoteDocument {
    try checkEditable()
    guard flag != self.flag(key) else { return self }
    return try setting(name(of: key), to: .bool(flag))
  }

  /// Whether the front matter says that the note is pinned.
  package var isPinned: Bool { flag(.pinned) }

  package func settingPinned(_ isPinned: Bool) throws(EditError) -> NoteDocument {
    try setting(.pinned, to: isPinned)
  }

  /// Private again, where it was public; then it is not anonymous either.
  package func unpublishing() throws(EditError) -> NoteDocument {
    let unpublished = try setting(.publish, to: false)
    return try unpublished.removing(unpublished.name(of: .anonymous))
  }

  /// - Throws: an `EditError`.
  package func changingTags(from former: [Tag], to wanted: [Tag]) throws -> NoteDocument {
    try changingTags(
      removing: former.filter { !wanted.contains($0) },
      adding: wanted.filter { !former.contains($0) })
  }

  /// - Throws: an `EditError`.
  package func changingTags(removing removed: [Tag], adding added: [Tag]) throws -> NoteDocument {
    let document = removed.isEmpty ? self : try removingTags(removed)
    return added.isEmpty ? document : try document.addingTags(added)
  }

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
    try writtenTexts(of: .tags) { Tag.list(in: $0).map(\.text) }
  }

  /// Returns the document with one more name in `aliases`; the same bytes if it has the name.
  package func addingAlias(_ alias: String) throws(EditError) -> NoteDocument {
    let written = try writtenTexts(of: .aliases)
    let key = NameKey(alias.utf8)
    guard !written.contains(where: { NameKey($0.utf8) == key }) else { return self }
    return try setting(name(of: .aliases), to: .list(written + [alias]))
  }

  /// The texts of a list as written in the file, or those in one string.
  ///
  /// - Throws: for a list with anything else in it, which would be lost.
  package func writtenTexts(
    of key: KnownKey, in string: (String) -> [String] = { [$0] }
  ) throws(EditError) -> [String] {
    try checkEditable()
    guard let field = frontMatter?.field(of: key) else { return [] }
    switch field.value.content {
    case .scalar(let text, _): return field.value.isNull ? [] : string(text)
    case .sequence(let items, _):
      let texts = items.compactMap(\.text)
      if texts.count == items.count { return texts }
    case .mapping: break
    }
    throw .notTexts(key: field.name, line: position(of: field.key.range.lowerBound).line)
  }
}

extension NoteDocument {
  /// The text of a key; nil for anything but a scalar with a text.
  package func text(of key: KnownKey) -> String? {
    frontMatter?.field(of: key)?.value.text.flatMap { $0.isOnlyBlanks ? nil : $0 }
  }

  /// The number of a key, known or not; nil for anything else, and for one that is not finite.
  package func number(of key: String) -> Double? {
    let known = KnownKey.named(key).flatMap { frontMatter?.field(of: $0.key) }
    guard let text = (known ?? frontMatter?.field(named: key))?.value.text,
      let number = Double(number: text)
    else { return nil }
    return number
  }
}

extension Double {
  /// The value of a scalar; nil for anything but a number, and for one that is not finite.
  package init?(number text: String) {
    guard let number = CoreSchema.number(text), number.isFinite else { return nil }
    self = number
  }
}

extension NoteDocument {
  /// The id that the note stores.
  package var storedID: NoteID? {
    guard let value = frontMatter?.field(of: .id)?.value, !value.isNull else { return nil }
    return value.text.flatMap { NoteID($0) }
  }
}
