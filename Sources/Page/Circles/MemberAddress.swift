internal import Media
internal import VaultFormat

/// The addresses of the members' pages, all below `/shared`.
///
/// Notes have the ids under which they leave, media the names: no path of the vault is in an address.
struct MemberAddress: Hashable, Sendable {
  static let root = MemberStore.root

  private let site: String
  private let prefix: String

  /// - Parameter root: another one where the owner sees what a circle sees.
  init(_ site: SiteAddress, root: String = Self.root) {
    self.site = site.prefix
    prefix = site.prefix + root
  }

  /// Whether an address, without the prefix of the site, is one of these.
  static func has(_ path: String) -> Bool { path == root || path.hasPrefix(root + "/") }

  var home: String { prefix + "/" }
  var search: String { prefix + "/search" }
  var leave: String { prefix + "/leave" }

  /// - Parameter start: how many notes that were found come before.
  func search(for text: String, after start: Int = 0) -> String {
    "\(search)?q=\(PercentEncoding.encoded(text.utf8))" + (start > 0 ? "&after=\(start)" : "")
  }

  /// - Parameter start: how many notes of the month come before.
  func month(_ month: CalendarMonth, after start: Int = 0) -> String {
    "\(prefix)/m/\(month)" + (start > 0 ? "?after=\(start)" : "")
  }

  func note(_ id: String) -> String { "\(prefix)/n/\(id)" }
  func comments(on id: String) -> String { note(id) + "#talk" }

  func remark(_ comment: NoteID, on id: String) -> String {
    "\(note(id))/comment/\(NoteAddress.segment(of: comment))"
  }

  /// Of the page of a photo.
  func photo(_ name: String, of id: String) -> String { "\(note(id))/photo/\(name)" }
  func medium(_ name: String, of id: String) -> String { "\(note(id))/media/\(name)" }

  func picture(_ name: String, _ edge: VariantEdge, of id: String) -> String {
    "\(note(id))/picture/\(edge.rawValue)/\(name)"
  }

  func join(_ secret: String) -> String { "\(site)\(MemberStore.path(of: secret))" }
}
