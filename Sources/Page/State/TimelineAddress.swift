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
    self.filter = filter
    self.start = start
  }

  /// Reads `t` (tags, separated by commas), `q`, `kind`, `fav`, `about` (a name of a person), `c` (a category), `since`, `until`, and
  /// one of `at`, `before` and `after`; values that it cannot read count as absent, since people change addresses by hand.
  ///
  /// - Parameter fields: returns the value of a field, decoded.
  init(period: TimelineFilter.Period? = nil, fields: (String) -> String?) {
    filter.text = fields("q")?.trimmingBlanks ?? ""
    filter.tags = Tag.list(in: fields("t") ?? "")
    filter.kind = fields("kind").flatMap(NoteKind.init(rawValue:))
    filter.isFavorite = fields("fav") == "1"
    filter.about = fields("about")?.trimmingBlanks
    if filter.about?.isEmpty == true { filter.about = nil }
    filter.category = fields("c")?.trimmingBlanks
    if filter.category?.isEmpty == true { filter.category = nil }
    filter.since = fields("since").flatMap(CalendarDay.init)
    filter.until = fields("until").flatMap(CalendarDay.init)
    filter.period = period
    if let cursor = fields("before").flatMap(TimelineCursor.init) {
      start = .before(cursor)
    } else if let cursor = fields("after").flatMap(TimelineCursor.init) {
      start = .after(cursor)
    } else if let at = fields("at") {
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
  var trimmingBlanks: String {
    let start = drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...last])
  }
}
