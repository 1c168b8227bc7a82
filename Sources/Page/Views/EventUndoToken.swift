internal import Journal
internal import VaultFormat

/// An event that was logged on the page a moment ago, and can be taken back.
struct EventUndoToken: Hashable, Sendable {
  let tracker: NoteID
  let event: EventReference

  private static let prefix = "logged-"

  /// What an address has in its field `done`.
  var done: String { "\(Self.prefix)\(event.text)-\(NoteAddress.segment(of: tracker))" }

  func undoAddress(in site: SiteAddress) -> String {
    site.address("/since/\(NoteAddress.segment(of: tracker))/undo/\(event.text)")
  }
}

extension EventUndoToken {
  /// Nil for a field `done` that says something else.
  init?(of field: String) {
    let done = field.dropFirst(Self.prefix.count)
    // The time of an event before 1970 begins with a minus, and an id may have some.
    guard field.hasPrefix(Self.prefix), let dot = done.firstIndex(of: "."),
      let end = done[dot...].firstIndex(of: "-"), let event = EventReference(String(done[..<end])),
      let id = NoteAddress.id(in: String(done[done.index(after: end)...])).flatMap({ NoteID($0) })
    else { return nil }
    self.init(tracker: id, event: event)
  }
}

/// An event that was removed on the page a moment ago: its line, which can be added again.
struct EventRestoreToken: Hashable, Sendable {
  let tracker: NoteID
  let line: [UInt8]

  /// A longer line is not put into an address: it is in the history of the vault.
  private static let limit = 1_500

  /// Nil for a line that is too long.
  init?(tracker: NoteID, line: [UInt8]) {
    guard line.count <= Self.limit else { return nil }
    (self.tracker, self.line) = (tracker, line)
  }

  /// Nil for a field `done` that says something else.
  init?(of field: String) {
    let done = field.dropFirst(Self.prefix.count)
    guard field.hasPrefix(Self.prefix), let dot = done.firstIndex(of: "."),
      let line = Base64.urlDecoded(done[..<dot]),
      let id = NoteAddress.id(in: String(done[done.index(after: dot)...])).flatMap({ NoteID($0) })
    else { return nil }
    self.init(tracker: id, line: line)
  }

  private static let prefix = "unlogged-"

  /// What an address has in its field `done`.
  var done: String {
    "\(Self.prefix)\(Base64.urlEncoded(line)).\(NoteAddress.segment(of: tracker))"
  }

  func undoAddress(in site: SiteAddress) -> String {
    site.address("/since/\(NoteAddress.segment(of: tracker))/restore/\(Base64.urlEncoded(line))")
  }
}
