internal import Journal
internal import Synchronization
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore

/// The categories of the last state of the vault.
final class CategoryShelf: Sendable {
  private struct Key: Hashable {
    /// Of the snapshot.
    var generation: UInt64
    /// A note can be sealed, or opens.
    var day: CalendarDay
  }

  private let last = Mutex<(key: Key, book: CategoryBook)?>(nil)

  fileprivate func book(
    of incoming: PageRequest, _ make: () throws -> CategoryBook
  ) rethrows -> CategoryBook {
    let key = Key(generation: incoming.snapshot.generation, day: incoming.now.day)
    if let known = last.withLock({ $0 }), known.key == key { return known.book }
    let book = try make()
    // A network disk reports no changes.
    if incoming.snapshot.state == .watched { last.withLock { $0 = (key, book) } }
    return book
  }
}

extension PageRequest {
  /// The categories of the settings and of the notes, as of the request.
  func categories() async throws -> CategoryBook {
    try await site.scans.run {
      try site.categoryShelf.book(of: self) { try readCategories(sealedOn: now.day) }
    }
  }

  /// The same, read anew and with sealed notes: for a change, which concerns them too.
  func presentCategories() async throws -> CategoryBook {
    try await site.scans.run { try readCategories(sealedOn: nil) }
  }

  /// - Parameter today: nil reads sealed notes as they are, for a change that concerns them too.
  func scanner(sealedOn today: CalendarDay?) -> VaultScanner {
    VaultScanner(vault, zone: zone, threads: site.settings.source.threads, sealedOn: today)
  }

  private func readCategories(sealedOn today: CalendarDay?) throws -> CategoryBook {
    let scanner = scanner(sealedOn: today)
    return try CategoryBook(
      JournalSettings(vault.configuration).categories, in: vault.folder
    ) { try scanner.scan($0, keepsText: false) }
  }
}
