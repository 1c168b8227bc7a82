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
  ///   - index: of all notes in the folder; asked for only if there are comments.
  package init(
    of path: VaultPath, id: NoteID, _ book: CommentBook, besides others: Set<VaultPath> = [],
    in index: @autoclosure () throws -> VaultIndex, _ folder: VaultFolder
  ) rethrows {
    self.path = path
    let going = others.union([path])
    let found = book.comments(on: id).map(\.path).filter { !going.contains($0) }
    guard !found.isEmpty else {
      comments = []
      return
    }
    let all = try index()
    let files =
      all.notes(withIDs: [id]).map { all.path($0) }
      + all.copies(in: folder).filter { $0.id == id }.map(\.path)
    comments = going.isSuperset(of: files) ? found : []
  }
}

extension VaultIndex {
  /// The files that store an id which is that of another file, for which they count as notes without an id.
  package func copies(in folder: VaultFolder) -> [(path: VaultPath, id: NoteID)] {
    findings.filter { $0.finding.code == .duplicateID }.compactMap { copy in
      (try? folder.read(copy.path).bytes).flatMap { NoteDocument($0).storedID }
        .map { (copy.path, $0) }
    }
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
    try NoteRemoval(of: path, id: id, comments(), in: index(), vault.folder)
  }
}

extension NoteSource {
  /// What goes to the trash along with each note that a reversal removes: what was said of it since.
  ///
  /// The comments are listed once, when the function is first called; it throws a `StoreError` if the note cannot be read
  /// or they cannot be listed.
  ///
  /// - Parameter index: of all notes; asked for only if there are comments.
  package func companions(
    of plan: OperationReversal, in index: @escaping () throws -> VaultIndex
  ) -> (VaultPath) throws -> [VaultPath] {
    let going = Set(plan.steps.map(\.path))
    var book: CommentBook?
    return { path in
      guard let id = NoteDocument(try vault.folder.read(path).bytes).storedID else { return [] }
      let comments = try book ?? self.comments()
      book = comments
      return try NoteRemoval(of: path, id: id, comments, besides: going, in: index(), vault.folder)
        .comments
    }
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
