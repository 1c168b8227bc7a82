package import VaultFormat

/// A problem with received data.
package struct PullFinding: Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    /// An unreadable element of the answer; with place and reason.
    case unreadable(String)
    /// Media data that are not base64; the note is kept.
    case undecodableMedia(filename: String)
    /// Media data that were requested and not received; the next sync requests them again.
    case missingData(filename: String)
    /// Media data whose SHA-256 is not the declared one, kept in this file.
    case wrongChecksum(filename: String, keptAs: VaultPath)
    /// A note or media that could not be written; with the reason.
    case notWritten(String)
    /// The text or a tag contains U+0000, which a note cannot have: it is left out.
    case holdsNUL
    /// Media whose note was not in the answer.
    case orphanedMedia(filename: String)
    /// The note was changed while it was being written; the next sync handles it.
    case changedMeanwhile
  }

  /// Nil if it cannot be read.
  package var noteID: NoteID?
  package var path: VaultPath?
  package var reason: Reason
}
