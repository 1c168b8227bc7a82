package import Journal
package import VaultFormat
package import VaultStore

/// A note on its way to the trash, and what goes along with it.
package struct NoteRemoval: Hashable, Sendable {
  package let path: VaultPath
  /// The comments on the note, the oldest first.
  package let comments: [VaultPath]

  /// - Parameters:
  ///   - id: stored or provisional.
  ///   - others: files that go for themselves.
  package init(
    of path: VaultPath, id: NoteID, _ book: CommentBook, besides others: Set<VaultPath> = []
  ) {
    self.path = path
    comments = book.comments(on: id).map(\.path).filter { $0 != path && !others.contains($0) }
  }
}

extension NoteSource {
  /// What goes to the trash with a note.
  ///
  /// - Throws: a `StoreError` if the comments cannot be listed.
  package func removal(
    of path: VaultPath, id: NoteID
  ) throws(StoreError) -> NoteRemoval {
    NoteRemoval(of: path, id: id, try comments())
  }
}

extension NoteWriter {
  /// Moves a note to the trash with what goes along with it; its entry brings all of it back.
  ///
  /// - Throws: a `StoreError` if the note could not be moved; nothing has changed then.
  package func remove(_ removal: NoteRemoval) throws(StoreError) -> TrashResult {
    try remove(removal.path, with: removal.comments)
  }
}
