package import VaultFormat

/// A note that is not sent, and why; the other notes are.
package struct AsideNote: Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    /// It cannot be sent as it is.
    case blocked(BlockedNote.Reason)
    /// Its text alone exceeds the size of a request; in bytes.
    case tooLarge(size: Int64, limit: Int64)
    /// One of its media does; the rest was sent.
    case mediaTooLarge(VaultPath, size: Int64, limit: Int64)
    /// The server, or a proxy before it, accepts no request with one of its media; the rest was sent.
    case mediaRefused(VaultPath, size: Int64)
    /// The server refused it with this message; the status is 400, or 500 if it failed.
    case refused(status: Int, String)
    /// The server fails on a note that it never had: its id may belong to another account there.
    case failsOnNew(status: Int)
    /// The server accepted it, and stored something else than was sent.
    case keptOtherwise
    /// A file changed while it was being sent; the next push sends it.
    case changing
    /// The server's result is for another note, or cannot be read.
    case answerUnusable
    case idNotStored(String)
    /// It was changed on the server: a sync fetches the change.
    case changedElsewhere
    /// It was deleted on the server before this vault was synced with it; it stays here, and is sent again when it
    /// changes.
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
