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

/// A change of when a tracker is due; nothing else in its file changes.
package enum ReminderChange: Hashable, Sendable {
  case every(TrackerInterval)
  /// Never due; the interval stays.
  case off
  /// Due again by its interval.
  case on
  /// Without an interval.
  case none

  package func applied(to document: NoteDocument) throws(EditError) -> NoteDocument {
    switch self {
    case .off: return try document.setting(document.name(of: .remind), to: .bool(false))
    case .on: return try document.removing(document.name(of: .remind))
    case .none: return try document.removingAll(.every).removingAll(.remind)
    case .every(let interval):
      return try document.setting(document.name(of: .every), to: .text("\(interval)"))
        .removing(document.name(of: .remind))
    }
  }
}

extension NoteDocument {
  /// The tracker's file with `archived`, or without.
  package func settingArchived(_ isArchived: Bool) throws(EditError) -> NoteDocument {
    isArchived
      ? try setting(name(of: .archived), to: .bool(true)) : try removing(name(of: .archived))
  }
}

/// A change of what the values of a tracker are counted in, and how many are wanted.
package struct ValueChange: Hashable, Sendable {
  /// Empty for none; nil if it stays.
  package var unit: String?
  /// As a goal is written (docs/vault-format.md, rule E-5); empty for none, nil if it stays.
  package var goal: String?

  package init(unit: String? = nil, goal: String? = nil) {
    (self.unit, self.goal) = (unit, goal)
  }

  package func applied(to document: NoteDocument) throws(EditError) -> NoteDocument {
    var changed = document
    for (key, text) in [(PageKey.unit, unit), (.goal, goal)] {
      guard let text else { continue }
      changed =
        text.isEmpty
        ? try changed.removingAll(key) : try changed.setting(changed.name(of: key), to: .text(text))
    }
    return changed
  }
}
