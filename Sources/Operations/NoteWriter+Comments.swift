package import Journal
package import VaultFormat
package import VaultStore

/// A comment cannot be on a comment.
package struct CommentOnComment: Error, Hashable, Sendable {
  package let path: VaultPath
}

extension NoteWriter {
  /// Writes a comment on a note.
  ///
  /// A note without an id gets one: named by its path alone it would lose its comments when it is moved.
  ///
  /// - Parameters:
  ///   - id: of the note, to be stored if it stores none.
  ///   - circles: those through which its author sees the note; nil for an owner: all of the note's.
  /// - Throws: `CommentOnComment`, a `StoreError`, an `EditError`; no comment is there then.
  package func comment(
    _ text: [UInt8], on path: VaultPath, id: NoteID, by author: String?,
    for circles: [String]? = nil
  ) throws -> (path: VaultPath, id: NoteID) {
    let document = NoteDocument(try vault.folder.read(path).bytes)
    guard PageKind(of: document) != .comment else { throw CommentOnComment(path: path) }
    if document.storedID == nil { try storeIdentity(path, provisionalID: id) }
    let comment = NewComment(
      on: document.storedID ?? id, by: author, for: circles ?? document.names(of: .circles),
      text: text)
    let written = try create(comment.note(id: makeID(), at: now))
    return (written.path, written.id)
  }

  /// Gives a comment other words; who may read it stays.
  ///
  /// - Throws: as `edit`.
  package func reword(_ comment: Comment, _ text: String) throws {
    try edit(comment.path, provisionalID: comment.id) { document in
      NoteDocument(
        Array(document.bytes[..<document.layout.bodyStart]) + Array("\n\(text)\n".utf8))
    }
  }
}
