internal import Journal
internal import VaultFormat
internal import VaultStore

/// A tracker that does not exist yet.
struct NewTracker {
  var title: String
  var every: TrackerInterval?
  var unit: String?
  var from: String?
  var icon: String?

  init(title: String) {
    self.title = title
  }

  /// Writes `trackers/SLUG.md` with the heading below which events stand.
  ///
  /// - Throws: a usage error for a title by which it could not be named.
  func write(in vault: OpenVault) throws -> Tracker {
    if title.contains("/") || title.hasPrefix("@") || title.contains(where: \.isNewline) {
      throw CommandError(
        "'\(title)' cannot be the name of a tracker: a path has /, a number of a list begins with @",
        hint: "tl set \(TrackerFile.folder)/NAME.md title='\(title)' gives it that title later",
        status: .wrongUsage)
    }
    var note = NewNote(text: TrackerBody.heading + "\n")
    let slug = Slug.of(title)
    note.stem = "\(TrackerFile.folder)/\(slug.isEmpty ? "tracker" : slug)"
    note.assignments = [
      FieldAssignment(.kind, .plain(PageKind.tracker.rawValue)),
      FieldAssignment(.title, .text(title)),
    ]
    let keys: [(PageKey, String?)] = [
      (.icon, icon), (.every, every.map { "\($0)" }), (.unit, unit), (.from, from),
    ]
    for case (let key, let value?) in keys {
      note.assignments.append(FieldAssignment(key, .text(value)))
    }
    let written = try vault.writer().write(note)
    guard
      let tracker = Tracker(
        written.document, at: written.path, id: written.id, created: vault.now, zone: vault.zone)
    else { throw CommandError("\(written.path.shown) could not be made a tracker") }
    return tracker
  }
}
