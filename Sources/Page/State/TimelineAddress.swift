internal import SystemCalls
internal import VaultFormat
internal import VaultIndex

/// Which part of which timeline a page shows; every state of a timeline has an address.
struct TimelineAddress: Hashable, Sendable {
  var filter = TimelineFilter()
  var start = Start.newest

  enum Start: Hashable, Sendable {
    case newest
    /// The newest note of that month, or the first one before it.
    case month(CalendarMonth)
    case day(CalendarDay)
    /// The notes that are older than that of the cursor.
    case before(TimelineCursor)
    /// The notes that are newer.
    case after(TimelineCursor)
  }

  init(_ filter: TimelineFilter = TimelineFilter(), start: Start = .newest) {
    (self.filter, self.start) = (filter, start)
  }

  /// Reads `t` (tags, separated by commas), `q`, `kind`, `fav`, `about` (a name of a person), `place`, `c` (a category, as often as
  /// there are some), `since`, `until`, and one of `at`, `before` and `after`; values that it cannot read count as absent, since
  /// people change addresses by hand.
  init(_ fields: FormFields, period: TimelineFilter.Period? = nil) {
    func text(_ name: String) -> String? {
      fields[name].map(\.trimmingBlanks).flatMap { $0.isEmpty ? nil : $0 }
    }
    filter.text = text("q") ?? ""
    filter.tags = Tag.list(in: fields["t"] ?? "")
    filter.kind = fields["kind"].flatMap(NoteKind.init(rawValue:))
    filter.isFavorite = fields["fav"] == "1"
    filter.about = text("about")
    filter.place = text("place")
    filter.categories = fields.all("c").map(\.trimmingBlanks).filter { !$0.isEmpty }
    filter.since = fields["since"].flatMap(CalendarDay.init)
    filter.until = fields["until"].flatMap(CalendarDay.init)
    filter.period = period
    if let cursor = fields["before"].flatMap(TimelineCursor.init) {
      start = .before(cursor)
    } else if let cursor = fields["after"].flatMap(TimelineCursor.init) {
      start = .after(cursor)
    } else if let at = fields["at"] {
      if let month = CalendarMonth(at) {
        start = .month(month)
      } else if let day = CalendarDay(at) {
        start = .day(day)
      } else if let month = CalendarMonth("\(at)-12") {
        // A year begins with its newest note.
        start = .month(month)
      }
    }
  }

  /// The address, from its first slash on, without the site's prefix.
  var text: String { text(at: filter.period?.path ?? "/") }

  /// - Parameter path: of the page that shows it.
  func text(at path: String) -> String {
    var fields = filter.fields
    switch start {
    case .newest: break
    case .month(let month): fields.append(("at", month.description))
    case .day(let day): fields.append(("at", day.description))
    case .before(let cursor): fields.append(("before", cursor.text))
    case .after(let cursor): fields.append(("after", cursor.text))
    }
    let query = fields.map { "\($0)=\(PercentEncoding.encoded($1.utf8))" }.joined(separator: "&")
    return query.isEmpty ? path : "\(path)?\(query)"
  }

  /// The same timeline from another place on.
  func starting(_ start: Start) -> TimelineAddress { TimelineAddress(filter, start: start) }

  /// The timeline from its newest note on, with another filter.
  func changing(_ change: (inout TimelineFilter) -> Void) -> TimelineAddress {
    var filter = filter
    change(&filter)
    return TimelineAddress(filter)
  }
}

extension String {
  /// The address with a further field.
  func adding(field: String) -> String { self + (contains("?") ? "&" : "?") + field }

  var trimmingBlanks: String {
    let start = drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...last])
  }
}

/// What a timeline shows: words, tags, a kind, favourites, a person, a place, one of some categories, days and a period, all of
/// which must hold.
struct TimelineFilter: Hashable, Sendable {
  /// A query of docs/cli-reference.md, "Queries".
  var text = ""
  var tags: [Tag] = []
  var kind: NoteKind?
  var isFavorite = false
  /// A name of the person whom the key `people` names.
  var about: String?
  /// A part of the name of a place.
  var place: String?
  /// Names of the key `category`, of which a note has one.
  var categories: [String] = []
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
    if let place { fields.append(("place", place)) }
    fields += categories.map { ("c", $0) }
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
    if let place { try parser.read(prefix: "place", place, into: &query) }
    if !categories.isEmpty { query.properties.append(try oneOfCategories(parser)) }
    if let since { query.times.append(.since(try parser.date(since.description))) }
    if let until { query.times.append(.until(try parser.date(until.description))) }
    if let period { query.times.append(.on(try parser.date(period.dateExpression))) }
    try parser.check(query)
    return query
  }

  /// Any spelling of any of the categories.
  private func oneOfCategories(
    _ parser: QueryParser
  ) throws(QueryParser.Failure) -> PropertyCondition {
    var spellings: [String] = []
    for category in categories {
      var query = NoteQuery()
      try parser.read(prefix: KnownKey.category.name, category, into: &query)
      for condition in query.properties {
        if case .isOne(let names) = condition.comparison { spellings += names }
      }
    }
    return PropertyCondition(KnownKey.category.name, .isOne(of: spellings))
  }
}

extension TimelineFilter.Period {
  /// As docs/cli-reference.md writes it.
  var dateExpression: String {
    switch self {
    case .day(let day): day.description
    case .month(let month): month.description
    // Four digits.
    case .year(let year): String(repeating: "0", count: max(4 - "\(year)".count, 0)) + "\(year)"
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
}

/// A place in the timeline: that of a note, by its time and id.
///
/// Never an offset, which repeats or skips notes when others arrive. Never a path: where the note is gone, its time
/// still says where to go on.
struct TimelineCursor: Hashable, Sendable {
  /// Seconds since 1970-01-01T00:00:00Z.
  var seconds: Int64
  var id: NoteID

  var text: String { "\(seconds).\(NoteAddress.segment(of: id))" }
}

extension TimelineCursor {
  /// `1732100000.ID`, with the id as `NoteAddress` writes it.
  init?(_ text: String) {
    guard let dot = text.firstIndex(of: "."), let seconds = Int64(text[..<dot]),
      let id = NoteAddress.id(in: String(text[text.index(after: dot)...])).flatMap({ NoteID($0) })
    else { return nil }
    self.init(seconds: seconds, id: id)
  }
}
