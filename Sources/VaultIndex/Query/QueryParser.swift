package import VaultFormat

/// Parses search queries: words, `"phrases"`, `-exclusions`, and prefixes such as `tag:`.
///
/// docs/cli-reference.md, "Queries". A word with a colon but no known prefix is text: `12:30`, `https://…`.
package struct QueryParser: Sendable {
  private let now: Int64
  private let zone: TimeZoneRules

  /// The reason why a query is invalid.
  package enum Failure: Error, Hashable {
    case date(DateExpressionError)
    case value(prefix: String, value: String, allowed: String)
    case emptyValue(prefix: String)
  }

  package init(now: Int64, zone: TimeZoneRules) {
    self.now = now
    self.zone = zone
  }

  /// Parses `text` and adds its conditions to `query`.
  package func read(_ text: String, into query: inout NoteQuery) throws(Failure) {
    for token in QueryToken.tokens(of: text) {
      if token.isExcluded {
        try exclude(token, from: &query)
      } else if try !readPrefix(token, into: &query) {
        query.texts.append(token.text)
      }
    }
  }

  package func date(_ text: String) throws(Failure) -> DateExpression {
    do {
      return try DateExpression(text, now: now, zone: zone)
    } catch {
      throw .date(error)
    }
  }

  package func kind(_ value: String) throws(Failure) -> NoteKind {
    if let kind = NoteKind(rawValue: value.lowercased()) { return kind }
    let allowed = NoteKind.allCases.map(\.rawValue).joined(separator: ", ")
    throw .value(prefix: "kind", value: value, allowed: allowed)
  }

  /// What `is:` names: `note`, a kind of page, or `any` of these.
  package func files(_ value: String) throws(Failure) -> Set<PageKind?> {
    switch value.lowercased() {
    case "any": return Set([nil] + PageKind.allCases.map(Optional.some))
    case "note": return [nil]
    case let word:
      if let kind = PageKind(rawValue: word) { return [kind] }
      throw .value(prefix: "is", value: value, allowed: Self.fileWords.joined(separator: ", "))
    }
  }

  /// The values of `is:`.
  package static let fileWords = ["note"] + PageKind.allCases.map(\.rawValue) + ["any"]

  private func exclude(_ token: QueryToken, from query: inout NoteQuery) throws(Failure) {
    if let (prefix, value) = token.prefixAndValue, prefix == "tag" {
      query.excludedTags += try tags(value)
    } else {
      query.excludedTexts.append(token.text)
    }
  }

  /// Adds the condition of a token with a prefix; false if the token is text.
  private func readPrefix(
    _ token: QueryToken, into query: inout NoteQuery
  ) throws(Failure) -> Bool {
    guard let (prefix, value) = token.prefixAndValue else { return false }
    switch prefix {
    case "tag": query.tags += try tags(value)
    case "since": query.times.append(.since(try date(value)))
    case "until": query.times.append(.until(try date(value)))
    case "on": query.times.append(.on(try date(value)))
    case "kind": query.kinds.insert(try kind(value))
    case "is": query.files = (query.files ?? []).union(try files(value))
    case "pinned":
      guard let bool = Bool(lenient: value) else {
        throw .value(prefix: prefix, value: value, allowed: "yes, no")
      }
      query.isPinned = bool
    case "category", "people", "place":
      guard !value.isEmpty else { throw .emptyValue(prefix: prefix) }
      let comparison: PropertyCondition.Comparison =
        prefix == "place" ? .contains(value) : .equals(value)
      query.properties.append(PropertyCondition(prefix, comparison))
    default: return false
    }
    return true
  }

  /// One tag, or several separated by commas.
  private func tags(_ value: String) throws(Failure) -> [Tag] {
    let tags = Tag.list(in: value)
    guard !tags.isEmpty else { throw .emptyValue(prefix: "tag") }
    return tags
  }
}
