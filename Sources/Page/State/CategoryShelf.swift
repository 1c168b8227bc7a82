internal import Journal
internal import Synchronization
internal import VaultFormat
internal import VaultIndex

/// The categories of the last state of the vault.
final class CategoryShelf: Sendable {
  private struct Key: Hashable {
    /// Of the snapshot.
    var generation: UInt64
    /// A note can be sealed, or opens.
    var day: CalendarDay
  }

  private let last = Mutex<(key: Key, book: CategoryBook)?>(nil)

  func book(
    of snapshot: LiveSnapshot, today: CalendarDay, _ make: () throws -> CategoryBook
  ) rethrows -> CategoryBook {
    let key = Key(generation: snapshot.generation, day: today)
    if let known = last.withLock({ $0 }), known.key == key { return known.book }
    let book = try make()
    // A network disk reports no changes.
    if snapshot.state == .watched { last.withLock { $0 = (key, book) } }
    return book
  }
}
