internal import VaultFormat

/// Makes addresses of the site; all of them begin with its prefix.
struct SiteAddress: Hashable, Sendable {
  /// Empty, or `/tl` without a slash at its end.
  let prefix: String
  /// There are addresses of smaller copies of pictures.
  var hasVariants = false

  /// - Parameter path: from its slash on.
  func address(_ path: String) -> String { prefix + path }

  func note(_ id: NoteID) -> String { "\(prefix)/n/\(NoteAddress.segment(of: id))" }

  /// Takes an operation back.
  func undo(_ operation: Int) -> String { address("\(PagePath.changes)/\(operation)/undo") }

  func timeline(_ address: TimelineAddress) -> String { prefix + address.text }

  func tag(_ tag: Tag) -> String {
    var address = TimelineAddress()
    address.filter.tags = [tag]
    return timeline(address)
  }
}

/// The paths of pages to which other pages lead, without the site's prefix.
enum PagePath {
  static let categories = "/categories"
  static let changes = "/changes"
  static let map = "/map"
  static let operations = "/api/v1/operations"
  static let order = "/order"
  static let people = "/people"
  static let places = "/places"
  static let search = "/search"
  static let since = "/since"
  static let statistics = "/stats"
  static let today = "/today"
}
