internal import VaultFormat

/// The tags of a note as bytes: each tag's text followed by a separator.
///
/// The separator is a line feed, or a byte that UTF-8 does not use if a tag contains a line feed. The last byte shows
/// which.
struct TagList {
  private(set) var bytes: [UInt8] = []

  var tags: [Tag] { Self.tags(in: bytes[...]) }

  /// The tags of a list in this form.
  static func tags(in bytes: ArraySlice<UInt8>) -> [Tag] {
    var tags: [Tag] = []
    forEachText(in: bytes) { text in
      if let tag = Tag(String(decoding: text, as: UTF8.self)) { tags.append(tag) }
    }
    return tags
  }

  /// Calls `body` with the text of each tag of a list in this form.
  ///
  /// Allocates nothing.
  static func forEachText(
    in bytes: ArraySlice<UInt8>, _ body: (ArraySlice<UInt8>) -> Void
  ) {
    guard let separator = bytes.last else { return }
    var rest = bytes
    while let end = rest.firstIndex(of: separator) {
      body(rest[..<end])
      rest = rest[(end + 1)...]
    }
  }

  /// Whether one of the texts is the key of a tag, or of a tag nested in it.
  ///
  /// - Parameter bytes: a list in this form, whose texts are the keys of their tags.
  static func hasTag(within key: [UInt8], in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let separator = bytes.last else { return false }
    var start = 0
    for end in bytes.indices where bytes[end] == separator {
      let text = bytes[start..<end]
      start = end + 1
      guard text.count >= key.count, text.starts(with: key) else { continue }
      if text.count == key.count || text[text.startIndex + key.count] == UInt8(ascii: "/") {
        return true
      }
    }
    return false
  }

  mutating func clear() {
    // Checked first, since removing nothing costs as much as removing many.
    if !bytes.isEmpty { bytes.removeAll(keepingCapacity: true) }
  }

  mutating func set(_ tags: [Tag]) {
    clear()
    let hasLines = tags.contains { $0.text.utf8.contains(Self.lineFeed) }
    for tag in tags { append(tag.text.utf8, separator: hasLines ? 0xFF : Self.lineFeed) }
  }

  private static let lineFeed = UInt8(ascii: "\n")

  /// Reads the tags in plain front matter.
  mutating func read(
    _ head: NoteHead, _ plain: PlainFrontMatter, of note: UnsafeBufferPointer<UInt8>
  ) {
    clear()
    guard let index = head.tagsField else { return }
    let field = plain.fields[index]
    switch field.shape {
    case .empty: break
    case .scalar: set(Tag.list(in: String(decoding: note[field.text], as: UTF8.self)))
    case .list:
      let items = plain.items[field.items]
      if Self.areNormal(items, in: note) {
        for item in items { append(note[item.text], separator: Self.lineFeed) }
      } else {
        let read = items.compactMap { Tag(String(decoding: note[$0.text], as: UTF8.self)) }
        set(Tag.unique(read))
      }
    }
  }

  private mutating func append(_ text: some Sequence<UInt8>, separator: UInt8) {
    bytes.append(contentsOf: text)
    bytes.append(separator)
  }

  /// Whether normalising changes nothing, as in nearly every note: lower-case ASCII without `#` or surrounding blanks,
  /// and no duplicates.
  private static func areNormal(
    _ items: ArraySlice<PlainFrontMatter.Item>, in note: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard items.count <= 32 else { return false }
    for (index, item) in items.enumerated() {
      let text = note[item.text]
      guard let first = text.first, let last = text.last else { return false }
      guard first != UInt8(ascii: "#"), !first.isBlank, !last.isBlank,
        text.allSatisfy({ $0 < 0x80 && $0 >= 0x20 && $0 &- 0x41 >= 26 })
      else { return false }
      for other in items.dropFirst(index + 1)
      where other.text.count == text.count && zip(note[other.text], text).allSatisfy(==) {
        return false
      }
    }
    return true
  }
}

/// The aliases of a note as bytes, each followed by a line feed.
struct AliasList {
  private(set) var bytes: [UInt8] = []

  mutating func clear() {
    if !bytes.isEmpty { bytes.removeAll(keepingCapacity: true) }
  }

  mutating func set(_ aliases: [String]) {
    clear()
    for alias in aliases { append(alias.utf8) }
  }

  /// Reads the aliases in plain front matter.
  mutating func read(
    _ plain: PlainFrontMatter, _ note: UnsafeBufferPointer<UInt8>, hasFrontMatter: Bool
  ) {
    clear()
    guard hasFrontMatter else { return }
    var found: (field: PlainFrontMatter.Field, rank: Int)?
    for field in plain.fields {
      guard let known = field.known, known.key == .aliases else { continue }
      if found.map({ known.rank <= $0.rank }) ?? true { found = (field, known.rank) }
    }
    guard let field = found?.field else { return }
    switch field.shape {
    case .empty: break
    case .scalar: append(note[field.text])
    case .list: for item in plain.items[field.items] { append(note[item.text]) }
    }
  }

  private mutating func append(_ name: some Sequence<UInt8>) {
    bytes.append(contentsOf: name)
    bytes.append(UInt8(ascii: "\n"))
  }
}
