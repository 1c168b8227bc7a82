package import VaultFormat

/// A condition on a key of the front matter, known or not.
package struct PropertyCondition: Hashable, Sendable {
  package var key: String
  package var comparison: Comparison
  /// Whether the comparison must not hold.
  package var isNegated = false

  package enum Comparison: Hashable, Sendable {
    /// The key exists and is neither empty nor null.
    case present
    /// The key is missing, empty or null.
    case absent
    /// The value, or one item of a list, is this text.
    case equals(String)
    /// The value, or one item of a list, is one of these texts; a wiki link is the name of its file.
    case isOne(of: [String])
    /// The value, or one item of a list, contains this text.
    case contains(String)
    /// The value is a word for true.
    case isTrue
    /// The value is a day after this one.
    case opensAfter(CalendarDay)
    /// The position of the note, in whatever keys, is in the circle.
    case within(CoordinateCircle)
  }

  package init(_ key: String, _ comparison: Comparison) {
    self.key = key
    self.comparison = comparison
  }

  package static func isTrue(_ key: String, isNegated: Bool = false) -> PropertyCondition {
    var condition = PropertyCondition(key, .isTrue)
    condition.isNegated = isNegated
    return condition
  }

  package var negated: PropertyCondition {
    var condition = self
    condition.isNegated.toggle()
    return condition
  }

  /// Whether the front matter fulfils the condition; compares folded texts.
  func holds(for frontMatter: FrontMatter?, folding: FoldingOptions) -> Bool {
    if case .within(let circle) = comparison {
      let position = (try? frontMatter?.readCoordinates()) ?? nil
      return (position.flatMap(circle.distance) != nil) != isNegated
    }
    return compares(frontMatter.map(values) ?? [], folding) != isNegated
  }

  /// The names of keys without all of which no front matter fulfils the condition; nil if it may hold without any.
  var neededKeys: [String]? {
    guard !isNegated, comparison != .absent else { return nil }
    if case .within = comparison { return KnownKey.coordinates.names + KnownKey.latitude.names }
    guard let known = KnownKey.named(key)?.key else { return [key] }
    return known.names + (known == .place ? KnownKey.locality.names : [])
  }

  private func compares(_ values: [YAMLNode], _ folding: FoldingOptions) -> Bool {
    let texts = values.compactMap(\.text)
    func isOne(of wanted: [String], _ read: (String) -> String) -> Bool {
      let folded = wanted.map { Array(folding.fold($0).utf8) }
      return texts.contains { folded.contains(Array(folding.fold(read($0)).utf8)) }
    }
    switch comparison {
    case .present: return !values.allSatisfy(\.isNull)
    case .absent: return values.allSatisfy(\.isNull)
    case .equals(let wanted): return isOne(of: [wanted]) { $0 }
    case .isOne(let wanted): return isOne(of: wanted, PageReference.name)
    case .contains(let wanted):
      let matcher = TextMatcher(wanted, options: folding)
      var scratch = FoldingScratch()
      return texts.contains { text in
        Array(text.utf8).withUnsafeBufferPointer { matcher.contains($0, scratch: &scratch) }
      }
    case .isTrue: return texts.contains { Bool(lenient: $0) == true }
    case .within: return false
    case .opensAfter(let day):
      return texts.contains { text in NoteTime(text, zone: .utc).map { $0.day > day } ?? false }
    }
  }

  /// The value of the key, or the values in its list or map.
  ///
  /// Finds a known key under its other names too; `place` includes `locality`.
  private func values(in frontMatter: FrontMatter) -> [YAMLNode] {
    var fields = [frontMatter.field(named: key)]
    if let known = KnownKey.named(key)?.key {
      fields = [frontMatter.field(of: known)]
      if known == .place { fields.append(frontMatter.field(of: .locality)) }
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

/// The regular expression is invalid.
package struct PatternError: Error, Hashable {
  package var pattern: String
  /// The error message of the library.
  package var reason: String
}

/// A regular expression for the text of notes, in the syntax of Swift's `Regex`; `^` and `$` match at lines.
///
/// Each thread compiles its own, since a compiled `Regex` cannot be shared.
struct PatternMatcher {
  private let regex: Regex<AnyRegexOutput>

  init(_ pattern: String, ignoresCase: Bool) throws(PatternError) {
    do {
      regex = try Regex(pattern).anchorsMatchLineEndings().ignoresCase(ignoresCase)
    } catch {
      throw PatternError(pattern: pattern, reason: "\(error)")
    }
  }

  func matches(_ text: String) -> Bool { text.firstMatch(of: regex) != nil }
}
