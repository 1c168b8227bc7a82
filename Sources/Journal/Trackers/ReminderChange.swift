package import VaultFormat

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
