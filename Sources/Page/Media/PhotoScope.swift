internal import VaultFormat
internal import VaultIndex

/// Among which photos the viewer goes on: the field `in` of its address.
enum PhotoScope: Hashable, Sendable {
  /// Those of the photo's note: `note`, or no field.
  case note
  /// Those of the notes of its month: `month`.
  case month
  /// Those of the notes with a tag: `tag:x`.
  case tag(Tag)
  /// Those of the grid `/photos` with the filter that the other fields say: `photos`.
  case grid(TimelineFilter)

  /// - Parameter fields: returns the value of a field, decoded; one that cannot be read counts as absent.
  init(fields: (String) -> String?) {
    switch fields("in") {
    case "month": self = .month
    case "photos": self = .grid(TimelineAddress(fields: fields).filter)
    case let text?:
      self = text.hasPrefix("tag:") ? Tag(text.dropFirst(4)).map(Self.tag) ?? .note : .note
    case nil: self = .note
    }
  }

  /// The query of an address, with its question mark; empty for the photo's note.
  var query: String {
    let fields: [(name: String, value: String)]
    switch self {
    case .note: return ""
    case .month: fields = [("in", "month")]
    case .tag(let tag): fields = [("in", "tag:\(tag.text)")]
    case .grid(let filter): fields = [("in", "photos")] + filter.fields
    }
    return "?" + fields.map { "\($0)=\(PercentEncoding.encoded($1.utf8))" }.joined(separator: "&")
  }

  /// What the notes of the photos match; nil for those of the photo's note alone.
  ///
  /// - Parameter day: of the photo's note.
  func filter(on day: CalendarDay) -> TimelineFilter? {
    switch self {
    case .note: nil
    case .month: TimelineFilter(period: .month(CalendarMonth(day)))
    case .tag(let tag): TimelineFilter(tags: [tag])
    case .grid(let filter): filter
    }
  }

  /// Where the viewer is closed to, without the site's prefix; nil for the photo's note.
  ///
  /// - Parameter day: of the photo's note.
  func path(on day: CalendarDay) -> String? {
    switch self {
    case .note: nil
    case .month, .tag: filter(on: day).map { TimelineAddress($0).text }
    case .grid(let filter): TimelineAddress(filter).text(at: "/photos")
    }
  }
}
