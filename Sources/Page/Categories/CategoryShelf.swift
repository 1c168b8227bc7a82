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
  }

  private let last = Mutex<(key: Key, book: CategoryBook)?>(nil)

  fileprivate func book(
    of incoming: PageRequest, _ make: () throws -> CategoryBook
  ) rethrows -> CategoryBook {
    let key = Key(generation: incoming.snapshot.generation)
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
    try await site.scans.run { try site.categoryShelf.book(of: self, readCategories) }
  }

  /// The same, read anew: for a change.
  func presentCategories() async throws -> CategoryBook {
    try await site.scans.run { try readCategories() }
  }

  /// Reads sealed notes as they are, for a change that concerns them too.
  var unsealedScanner: VaultScanner {
    VaultScanner(vault, zone: zone, threads: site.settings.source.threads, sealedOn: nil)
  }

  private func readCategories() throws -> CategoryBook {
    try CategoryBook(
      JournalSettings(vault.configuration).categories, in: vault.folder
    ) { try unsealedScanner.scan($0, keepsText: false) }
  }
}
