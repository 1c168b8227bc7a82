package import VaultFormat

/// What a restore, or the first half of a sync, did.
package struct PullReport: Hashable, Sendable {
  package var created: [VaultPath] = []
  package var updated: [VaultPath] = []
  /// Deleted elsewhere: in the trash here.
  package var removed: [VaultPath] = []
  /// The paths of conflict copies.
  package var copies: [VaultPath] = []
  /// Media files that were written.
  package var media: [VaultPath] = []
  /// Media that the server has and that stay away, as they were removed here.
  package var removedMediaCount = 0
  package var findings: [PullFinding] = []
  /// Notes that are not on the server, while too many are missing to be meant, or nobody can tell why.
  package var heldRemovals: [VaultPath] = []
  /// Notes whose time on the server lies more than a day ahead of this clock.
  package var farAhead: [VaultPath] = []
  /// The server does not answer probes, so that deletions made elsewhere cannot be told.
  package var cannotTellDeletions = false
  /// Of what came, in bytes.
  package var byteCount: Int64 = 0

  package init() {}

  /// Nothing in the vault was changed.
  var isEmpty: Bool {
    created.isEmpty && updated.isEmpty && removed.isEmpty && copies.isEmpty && media.isEmpty
  }
}

/// Something that arrived and could not be taken as it was.
package struct PullFinding: Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    /// An element of the answer; where, and why.
    case unreadable(String)
    /// Data that are not base64; the note is kept.
    case undecodableMedia(filename: String)
    /// Data that were asked for and did not come; the next sync asks again.
    case missingData(filename: String)
    /// Data whose SHA-256 is another than declared, kept apart in this file.
    case wrongChecksum(filename: String, keptAs: VaultPath)
    /// A note or media that could not be written; why.
    case notWritten(String)
    /// The text or a tag holds U+0000, which no file of notes can keep: it is left out.
    case holdsNUL
    /// Media of a note that was not sent along.
    case orphanedMedia(filename: String)
    /// The note was changed in the very moment; the next sync takes it up.
    case changedMeanwhile
  }

  /// Nil where it cannot be read.
  package var noteID: NoteID?
  package var path: VaultPath?
  package var reason: Reason
}
