/// Keys whose values are names: categories, persons, trackers.
extension NoteDocument {
  /// The names that a key lists; of a wiki link (`[[people/bà-lan|Bà]]`) the name of its file.
  package func names(of key: KnownKey) -> [String] {
    writtenNames(of: key).map(PageReference.name).filter { !$0.isEmpty }
  }

  /// The names that a key lists, as they are written.
  package func writtenNames(of key: KnownKey) -> [String] {
    frontMatter?.field(of: key)?.value.writtenNames ?? []
  }

  /// Whether a key lists names alone; so it does if it is missing.
  package func areNames(_ key: KnownKey) -> Bool {
    frontMatter?.field(of: key)?.value.areNames ?? true
  }

  /// Returns the document with another name in a key; a wiki link stays one, and a name that is there twice then is
  /// there once.
  ///
  /// Returns the same bytes if the key does not have the old name.
  ///
  /// - Parameter old: compared after NFC and case folding.
  package func renaming(
    _ old: NameKey, in key: KnownKey, to new: String
  ) throws(EditError) -> NoteDocument {
    guard let field = frontMatter?.field(of: key) else { return self }
    func renamed(_ text: String) -> String {
      let name = PageReference.name(text)
      guard NameKey(name.utf8) == old else { return text }
      return text.hasPrefix("[[") ? "[[\(new)]]" : new
    }
    switch field.value.content {
    case .scalar(let text, _):
      let new = renamed(text)
      return new.utf8.elementsEqual(text.utf8) ? self : try setting(field.name, to: .text(new))
    case .sequence(let items, _):
      let texts = items.compactMap(\.text)
      let new = texts.map(renamed)
      let isSame = zip(new, texts).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
      guard texts.count == items.count, !isSame else { return self }
      var seen: Set<NameKey> = []
      let unique = new.filter { seen.insert(NameKey(PageReference.name($0).utf8)).inserted }
      return try setting(field.name, to: .list(unique))
    case .mapping: return self
    }
  }
}

extension YAMLNode {
  /// The names of a list, or the one that is a text.
  var writtenNames: [String] {
    let nodes =
      switch content {
      case .scalar: [self]
      case .sequence(let items, _): items
      case .mapping: [YAMLNode]()
      }
    return nodes.compactMap(\.text).filter { !$0.isEmpty }
  }

  /// Whether it is a text or a list of texts.
  var areNames: Bool {
    switch content {
    case .scalar: true
    case .sequence(let items, _): items.allSatisfy { $0.text != nil }
    case .mapping: false
    }
  }
}
