package import Journal
package import VaultFormat

/// What is said of notes, as far as the members of some circles may read it (docs/vault-format.md, rule K-22).
package struct SharedTalk: Sendable {
  private let byNote: [NoteID: [Comment]]

  /// Of an audience that reads no comments.
  package init() { byNote = [:] }

  /// - Parameters:
  ///   - readers: the pages of the circles. A name that several circles have lets nobody read.
  ///   - circles: all of the vault.
  package init(_ comments: CommentBook, for readers: Set<VaultPath>, among circles: CircleBook) {
    func areReaders(_ name: String) -> Bool {
      let found = circles.circles(called: name)
      return found.count == 1 && readers.contains(found[0].path)
    }
    byNote = Dictionary(
      grouping: comments.comments.filter { $0.circles.contains(where: areReaders) }, by: \.note)
  }

  /// The comments and reactions on a note, the oldest first.
  package func comments(on note: SharedNote) -> [Comment] { byNote[note.vaultID] ?? [] }
}
