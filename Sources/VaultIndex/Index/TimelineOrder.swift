/// The sort order of a list: by one key, then by path; pinned notes first in the timeline.
///
/// docs/vault-format.md, part O. `updated` never affects the timeline.
package struct TimelineOrder: Hashable, Sendable {
  package enum Key: String, Hashable, Sendable, CaseIterable {
    /// Newest first; a note without `date` uses `created`.
    case created, updated, date
    /// Folded title, A to Z.
    case title
    /// Smallest number first; notes without one at the end. Equal ones by date, newest first.
    case order
  }

  package var key: Key
  /// Reverses the order by key; notes with equal keys stay in their order.
  package var isReversed: Bool
  package var hasPinnedFirst: Bool

  package init(_ key: Key = .date, isReversed: Bool = false, hasPinnedFirst: Bool = false) {
    self.key = key
    self.isReversed = isReversed
    self.hasPinnedFirst = hasPinnedFirst
  }

  /// By date, with pinned notes first.
  package static let timeline = TimelineOrder(hasPinnedFirst: true)
}
