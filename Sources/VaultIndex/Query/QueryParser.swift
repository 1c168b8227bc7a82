package import VaultFormat

/// Parses search queries: words, `"phrases"`, `-exclusions`, and prefixes such as `tag:`.
///
/// docs/cli-reference.md, "Queries". A word with a colon but no known prefix is text: `12:30`, `https://…`.
package struct QueryParser {
  private let now: Int64
  private let zone: TimeZoneRules
  private let resolver: any QueryResolver

  /// The reason why a query is invalid.
  package enum Failure: Error, Hashable {
    case date(DateExpressionError)
    case value(prefix: String, value: String, allowed: String)
    case emptyValue(prefix: String)
    /// Notes that do not fulfil it cannot be asked for.
    case notExcludable(prefix: String)
    /// It has more words and values than a query may have.
    case tooMany(limit: Int)
    /// A name means nothing, or several things.
    case unresolved(message: String, hints: [String])
  }

  /// - Parameter resolver: what is known of the names in a query.
  package init(
    now: Int64, zone: TimeZoneRules, resolver: any QueryResolver = PlainQueryResolver()
  ) {
    self.now = now
    self.zone = zone
    self.resolver = resolver
  }

  /// The most words and values of a query: each is looked for in every note.
  private static let limit = 64

  /// Throws if a query has more words and values than it may have, wherever they came from.
  package func check(_ query: NoteQuery) throws(Failure) {
    guard query.conditionCount <= Self.limit else { throw .tooMany(limit: Self.limit) }
  }

  /// Parses `text` and adds its conditions to `query`; a word that is repeated counts once.
  package func read(_ text: String, into query: inout NoteQuery) throws(Failure) {
    var seen: Set<QueryToken> = []
    let tokens = QueryToken.tokens(of: text).filter { seen.insert($0).inserted }
    guard tokens.count <= Self.limit else { throw .tooMany(limit: Self.limit) }
    for token in tokens {
      var part = NoteQuery()
      // It is two conditions, and whatever fails one of them would have to be found.
      if token.isExcluded, token.prefixAndValue?.prefix == "age" {
        throw .notExcludable(prefix: "age")
      }
      if try readPrefix(token, into: &part) {
        if token.isExcluded { query.exclude(part) } else { query.add(part) }
      } else if token.isExcluded {
        query.excludedTexts.append(token.text)
      } else {
        query.texts.append(token.text)
      }
    }
    try check(query)
  }

  /// Adds the condition of one prefix, whatever characters its value has.
  package func read(
    prefix: String, _ value: String, into query: inout NoteQuery
  ) throws(Failure) {
    var part = NoteQuery()
    if try read(prefix, value, into: &part) { query.add(part) }
  }

  package func date(_ text: String) throws(Failure) -> DateExpression {
    do {
      return try DateExpression(text, now: now, zone: zone)
    } catch {
      throw .date(error)
    }
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

  /// Adds the condition of a token with a prefix; false if the token is text.
  private func readPrefix(
    _ token: QueryToken, into query: inout NoteQuery
  ) throws(Failure) -> Bool {
    guard let (prefix, value) = token.prefixAndValue else { return false }
    return try read(prefix, value, into: &query)
  }

  private func read(
    _ prefix: String, _ value: String, into query: inout NoteQuery
  ) throws(Failure) -> Bool {
    switch prefix {
    case "tag": query.tags += try tags(value)
    case "since": query.times.append(.since(try date(value)))
    case "until": query.times.append(.until(try date(value)))
    case "on": query.times.append(.on(try date(value)))
    case "kind": try read(kind: value, into: &query)
    case "is": query.files = try files(value)
    case "has": try read(has: value, into: &query)
    case "pinned": query.isPinned = try bool(value, prefix)
    case "favorite", "publish", "anonymous":
      query.properties.append(.isTrue(prefix, isNegated: try !bool(value, prefix)))
    case "sealed":
      var condition = PropertyCondition(KnownKey.openAfter.name, .opensAfter(today))
      condition.isNegated = try !bool(value, prefix)
      query.properties.append(condition)
    case "milestone":
      guard let bool = Bool(lenient: value) else {
        return try readNamed(prefix, value, into: &query)
      }
      query.properties.append(PropertyCondition(prefix, bool ? .present : .absent))
    case "age":
      guard let (names, days) = try resolver.age(value) else {
        throw .value(prefix: prefix, value: value, allowed: "a person and ages: kaia 6m..12m")
      }
      query.properties.append(PropertyCondition(KnownKey.people.name, .isOne(of: names)))
      query.times.append(.on(DateExpression(days: days)))
    case "near":
      guard !value.isEmpty else { throw .emptyValue(prefix: prefix) }
      guard let circle = try resolver.circle(value) else {
        throw .value(prefix: prefix, value: value, allowed: "latitude and longitude: 48.86,2.34,5")
      }
      query.properties.append(PropertyCondition(KnownKey.coordinates.name, .within(circle)))
    case "place":
      guard !value.isEmpty else { throw .emptyValue(prefix: prefix) }
      query.properties.append(PropertyCondition(prefix, .contains(value)))
    case "category", "people", "person", "author", "weather", "prompt", "tracker":
      return try readNamed(prefix, value, into: &query)
    default: return false
    }
    return true
  }

  /// The condition on a key whose value is a name, under any of its spellings.
  private func readNamed(
    _ prefix: String, _ value: String, into query: inout NoteQuery
  ) throws(Failure) -> Bool {
    guard !value.isEmpty else { throw .emptyValue(prefix: prefix) }
    guard let key = KnownKey.named(prefix == "person" ? "people" : prefix)?.key else {
      return false
    }
    let spellings = try resolver.spellings(of: value, for: key)
    query.properties.append(PropertyCondition(key.name, .isOne(of: spellings)))
    return true
  }

  /// A kind of media, or `milestone` and `memory`: notes with and without that key.
  package func read(kind value: String, into query: inout NoteQuery) throws(Failure) {
    switch value.lowercased() {
    case "milestone":
      query.properties.append(PropertyCondition(KnownKey.milestone.name, .present))
    case "memory":
      query.properties.append(PropertyCondition(KnownKey.milestone.name, .absent))
    case let word:
      guard let kind = NoteKind(rawValue: word) else {
        let allowed = NoteKind.allCases.map(\.rawValue) + ["milestone", "memory"]
        throw .value(prefix: "kind", value: value, allowed: allowed.joined(separator: ", "))
      }
      query.kinds.insert(kind)
    }
  }

  /// `media`, a kind of media, or a key of the front matter.
  private func read(has value: String, into query: inout NoteQuery) throws(Failure) {
    guard !value.isEmpty else { throw .emptyValue(prefix: "has") }
    if value == "media" {
      query.hasMedia = true
    } else if let kind = MediaKind(rawValue: value) {
      query.mediaKinds.insert(kind)
    } else {
      query.properties.append(PropertyCondition(value, .present))
    }
  }

  private func bool(_ value: String, _ prefix: String) throws(Failure) -> Bool {
    guard let bool = Bool(lenient: value) else {
      throw .value(prefix: prefix, value: value, allowed: "yes, no")
    }
    return bool
  }

  private var today: CalendarDay { NoteTime(instant: now, zone: zone).day }

  /// One tag, or several separated by commas.
  private func tags(_ value: String) throws(Failure) -> [Tag] {
    let tags = Tag.list(in: value)
    guard !tags.isEmpty else { throw .emptyValue(prefix: "tag") }
    return tags
  }
}

/// A word or phrase of a query.
struct QueryToken: Hashable {
  var text = ""
  var isExcluded = false
  /// The offset of the first quote in `text`, after which a colon is text.
  private(set) var quoteStart: Int?

  /// Splits at white space outside double quotes.
  ///
  /// An unclosed quote runs to the end; a word of only `-` is text.
  static func tokens(of text: String) -> [QueryToken] {
    var tokens: [QueryToken] = []
    var current: QueryToken?
    var isQuoted = false
    for scalar in text.unicodeScalars {
      if scalar == "\"" {
        var token = current ?? QueryToken()
        token.quoteStart = token.quoteStart ?? token.text.utf8.count
        current = token
        isQuoted.toggle()
      } else if !isQuoted, scalar.properties.isWhitespace {
        if let current { tokens.append(current) }
        current = nil
      } else if !isQuoted, scalar == "-", current == nil {
        current = QueryToken(isExcluded: true)
      } else {
        var token = current ?? QueryToken()
        token.text.unicodeScalars.append(scalar)
        current = token
      }
    }
    if let current { tokens.append(current) }
    return tokens.compactMap { token in
      if token.isExcluded, token.quoteStart == nil,
        token.text.utf8.allSatisfy({ $0 == UInt8(ascii: "-") })
      {
        return QueryToken(text: "-" + token.text)
      }
      return token.text.isEmpty ? nil : token
    }
  }

  /// The text before and after the first colon; nil if there is none, or it is quoted.
  var prefixAndValue: (prefix: String, value: String)? {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let prefix = String(text[..<colon])
    if let quoteStart, quoteStart <= prefix.utf8.count { return nil }
    return (prefix, String(text[text.utf8.index(after: colon)...]))
  }
}
