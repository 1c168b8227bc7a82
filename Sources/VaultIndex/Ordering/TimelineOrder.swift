/// The order of a list: by one key, then by path; pinned notes first in the timeline.
///
/// docs/vault-format.md, part O. `updated` never affects the timeline.
package struct TimelineOrder: Hashable, Sendable {
  package enum Key: String, Hashable, Sendable, CaseIterable {
    /// Newest first; `date` is `created` where a note has none.
    case created, updated, date
    /// Folded title, A to Z.
    case title
    /// Smallest number first; notes without one at the end.
    case order
  }

  package var key: Key
  /// The last by the key comes first; notes that are equal by it stay in the order of their paths.
  package var isReversed: Bool
  package var hasPinnedFirst: Bool

  package init(_ key: Key = .date, isReversed: Bool = false, hasPinnedFirst: Bool = false) {
    self.key = key
    self.isReversed = isReversed
    self.hasPinnedFirst = hasPinnedFirst
  }

  /// By when it happened, with pinned notes first.
  package static let timeline = TimelineOrder(hasPinnedFirst: true)
}
