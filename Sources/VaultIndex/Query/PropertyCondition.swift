internal import VaultFormat

/// A condition on a key of the front matter, also one that tl does not know.
package struct PropertyCondition: Hashable, Sendable {
  package var key: String
  package var comparison: Comparison

  package enum Comparison: Hashable, Sendable {
    /// The key is there and is not empty.
    case present
    /// The key is missing or empty.
    case absent
    /// The value, or one item of a list, is this text.
    case equals(String)
    /// The value, or one item of a list, has this text in it.
    case contains(String)
  }

  package init(_ key: String, _ comparison: Comparison) {
    self.key = key
    self.comparison = comparison
  }

  /// Whether the front matter fulfils the condition; texts compare folded.
  func holds(for frontMatter: FrontMatter?, folding: FoldingOptions) -> Bool {
    let texts = frontMatter.map(values) ?? []
    switch comparison {
    case .present: return texts.contains { !$0.isEmpty }
    case .absent: return !texts.contains { !$0.isEmpty }
    case .equals(let wanted):
      let folded = folding.fold(wanted)
      return texts.contains { folding.fold($0).utf8.elementsEqual(folded.utf8) }
    case .contains(let wanted):
      let matcher = TextMatcher(wanted, options: folding)
      var scratch = FoldingScratch()
      return texts.contains { text in
        Array(text.utf8).withUnsafeBufferPointer { matcher.contains($0, scratch: &scratch) }
      }
    }
  }

  /// The texts of the key's value. A known key is found under its other names too, a place also by its
  /// locality.
  private func values(in frontMatter: FrontMatter) -> [String] {
    var fields = [frontMatter.field(named: key)]
    if let known = KnownKey.named(key)?.key {
      fields = [frontMatter.knownFields[known]]
      if known == .place { fields.append(frontMatter.knownFields[.locality]) }
    }
    return fields.compactMap { $0 }.flatMap { field -> [String] in
      switch field.value.content {
      case .scalar(let text, _): [text]
      case .sequence(let items, _): items.compactMap(\.text)
      case .mapping(let entries, _): entries.compactMap(\.value.text)
      }
    }
  }
}
