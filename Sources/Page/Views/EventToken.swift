internal import Journal
internal import VaultFormat

/// What was done with an event on the page a moment ago, and can be taken back; the id is that of the tracker.
enum EventToken: Hashable, Sendable {
  case logged(EventReference, NoteID)
  /// With its line, which can be added again.
  case removed([UInt8], NoteID)

  private static let (logged, removed) = ("logged-", "unlogged-")
  /// A longer line is not put into an address: it is in the history of the vault.
  private static let limit = 1_500

  /// What an address has in its field `done`; nil for a line that is too long.
  var done: String? {
    switch self {
    case .logged(let event, let tracker):
      "\(Self.logged)\(event.text)-\(NoteAddress.segment(of: tracker))"
    case .removed(let line, _) where line.count > Self.limit: nil
    case .removed(let line, let tracker):
      "\(Self.removed)\(Base64.urlEncoded(line)).\(NoteAddress.segment(of: tracker))"
    }
  }

  /// Nil for a field `done` that says something else.
  init?(of field: String) {
    let isLogged = field.hasPrefix(Self.logged)
    guard isLogged || field.hasPrefix(Self.removed) else { return nil }
    let done = field.dropFirst(isLogged ? Self.logged.count : Self.removed.count)
    // The time of an event before 1970 begins with a minus, and an id may have some.
    guard let dot = done.firstIndex(of: "."),
      let end = isLogged ? done[dot...].firstIndex(of: "-") : dot,
      let id = NoteAddress.id(in: String(done[done.index(after: end)...])).flatMap({ NoteID($0) })
    else { return nil }
    if isLogged {
      guard let event = EventReference(String(done[..<end])) else { return nil }
      self = .logged(event, id)
    } else {
      guard let line = Base64.urlDecoded(done[..<end]) else { return nil }
      self = .removed(line, id)
    }
  }

  /// Of one that was logged.
  var event: EventReference? { if case .logged(let event, _) = self { event } else { nil } }

  func undoAddress(in site: SiteAddress) -> String {
    switch self {
    case .logged(let event, let tracker):
      site.address("/since/\(NoteAddress.segment(of: tracker))/undo/\(event.text)")
    case .removed(let line, let tracker):
      site.address("/since/\(NoteAddress.segment(of: tracker))/restore/\(Base64.urlEncoded(line))")
    }
  }
}
