package import VaultFormat

/// The result of a restore, or of the first half of a sync.
package struct PullReport: Hashable, Sendable {
  package var created: [VaultPath] = []
  package var updated: [VaultPath] = []
  /// Notes deleted elsewhere, now in the trash here.
  package var removed: [VaultPath] = []
  /// The paths of conflict copies.
  package var copies: [VaultPath] = []
  /// Media files that were written.
  package var media: [VaultPath] = []
  /// Media that the server has and that were removed here, so they are left out.
  package var removedMediaCount = 0
  package var findings: [PullFinding] = []
  /// Notes that are missing on the server and stay: too many to be meant, or for an unknown reason.
  package var heldRemovals: [VaultPath] = []
  /// Notes whose time on the server is more than a day ahead of this clock.
  package var farAhead: [VaultPath] = []
  /// The server does not support probes, so deletions made elsewhere are unknown.
  package var cannotTellDeletions = false
  /// The number of bytes received.
  package var byteCount: Int64 = 0

  package init() {}

  /// Nothing in the vault was changed.
  var isEmpty: Bool {
    created.isEmpty && updated.isEmpty && removed.isEmpty && copies.isEmpty && media.isEmpty
  }
}

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
    /// A note that could not be written, because of what stands in its place here.
    case blocked(BlockedNote.Reason)
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

extension PullFinding.Reason {
  /// A finding about a note that could not be written.
  static func notWritten(_ error: any Error) -> Self {
    (error as? VaultNotes.Blocked).map { .blocked($0.note.reason) } ?? .notWritten("\(error)")
  }
}

/// What a push did.
package struct PushReport: Hashable, Sendable {
  package var created: [VaultPath] = []
  package var edited: [VaultPath] = []
  /// The former paths of the notes, or ids if unknown.
  package var deleted: [String] = []
  package var mediaCount = 0
  /// The size of the JSON that the server accepted, in bytes.
  package var byteCount: Int64 = 0
  package var aside: [UnsentNote] = []
  package var heldDeletions: [WaitingChange] = []
  /// Notes whose ids were stored in their files.
  package var storedIDs: [VaultPath] = []
  /// Notes whose time on the server is more than a day ahead of this clock.
  package var farAhead: [VaultPath] = []

  package init() {}

  package var noteCount: Int { created.count + edited.count + deleted.count }
}
