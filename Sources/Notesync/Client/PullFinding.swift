package import VaultFormat

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
