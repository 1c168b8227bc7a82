internal import VaultFormat
internal import VaultIndex

/// What a timeline shows: words, tags, a kind, favourites, a person, a category, days and a period, all of which must hold.
struct TimelineFilter: Hashable, Sendable {
  /// A query of docs/cli-reference.md, "Queries".
  var text = ""
  var tags: [Tag] = []
  var kind: NoteKind?
  var isFavorite = false
  /// A name of the person whom the key `people` names.
  var about: String?
  /// A name of the key `category`.
  var category: String?
  /// The first day.
  var since: CalendarDay?
  /// The last day.
  var until: CalendarDay?
  var period: Period?

  /// A day, month or year of the notes' own local time.
  enum Period: Hashable, Sendable {
    case day(CalendarDay)
    case month(CalendarMonth)
    case year(Int)
  }

  var isEmpty: Bool { self == TimelineFilter() }

  /// The fields of an address or a form that stand for it, without the period.
  var fields: [(name: String, value: String)] {
    var fields: [(name: String, value: String)] = []
    if !text.isEmpty { fields.append(("q", text)) }
    if !tags.isEmpty { fields.append(("t", tags.map(\.text).joined(separator: ","))) }
    if let kind { fields.append(("kind", kind.rawValue)) }
    if isFavorite { fields.append(("fav", "1")) }
    if let about { fields.append(("about", about)) }
    if let category { fields.append(("c", category)) }
    if let since { fields.append(("since", since.description)) }
    if let until { fields.append(("until", until.description)) }
    return fields
  }

  /// - Throws: if the text is no query.
  func query(_ parser: QueryParser) throws(QueryParser.Failure) -> NoteQuery {
    var query = NoteQuery()
    try parser.read(text, into: &query)
    query.tags += tags
    if let kind { query.kinds.insert(kind) }
    if isFavorite { query.properties.append(.isTrue(KnownKey.favorite.name)) }
    if let about { try parser.read(prefix: "people", about, into: &query) }
    if let category { try parser.read(prefix: "category", category, into: &query) }
    if let since { query.times.append(.since(try parser.date(since.description))) }
    if let until { query.times.append(.until(try parser.date(until.description))) }
    if let period { query.times.append(.on(try parser.date(period.dateExpression))) }
    try parser.check(query)
    return query
  }
}

extension TimelineFilter.Period {
  /// As docs/cli-reference.md writes it.
  var dateExpression: String {
    switch self {
    case .day(let day): day.description
    case .month(let month): month.description
    case .year: yearText
    }
  }

  /// The address of its page.
  var path: String {
    switch self {
    case .day: "/d/\(dateExpression)"
    case .month: "/m/\(dateExpression)"
    case .year: "/y/\(dateExpression)"
    }
  }

  /// Four digits.
  private var yearText: String {
    guard case .year(let year) = self else { return "" }
    let digits = String(year)
    return String(repeating: "0", count: max(4 - digits.count, 0)) + digits
  }
}
