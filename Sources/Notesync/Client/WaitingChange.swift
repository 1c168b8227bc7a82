package import VaultFormat
internal import VaultStore

/// What differs between the vault and what the server has acknowledged of one note.
package struct WaitingChange: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable { case create, edit, delete }

  package var kind: Kind
  package var noteID: NoteID
  /// Where the note is, or was.
  package var path: VaultPath?
  /// Text, tags or pin.
  package var changesContent: Bool
  /// Media that the server does not have.
  package var media: [MediaContent]

  /// Of the media, in bytes.
  package var mediaSize: Int64 { media.reduce(0) { $0 + $1.size } }
}

extension WaitingChange {
  /// Nil where the server has the note as it is here.
  init?(_ note: NoteDigest, in ledger: Ledger) {
    guard let acknowledged = ledger[note.id] else {
      self.init(
        kind: .create, noteID: note.id, path: note.path, changesContent: true,
        media: note.media)
      return
    }
    // Of operations whose answers were lost the server may have carried out any.
    let changesContent =
      acknowledged.contentHash != note.contentHash
      || ledger.pendingOperations(on: note.id).contains {
        $0.kind == .delete || $0.contentHash != note.contentHash
      }
    var media = note.media.filter { !acknowledged.media.contains($0.sha256) }
    guard changesContent || !media.isEmpty else { return nil }
    // What the server has of a note that it deleted is nobody's any more.
    if acknowledged.isDeleted { media = note.media }
    self.init(
      kind: .edit, noteID: note.id, path: note.path, changesContent: changesContent,
      media: media)
  }

  /// What a server's refusal was about, so that the same is not sent again and again.
  func fingerprint(_ contentHash: String = "") -> String {
    ([kind.rawValue, contentHash] + media.map { String($0.sha256.prefix(16)) })
      .joined(separator: "-")
  }
}

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

/// What waits to be sent.
package struct WaitingQueue: Hashable, Sendable {
  package var changes: [WaitingChange] = []
  package var aside: [AsideNote] = []
  /// Notes that were deleted on the server and stay here as they are: nothing is to be done about them.
  package var onlyHere: [AsideNote] = []
  /// Deletions that are too many to be meant; none of them is in `changes`.
  package var heldDeletions: [WaitingChange] = []
  /// Notes in the vault.
  package var noteCount = 0

  /// Of media, in bytes.
  package var mediaSize: Int64 { changes.reduce(0) { $0 + $1.mediaSize } }

  package func count(of kind: WaitingChange.Kind) -> Int { changes.count { $0.kind == kind } }
}

/// Whether deletions wait for a confirmation: more than a person makes by hand, or all notes.
enum DeletionGate {
  /// - Parameters:
  ///   - count: notes that would be deleted.
  ///   - total: notes before that.
  static func holds(_ count: Int, of total: Int) -> Bool {
    count > 0 && (DeletionLimit.isExceeded(by: count, of: total) || count >= total)
  }
}

extension Ledger {
  /// Why this very change is left in peace; nil where it is not.
  fileprivate func setAside(
    _ id: NoteID, _ fingerprint: String, at now: Int64
  ) -> AsideNote.Reason? {
    guard let note = setAside(id), note.fingerprint == fingerprint, !note.isOver(at: now) else {
      return nil
    }
    return AsideNote.Reason(note, isNew: self[id] == nil)
  }
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

extension WaitingQueue {
  /// The difference of vault and ledger.
  ///
  /// - Parameter now: in seconds since 1970.
  init(
    _ snapshot: VaultSnapshot, _ ledger: Ledger, _ vault: Vault, now: Int64, allowsDeletions: Bool
  ) {
    noteCount = snapshot.order.count
    for blocked in snapshot.survey.blocked {
      aside.append(
        AsideNote(
          path: blocked.path, noteID: blocked.id, reason: .blocked(blocked.reason)))
    }
    let missing = MissingNotes(snapshot, ledger, vault, now: now)
    for id in snapshot.order {
      guard let note = snapshot.notes[id] else { continue }
      if missing.inTheMaking.contains(note.path) {
        aside.append(AsideNote(path: note.path, noteID: id, reason: .changing))
        continue
      }
      guard let change = WaitingChange(note, in: ledger) else {
        if ledger[id]?.isDeleted == true {
          onlyHere.append(AsideNote(path: note.path, noteID: id, reason: .deletedElsewhere))
        }
        continue
      }
      if let refused = ledger.setAside(id, change.fingerprint(note.contentHash), at: now) {
        aside.append(AsideNote(path: note.path, noteID: id, reason: refused))
      } else {
        changes.append(change)
      }
    }
    addDeletions(missing, ledger, now, allowsDeletions)
  }

  private mutating func addDeletions(
    _ missing: MissingNotes, _ ledger: Ledger, _ now: Int64, _ allowsDeletions: Bool
  ) {
    let known = ledger.ids.sorted().compactMap { id in
      ledger[id].flatMap { $0.isDeleted ? nil : (id: id, acknowledged: $0) }
    }
    var deletions: [WaitingChange] = []
    for (id, acknowledged) in known where missing.isGone(id) {
      let deletion = WaitingChange(
        kind: .delete, noteID: id, path: acknowledged.path, changesContent: true, media: [])
      if let refused = ledger.setAside(id, deletion.fingerprint(), at: now) {
        aside.append(AsideNote(path: deletion.path, noteID: id, reason: refused))
      } else {
        deletions.append(deletion)
      }
    }
    if !allowsDeletions, DeletionGate.holds(deletions.count, of: known.count) {
      heldDeletions = deletions
    } else {
      changes += deletions
    }
  }
}
