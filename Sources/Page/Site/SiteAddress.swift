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

  func timeline(_ address: TimelineAddress) -> String { prefix + address.text }

  func tag(_ tag: Tag) -> String {
    var address = TimelineAddress()
    address.filter.tags = [tag]
    return timeline(address)
  }
}
