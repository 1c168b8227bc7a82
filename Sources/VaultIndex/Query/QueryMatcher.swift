internal import VaultFormat
internal import VaultStore

/// A query prepared for matching many notes, on several threads at once.
///
/// The caller tests the conditions from the cheapest to the most expensive: on the head of the note, its text, its media
/// folder, its whole front matter, a regular expression.
struct QueryMatcher: Sendable {
  let query: NoteQuery
  private let wanted: [WantedText]
  private let excluded: [WantedText]
  private let tags: [WantedTag]
  private let anyTags: [WantedTag]
  private let excludedTags: [WantedTag]
  /// For each condition that needs a key, the names of which one has to be in the front matter; what is shown of a
  /// sealed note, or of its conflict copy, is not in it.
  private let neededKeys: [[ByteFinder]]
  /// Whether the bytes of a note can be enough to exclude it.
  let canRuleOut: Bool

  fileprivate struct WantedText: Sendable {
    let matcher: TextMatcher
    /// For tags, and so for the front matter: without the `#` by which lists show a tag.
    let tagMatcher: TextMatcher
    /// The title or tags can contain it only if the bytes of the front matter do.
    let isWord: Bool
    /// The longest word of several; nil for one word.
    private let longestWord: TextMatcher?

    init(_ text: String, folding: FoldingOptions) {
      matcher = TextMatcher(text, options: folding)
      tagMatcher =
        text.hasPrefix("#") && text.utf8.count > 1
        ? TextMatcher(String(text.dropFirst()), options: folding) : matcher
      // YAML may fold a line break into a blank, and tags are lower-cased when read.
      isWord = folding.ignoresCase && !text.contains(where: \.isWhitespace)
      let words = text.split(whereSeparator: \.isWhitespace)
      longestWord =
        words.count < 2
        ? nil
        : words.max { $0.utf8.count < $1.utf8.count }
          .map { TextMatcher(String($0), options: folding) }
    }

    /// Whether a body has the text, also where a line ends between two of its words: in Markdown they are one paragraph.
    func isIn(_ body: UnsafeBufferPointer<UInt8>, _ scratch: inout FoldingScratch) -> Bool {
      guard let longestWord else { return matcher.contains(body, scratch: &scratch) }
      guard longestWord.contains(body, scratch: &scratch) else { return false }
      if matcher.contains(body, scratch: &scratch) { return true }
      return Self.joiningLines(of: body).withUnsafeBufferPointer {
        matcher.contains($0, scratch: &scratch)
      }
    }

    /// The body with one blank for all that stands between two words of a paragraph, the `>` of quotes among it.
    private static func joiningLines(of body: UnsafeBufferPointer<UInt8>) -> [UInt8] {
      var joined: [UInt8] = []
      joined.reserveCapacity(body.count)
      var (isBehindBlank, feeds) = (false, 0)
      for byte in body {
        let isFeed = byte == UInt8(ascii: "\n")
        if byte <= UInt8(ascii: " ") || byte == UInt8(ascii: ">") && feeds > 0 {
          isBehindBlank = true
          feeds += isFeed ? 1 : 0
          continue
        }
        if isBehindBlank { joined.append(feeds < 2 ? UInt8(ascii: " ") : UInt8(ascii: "\n")) }
        (isBehindBlank, feeds) = (false, 0)
        joined.append(byte)
      }
      return joined
    }
  }

  private struct WantedTag: Sendable {
    let tag: Tag
    let key: [UInt8]

    init(_ tag: Tag) { (self.tag, key) = (tag, Array(tag.key.utf8)) }
  }

  init(_ query: NoteQuery) {
    self.query = query
    wanted = query.texts.map { WantedText($0, folding: query.folding) }
    tags = query.tags.map(WantedTag.init)
    anyTags = query.anyTags.map(WantedTag.init)
    excludedTags = query.excludedTags.map(WantedTag.init)
    excluded = query.excludedTexts.map { WantedText($0, folding: query.folding) }
    neededKeys = query.properties.compactMap { condition in
      guard let keys = condition.neededKeys else { return nil }
      let names = keys + [KnownKey.openAfter, .conflictOf].flatMap(\.names)
      return names.compactMap { ByteFinder(Array($0.utf8), ignoresCase: false) }
    }
    canRuleOut = wanted.contains(where: \.isWord) || !neededKeys.isEmpty
  }

  /// Whether only the head of a note has to be read.
  var needsHeadOnly: Bool {
    wanted.isEmpty && excluded.isEmpty && query.pattern == nil && query.properties.isEmpty
  }

  /// The result of matching the conditions on text against the bytes of a note, before its title and tags are read.
  enum TextVerdict {
    /// A required word or key is missing.
    case missing
    /// The conditions hold for the body, whatever the title and tags are.
    case holds
    /// The title and tags have to be matched too.
    case open
  }

  /// Searches the bytes before the body for the keys that are needed, the body for the words, and for words that are
  /// not in it the bytes before it and the file name.
  ///
  /// - Parameters:
  ///   - name: the searchable part of the file name; evaluated only if a word is not in the body.
  ///   - isTransparent: whether each title, tag or alias that is not in the body occurs verbatim in the bytes before it,
  ///     or is the file name.
  func textVerdict(
    on bytes: UnsafeBufferPointer<UInt8>, bodyStart: Int,
    name: @autoclosure () -> UnsafeBufferPointer<UInt8>, isTransparent: Bool = false,
    scratch: inout FoldingScratch
  ) -> TextVerdict {
    if isTransparent, !neededKeys.isEmpty {
      let head = UnsafeBufferPointer(rebasing: bytes[..<bodyStart])
      guard neededKeys.allSatisfy({ $0.contains { $0.firstMatch(in: head) >= 0 } }) else {
        return .missing
      }
    }
    let body = UnsafeBufferPointer(rebasing: bytes[bodyStart...])
    var isInBody = true
    for text in wanted where !text.isIn(body, &scratch) {
      isInBody = false
      guard isTransparent, text.isWord else { continue }
      let head = UnsafeBufferPointer(rebasing: bytes[..<bodyStart])
      if !text.tagMatcher.contains(head, scratch: &scratch),
        !text.matcher.contains(name(), scratch: &scratch)
      {
        return .missing
      }
    }
    return isInBody && excluded.isEmpty && query.pattern == nil ? .holds : .open
  }

  /// Whether a note has to contain something to match.
  var needsContent: Bool {
    !wanted.isEmpty || query.pattern != nil || !query.tags.isEmpty || !query.anyTags.isEmpty
      || query.hasMedia == true || !query.kinds.isEmpty || !query.mediaKinds.isEmpty
      || !query.properties.isEmpty
  }

  var needsMedia: Bool {
    !query.kinds.isEmpty || !query.excludedKinds.isEmpty || query.hasMedia != nil
      || !query.mediaKinds.isEmpty || !query.excludedMediaKinds.isEmpty
  }

  var needsTags: Bool {
    !query.tags.isEmpty || !query.anyTags.isEmpty || !query.excludedTags.isEmpty
  }

  /// The conditions on pins and times, and on what the file is.
  func allows(_ note: IndexedNote) -> Bool {
    if let files = query.files, !files.contains(note.flags.kind) { return false }
    if let isPinned = query.isPinned, isPinned != note.flags.contains(.pinned) { return false }
    guard !query.times.isEmpty else { return true }
    let time = note.time(by: query.timeKey) ?? note.date
    return query.times.allSatisfy { $0.holds(for: time) }
  }

  func allows(tags: [Tag]) -> Bool {
    allowsTags { wanted in tags.contains { $0.isWithin(wanted.tag) } }
  }

  /// Whether a note has the wanted tags, by the bytes of a `TagList`.
  func allows(tagList bytes: ArraySlice<UInt8>) -> Bool {
    let verdict = bytes.withUnsafeBufferPointer { bytes -> Bool? in
      // Text in ASCII is its own key. The last byte only separates tags.
      guard bytes.dropLast().allSatisfy({ $0 < 0x80 }) else { return nil }
      return allowsTags { TagList.hasTag(within: $0.key, in: bytes) }
    }
    return verdict ?? allows(tags: TagList.tags(in: bytes))
  }

  private func allowsTags(_ has: (WantedTag) -> Bool) -> Bool {
    tags.allSatisfy(has) && !excludedTags.contains(where: has)
      && (anyTags.isEmpty || anyTags.contains(where: has))
  }

  func allows(media: [MediaKind]) -> Bool {
    let kinds = Set(media)
    return (query.kinds.isEmpty || query.kinds.contains { $0.holds(for: kinds) })
      && !query.excludedKinds.contains { $0.holds(for: kinds) }
      && query.excludedMediaKinds.isDisjoint(with: kinds)
      && (query.hasMedia ?? !media.isEmpty) == !media.isEmpty
      && query.mediaKinds.isSubset(of: kinds)
  }

  func allows(_ frontMatter: FrontMatter?) -> Bool {
    query.properties.allSatisfy { $0.holds(for: frontMatter, folding: query.folding) }
  }

  /// All conditions, on a note that is sealed.
  ///
  /// - Parameter document: what is shown of it.
  func allows(sealed note: IndexedNote, _ document: NoteDocument) -> Bool {
    wanted.isEmpty && query.pattern == nil && allows(note) && allows(tags: [])
      && allows(media: []) && allows(document.frontMatter)
  }

  /// The conditions on text.
  func allowsText(in texts: NoteTexts, scratch: inout FoldingScratch) -> Bool {
    for text in wanted {
      guard texts.contain(text, &scratch) else { return false }
    }
    for text in excluded {
      if texts.contain(text, &scratch) { return false }
    }
    return true
  }

  /// The texts of a note that are searched.
  struct NoteTexts {
    var body: UnsafeBufferPointer<UInt8>
    var title: UnsafeBufferPointer<UInt8>
    /// A `TagList`.
    var tags: UnsafeBufferPointer<UInt8>
    /// The searchable part of the file name.
    var name: UnsafeBufferPointer<UInt8>
    /// An `AliasList`.
    var aliases: UnsafeBufferPointer<UInt8>

    /// Searches the body first, which is most of the text.
    fileprivate func contain(_ text: WantedText, _ scratch: inout FoldingScratch) -> Bool {
      text.isIn(body, &scratch)
        || text.matcher.contains(title, scratch: &scratch)
        || text.tagMatcher.contains(tags, scratch: &scratch)
        || text.matcher.contains(name, scratch: &scratch)
        || text.matcher.contains(aliases, scratch: &scratch)
    }
  }
}
