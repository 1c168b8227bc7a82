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
  init?(_ note: NoteDigest, _ acknowledged: Acknowledgement?) {
    guard let acknowledged else {
      self.init(
        kind: .create, noteID: note.id, path: note.path, changesContent: true,
        media: note.media)
      return
    }
    let changesContent = acknowledged.contentHash != note.contentHash
    let media = note.media.filter { !acknowledged.media.contains($0.sha256) }
    if acknowledged.isDeleted, !changesContent { return nil }
    guard changesContent || !media.isEmpty else { return nil }
    self.init(
      kind: .edit, noteID: note.id, path: note.path, changesContent: changesContent,
      media: media)
  }

  /// What a server's refusal was about, so that the same is not sent again and again.
  func fingerprint(_ contentHash: String) -> String {
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
    /// The server refused it, in these words; the status was 400, or 500 where it only failed.
    case refused(status: Int, String)
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
  /// Deletions that are too many to be meant; none of them is in `changes`.
  package var heldDeletions: [WaitingChange] = []
  /// Notes in the vault.
  package var noteCount = 0

  /// Of media, in bytes.
  package var mediaSize: Int64 { changes.reduce(0) { $0 + $1.mediaSize } }

  package func count(of kind: WaitingChange.Kind) -> Int { changes.count { $0.kind == kind } }
}

/// Deletions that nobody makes by hand (the design's delete gate).
enum DeletionGate {
  /// - Parameters:
  ///   - count: notes that would go.
  ///   - total: notes that there were.
  static func holds(_ count: Int, of total: Int) -> Bool {
    count > 0 && (count > 20 && count > total / 10 || count >= total)
  }
}

extension WaitingQueue {
  /// The difference of vault and ledger; records in the ledger which media were removed here.
  init(_ snapshot: VaultSnapshot, _ ledger: Ledger, _ vault: Vault, allowsDeletions: Bool) {
    noteCount = snapshot.order.count
    for blocked in snapshot.survey.blocked {
      aside.append(
        AsideNote(
          path: blocked.path, noteID: blocked.id, reason: .blocked(blocked.reason)))
    }
    for id in snapshot.order {
      guard let note = snapshot.notes[id], let change = WaitingChange(note, ledger[id]) else {
        continue
      }
      if let known = ledger.setAside(id), known.fingerprint == change.fingerprint(note.contentHash)
      {
        aside.append(
          AsideNote(
            path: note.path, noteID: id, reason: .refused(status: known.status, known.reason)))
      } else {
        changes.append(change)
      }
    }
    addDeletions(snapshot, ledger, vault, allowsDeletions)
  }

  private mutating func addDeletions(
    _ snapshot: VaultSnapshot, _ ledger: Ledger, _ vault: Vault, _ allowsDeletions: Bool
  ) {
    let known = ledger.ids.sorted().compactMap { id in
      ledger[id].flatMap { $0.isDeleted ? nil : (id: id, acknowledged: $0) }
    }
    let gone = known.filter { snapshot.isGone($0.id, lastAt: $0.acknowledged.path, in: vault) }
    let deletions = gone.map {
      WaitingChange(
        kind: .delete, noteID: $0.id, path: $0.acknowledged.path, changesContent: true, media: [])
    }
    if !allowsDeletions, DeletionGate.holds(deletions.count, of: known.count) {
      heldDeletions = deletions
    } else {
      changes += deletions
    }
  }
}
