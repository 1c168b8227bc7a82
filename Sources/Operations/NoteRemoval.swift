package import Journal
package import VaultFormat
package import VaultIndex
package import VaultStore

/// A note on its way to the trash, and what goes along with it.
package struct NoteRemoval: Hashable, Sendable {
  package let path: VaultPath
  /// The comments on the note, the oldest first; none while another file has its id, whose comments they are too.
  package let comments: [VaultPath]

  /// - Parameters:
  ///   - id: stored or provisional.
  ///   - others: files that go for themselves.
  ///   - index: of all notes; asked for only if there are comments.
  package init(
    of path: VaultPath, id: NoteID, _ book: CommentBook, besides others: Set<VaultPath> = [],
    in index: @autoclosure () throws -> VaultIndex
  ) rethrows {
    self.path = path
    let going = others.union([path])
    let found = book.comments(on: id).map(\.path).filter { !going.contains($0) }
    comments = try found.isEmpty || Self.hasOthers(id, index(), besides: going) ? [] : found
  }

  private static func hasOthers(
    _ id: NoteID, _ index: VaultIndex, besides going: Set<VaultPath>
  ) -> Bool {
    index.notes(withIDs: [id]).contains { !going.contains(index.path($0)) }
  }
}

extension NoteSource {
  /// What goes to the trash with a note.
  ///
  /// - Parameter index: of all notes; asked for only if there are comments.
  /// - Throws: a `StoreError` if the comments cannot be listed.
  package func removal(
    of path: VaultPath, id: NoteID, in index: @autoclosure () throws -> VaultIndex
  ) throws -> NoteRemoval {
    try NoteRemoval(of: path, id: id, comments(), in: index())
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
