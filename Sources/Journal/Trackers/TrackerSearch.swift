internal import VaultFormat

/// What a word on the command line means among the trackers.
package enum TrackerSearch {
  /// The index of the only one.
  case one(Int)
  /// The indices of several that fit.
  case several([Int])
  case none
  /// Nothing is called so, and it is too short to be the beginning of a name.
  case tooShort

  /// The fewest characters of the beginning of a name.
  package static let shortestBeginning = 3

  /// Looks for a whole name or id first, then for the beginning of a name.
  package init(_ word: String, among trackers: [Tracker]) {
    let key = NameKey(word.utf8)
    let whole = trackers.indices.filter { trackers[$0].isCalled(word) }
    if !whole.isEmpty {
      self.init(whole)
      return
    }
    guard word.count >= Self.shortestBeginning else {
      let isBeginning = trackers.contains { $0.names.contains { $0.bytes.starts(with: key.bytes) } }
      self = isBeginning ? .tooShort : .none
      return
    }
    self.init(
      trackers.indices.filter { index in
        trackers[index].names.contains { $0.bytes.starts(with: key.bytes) }
      })
  }

  private init(_ found: [Int]) {
    switch found.count {
    case 0: self = .none
    case 1: self = .one(found[0])
    default: self = .several(found)
    }
  }
}
