/// The order of a list: pinned notes first, then by one key, then by id, then by path.
///
/// docs/vault-format.md, part O. `updated` never affects the default order.
package struct TimelineOrder: Hashable, Sendable {
  package enum Key: String, Hashable, Sendable, CaseIterable {
    /// Newest first.
    case created, updated, date
    /// Folded title, A to Z.
    case title
    /// Smallest number first; notes without one at the end.
    case order
  }

  package var key: Key
  /// Turns the order round within the pinned notes and within the others.
  package var isReversed: Bool

  package init(_ key: Key = .created, isReversed: Bool = false) {
    self.key = key
    self.isReversed = isReversed
  }
}
