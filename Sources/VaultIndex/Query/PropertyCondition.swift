internal import VaultFormat

/// A condition on a key of the front matter, known or not.
package struct PropertyCondition: Hashable, Sendable {
  package var key: String
  package var comparison: Comparison

  package enum Comparison: Hashable, Sendable {
    /// The key exists and is neither empty nor null.
    case present
    /// The key is missing, empty or null.
    case absent
    /// The value, or one item of a list, is this text.
    case equals(String)
    /// The value, or one item of a list, contains this text.
    case contains(String)
  }

  package init(_ key: String, _ comparison: Comparison) {
    self.key = key
    self.comparison = comparison
  }

  /// Whether the front matter fulfils the condition; compares folded texts.
  func holds(for frontMatter: FrontMatter?, folding: FoldingOptions) -> Bool {
    let values = frontMatter.map(values) ?? []
    let texts = values.compactMap(\.text)
    switch comparison {
    case .present: return !values.allSatisfy(\.isNull)
    case .absent: return values.allSatisfy(\.isNull)
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

  /// The value of the key, or the values in its list or map.
  ///
  /// Finds a known key under its other names too; `place` includes `locality`.
  private func values(in frontMatter: FrontMatter) -> [YAMLNode] {
    var fields = [frontMatter.field(named: key)]
    if let known = KnownKey.named(key)?.key {
      fields = [frontMatter.knownFields[known]]
      if known == .place { fields.append(frontMatter.knownFields[.locality]) }
    }
    return fields.compactMap { $0 }.flatMap { field -> [YAMLNode] in
      switch field.value.content {
      case .scalar: [field.value]
      case .sequence(let items, _): items
      case .mapping(let entries, _): entries.map(\.value)
      }
    }
  }
}
