internal import Journal
internal import VaultFormat

/// The trackers of a vault, as a request sees them.
struct TrackerList: Sendable {
  /// Sorted by path.
  let statuses: [TrackerStatus]
  let settings: JournalSettings

  var dueCount: Int { statuses.count { $0.late != nil } }
  var trackers: [Tracker] { statuses.map(\.tracker) }

  /// The tracker that an address names: by its id, the name of its file, its title or another name that it has.
  ///
  /// - Parameter segment: decoded.
  /// - Returns: nil if there is none, or if several are called so.
  func status(_ segment: String) -> TrackerStatus? {
    let id = NoteAddress.id(in: segment)
    if let found = only({ $0.id.text == id }) ?? only({ $0.name == segment }) { return found }
    guard case .one(let index) = NameSearch(segment, among: trackers),
      statuses[index].tracker.isCalled(segment)
    else { return nil }
    return statuses[index]
  }

  /// The name of a tracker's file as a segment of an address; its id where the name means another one too.
  func segment(of tracker: Tracker) -> String {
    let name = tracker.name
    let isPlain = !name.hasPrefix("~") && name != "." && name != ".."
    guard isPlain, status(name)?.tracker.path == tracker.path else {
      return NoteAddress.segment(of: tracker.id)
    }
    return PercentEncoding.encoded(name.utf8)
  }

  private func only(_ isWanted: (Tracker) -> Bool) -> TrackerStatus? {
    let found = statuses.filter { isWanted($0.tracker) }
    return found.count == 1 ? found[0] : nil
  }
}
