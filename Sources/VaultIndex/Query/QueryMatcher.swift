internal import VaultFormat

/// A query made ready to be asked of many notes, on several threads at once.
///
/// Whoever asks tries the conditions from the cheapest to the dearest: what the head of the note says, its
/// text, its media folder, its whole front matter, a regular expression.
struct QueryMatcher: Sendable {
  let query: NoteQuery
  private let wanted: [TextMatcher]
  private let excluded: [TextMatcher]

  init(_ query: NoteQuery) {
    self.query = query
    wanted = query.texts.map { TextMatcher($0, options: query.folding) }
    excluded = query.excludedTexts.map { TextMatcher($0, options: query.folding) }
    // YAML may fold a blank out of a line end, and tags are lower-cased when they are read.
    let isRuling = { (text: String) in
      query.folding.ignoresCase && !text.contains(where: \.isWhitespace)
    }
    ruling = query.texts.filter(isRuling).map { TextMatcher($0, options: query.folding) }
  }

  /// True where only the head of a note has to be read.
  var needsHeadOnly: Bool {
    wanted.isEmpty && excluded.isEmpty && query.pattern == nil && query.properties.isEmpty
  }

  /// Words that stand in title, body or tags only where the raw bytes of a note have them too.
  private let ruling: [TextMatcher]

  var canRuleOut: Bool { !ruling.isEmpty }

  /// Whether a word that has to be there is missing in all of a note's bytes.
  func rulesOut(_ bytes: UnsafeBufferPointer<UInt8>, scratch: inout FoldingScratch) -> Bool {
    for matcher in ruling {
      if !matcher.contains(bytes, scratch: &scratch) { return true }
    }
    return false
  }

  var needsMedia: Bool { !query.kinds.isEmpty || query.hasMedia != nil }

  var needsTags: Bool {
    !query.tags.isEmpty || !query.anyTags.isEmpty || !query.excludedTags.isEmpty
  }

  /// The conditions on pins and times.
  func allows(_ note: IndexedNote) -> Bool {
    if let isPinned = query.isPinned, isPinned != note.flags.contains(.pinned) { return false }
    guard !query.times.isEmpty else { return true }
    let time =
      switch query.timeKey {
      case .created: note.created
      case .updated: note.updated
      case .date: note.date
      }
    return query.times.allSatisfy { $0.holds(for: time) }
  }

  func allows(tags: [Tag]) -> Bool {
    func has(_ wanted: Tag) -> Bool { tags.contains { $0.isWithin(wanted) } }
    return query.tags.allSatisfy(has) && !query.excludedTags.contains(where: has)
      && (query.anyTags.isEmpty || query.anyTags.contains(where: has))
  }

  func allows(kind: NoteKind, hasMedia: Bool) -> Bool {
    (query.kinds.isEmpty || query.kinds.contains(kind)) && (query.hasMedia ?? hasMedia) == hasMedia
  }

  func allows(_ frontMatter: FrontMatter?) -> Bool {
    query.properties.allSatisfy { $0.holds(for: frontMatter, folding: query.folding) }
  }

  /// Whether the conditions on text hold by the body alone, whatever title and tags are.
  func isContent(with body: UnsafeBufferPointer<UInt8>, scratch: inout FoldingScratch) -> Bool {
    guard excluded.isEmpty, query.pattern == nil else { return false }
    for matcher in wanted {
      guard matcher.contains(body, scratch: &scratch) else { return false }
    }
    return true
  }

  /// The conditions on text.
  ///
  /// The body is nearly all of it; title and tags are asked only where the body has not what is
  /// looked for. `tags` is a `TagList`.
  func allowsText(
    body: UnsafeBufferPointer<UInt8>, title: UnsafeBufferPointer<UInt8>,
    tags: UnsafeBufferPointer<UInt8>, scratch: inout FoldingScratch
  ) -> Bool {
    for matcher in wanted {
      guard Self.finds(matcher, body, title, tags, &scratch) else { return false }
    }
    for matcher in excluded {
      if Self.finds(matcher, body, title, tags, &scratch) { return false }
    }
    return true
  }

  private static func finds(
    _ matcher: TextMatcher, _ body: UnsafeBufferPointer<UInt8>,
    _ title: UnsafeBufferPointer<UInt8>, _ tags: UnsafeBufferPointer<UInt8>,
    _ scratch: inout FoldingScratch
  ) -> Bool {
    matcher.contains(body, scratch: &scratch) || matcher.contains(title, scratch: &scratch)
      || matcher.contains(tags, scratch: &scratch)
  }
}
