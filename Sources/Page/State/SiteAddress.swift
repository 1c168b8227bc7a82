internal import VaultFormat

/// Makes addresses of the site; all of them begin with its prefix.
struct SiteAddress: Hashable, Sendable {
  /// Empty, or `/tl` without a slash at its end.
  let prefix: String
  /// There are addresses of smaller copies of pictures.
  var hasVariants = false
  /// Nil without smaller copies.
  var looks: PictureLooks?

  /// - Parameter path: from its slash on.
  func address(_ path: String) -> String { prefix + path }

  func note(_ id: NoteID) -> String { "\(prefix)/n/\(NoteAddress.segment(of: id))" }

  /// Takes an operation back.
  func undo(_ operation: Int) -> String { address("\(PagePath.changes)/\(operation)/undo") }

  func timeline(_ address: TimelineAddress) -> String { prefix + address.text }

  /// The timeline of a filter, which is empty before the change.
  func timeline(_ change: (inout TimelineFilter) -> Void) -> String {
    timeline(TimelineAddress().changing(change))
  }

  func tag(_ tag: Tag) -> String { timeline { $0.tags = [tag] } }

  func category(_ name: String) -> String { timeline { $0.categories = [name] } }
}

/// The paths of pages to which other pages lead, without the site's prefix.
enum PagePath {
  static let books = "/books"
  static let categories = "/categories"
  static let circles = "/circles"
  static let changes = "/changes"
  static let map = "/map"
  static let me = "/me"
  static let operations = "/api/v1/operations"
  static let order = "/order"
  static let people = "/people"
  static let places = "/places"
  static let search = "/search"
  static let since = "/since"
  static let statistics = "/stats"
  static let syncUndo = "/status/undo"
  static let today = "/today"
}

/// The id of a note as one segment of an address.
///
/// An id is any text. One of `0-9`, `A-Z`, `a-z`, `.`, `_` and `-` stands as it is, unless a browser would take it for a
/// folder (`.`, `..`); any other as `~` and base64url (RFC 4648, 5) without padding.
enum NoteAddress {
  static func segment(of id: NoteID) -> String {
    let isPlain = id.text.utf8.allSatisfy(isPlain) && id.text != "." && id.text != ".."
    return isPlain ? id.text : "~" + Base64.urlEncoded(id.text.utf8)
  }

  /// The id, or its beginning; nil if the segment can be neither.
  static func id(in segment: String) -> String? {
    guard segment.utf8.first == UInt8(ascii: "~") else { return segment.isEmpty ? nil : segment }
    return Base64.urlDecoded(segment.dropFirst()).flatMap { String(validating: $0, as: UTF8.self) }
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    byte.isASCIIDigit || byte.isASCIILetter || "._-".utf8.contains(byte)
  }
}
