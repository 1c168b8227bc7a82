package import VaultFormat

/// A note that is not sent, and why; nothing else waits for it.
package struct AsideNote: Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    /// It cannot travel as it is.
    case blocked(BlockedNote.Reason)
    /// Its text alone is larger than a request may be; in bytes.
    case tooLarge(size: Int64, limit: Int64)
    /// One of its media is; the rest was sent.
    case mediaTooLarge(VaultPath, size: Int64, limit: Int64)
    /// The server, or what stands before it, takes no request that holds one of its media; the rest was sent.
    case mediaRefused(VaultPath, size: Int64)
    /// The server refused it, in these words; the status was 400, or 500 where it only failed.
    case refused(status: Int, String)
    /// The server fails on a note that it never had: its id may belong to another account there.
    case failsOnNew(status: Int)
    /// The server took it, and keeps something else than was sent.
    case keptOtherwise
    /// A file changed while it was being sent; the next push sends it.
    case changing
    /// What the server said of it is of another note, or cannot be read.
    case answerUnusable
    /// Its id could not be stored in the file.
    case idNotStored(String)
    /// Somebody else changed it on the server: a sync brings that in.
    case changedElsewhere
    /// Somebody deleted it on the server before this vault was synced with it; it stays here, and goes out again when
    /// it changes.
    case deletedElsewhere
  }

  package var path: VaultPath?
  package var noteID: NoteID
  package var reason: Reason
}

extension AsideNote.Reason {
  init(_ note: SetAsideNote, isNew: Bool) {
    switch note.status {
    case 200: self = .keptOtherwise
    case 500... where isNew: self = .failsOnNew(status: note.status)
    default: self = .refused(status: note.status, note.reason)
    }
  }
}
