internal import Journal
internal import VaultFormat

/// A tracker that does not exist yet.
struct NewTracker {
  var title: String
  var every: TrackerInterval?
  var unit: String?
  var goal: String?
  var from: String?
  var icon: String?

  init(title: String) {
    self.title = title
  }

  /// Writes `trackers/SLUG.md` with the heading below which events stand.
  ///
  /// - Throws: a usage error for a title by which it could not be named.
  func write(in vault: OpenVault) throws -> Tracker {
    var page = NewPage(kind: .tracker, folder: TrackerFile.folder, title: title)
    page.keys = [
      (.icon, icon.map(FieldValue.text)), (.every, every.map { .text("\($0)") }),
      (.unit, unit.map(FieldValue.text)), (.goal, goal.map(FieldValue.text)),
      (.from, from.map(FieldValue.text)),
    ]
    page.text = TrackerBody.heading + "\n"
    let written = try page.write(in: vault)
    guard
      let tracker = Tracker(
        written.document, at: written.path, id: written.id, created: vault.now, zone: vault.zone)
    else { throw CommandError("\(written.path.shown) could not be made a tracker") }
    return tracker
  }
}
