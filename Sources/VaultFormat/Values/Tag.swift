/// A tag in the form in which tl stores and compares it.
///
/// docs/vault-format.md, part T: trimmed, without leading `#`, full Unicode lower case. Two tags are equal if their NFC
/// forms are.
package struct Tag: Hashable, Sendable {
  /// The tag in lower case, without `#`.
  package let text: String

  /// Nil if nothing is left of `raw` after trimming.
  package init?(_ raw: some StringProtocol) {
    // Most are in their form already.
    if let first = raw.utf8.first, first != UInt8(ascii: "#"),
      raw.utf8.allSatisfy({ 0x21..<0x7F ~= $0 && !(0x41...0x5A ~= $0) })
    {
      text = String(raw)
      return
    }
    func isEdge(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace }
    var scalars = raw.unicodeScalars[...]
    scalars = scalars.drop { isEdge($0) || $0 == "#" }
    while let last = scalars.last, isEdge(last) { scalars.removeLast() }
    guard !scalars.isEmpty else { return nil }
    text = String(String.UnicodeScalarView(scalars)).lowercased()
  }

  /// The comparison key, which equal tags share.
  package var key: String { Normalization.nfc(text) }

  package static func == (a: Tag, b: Tag) -> Bool { a.key.utf8.elementsEqual(b.key.utf8) }

  package func hash(into hasher: inout Hasher) { hasher.combine(key) }

  /// The tags in which it is nested, the outermost first, then the tag itself: `a` and `a/b`; eight at most.
  package var path: [Tag] {
    let ends = text.indices.filter { text[$0] == "/" }.prefix(7)
    return Tag.unique(ends.compactMap { Tag(text[..<$0]) } + [self])
  }

  /// Whether this is `other` or a tag nested in it: `a/b` is within `a`.
  package func isWithin(_ other: Tag) -> Bool {
    self == other || key.utf8.starts(with: (other.key + "/").utf8)
  }

  /// The tags in one string: split at commas, or at blanks if every word begins with `#`.
  package static func list(in text: some StringProtocol) -> [Tag] {
    let words = text.split(whereSeparator: \.isWhitespace)
    if words.count > 1, !text.contains(","), words.allSatisfy({ $0.hasPrefix("#") }) {
      return unique(words.compactMap { Tag($0) })
    }
    return unique(text.split(separator: ",").compactMap { Tag($0) })
  }

  /// Removes duplicates; keeps the first of each.
  package static func unique(_ tags: [Tag]) -> [Tag] {
    var seen: Set<Tag> = []
    return tags.filter { seen.insert($0).inserted }
  }
}

extension Tag: Comparable {
  package static func < (a: Tag, b: Tag) -> Bool {
    a.key.utf8.lexicographicallyPrecedes(b.key.utf8)
  }
}
