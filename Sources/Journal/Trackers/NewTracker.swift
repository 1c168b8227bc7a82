package import VaultFormat

/// A tracker that does not exist yet.
package struct NewTracker: Sendable {
  package var title: String
  package var every: TrackerInterval?
  package var unit: String?
  package var goal: String?
  package var from: String?
  package var icon: String?

  /// Where new ones are made.
  package static let folder = "trackers"

  package init(title: String) {
    self.title = title
  }

  /// `trackers/SLUG.md` with the heading below which events stand.
  package var page: NewPage {
    var page = NewPage(kind: .tracker, folder: Self.folder, title: title)
    page.keys = [
      (.icon, icon.map(FieldValue.text)), (.every, every.map { .text("\($0)") }),
      (.unit, unit.map(FieldValue.text)), (.goal, goal.map(FieldValue.text)),
      (.from, from.map(FieldValue.text)),
    ]
    page.text = TrackerBody.heading + "\n"
    return page
  }

  /// `Untitled`, `Untitled 2` and so on: the first that no tracker is called by.
  package static func untitled(among trackers: [Tracker]) -> String {
    var (title, number) = ("Untitled", 1)
    while trackers.contains(where: { $0.isCalled(title) }) {
      number += 1
      title = "Untitled \(number)"
    }
    return title
  }
}
