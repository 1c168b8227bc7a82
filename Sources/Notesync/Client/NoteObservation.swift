internal import VaultFormat

/// The known state of one note: here, as last acknowledged by the server, and on the server now.
struct NoteObservation: Hashable, Sendable {
  var id: NoteID
  var here: LocalNote
  /// The recorded acknowledgement.
  var acknowledged: Acknowledgement?
  /// Operations whose answers were lost, oldest first.
  var pending: [PendingOperation] = []
  /// SHA-256 of media that were removed here and are kept by the server.
  var removedMedia: Set<String> = []
  /// The last refusal by the server, while it is in effect.
  var refusal: SetAsideNote?
  var there = RemoteNote.unasked
}

extension NoteObservation {
  /// The readable note in the vault.
  var local: NoteDigest? {
    switch here {
    case .present(let note), .beingSaved(let note): note
    case .blocked, .hidden, .uncertain, .absent: nil
    }
  }

  /// The present or last path of the note.
  var path: VaultPath? {
    if case .blocked(let note) = here { return note.path }
    return local?.path ?? acknowledged?.path
  }

  /// The difference between the vault and the acknowledged state; nil if there is none.
  var change: WaitingChange? {
    guard let local else {
      guard here == .absent, let acknowledged, !acknowledged.isDeleted else { return nil }
      return WaitingChange(
        kind: .delete, noteID: id, path: acknowledged.path, changesContent: true, media: [])
    }
    guard let acknowledged else {
      return WaitingChange(
        kind: .create, noteID: id, path: local.path, changesContent: true, media: local.media)
    }
    // The server may have carried out any of the operations whose answers were lost.
    let changesContent =
      acknowledged.contentHash != local.contentHash
      || pending.contains { $0.kind == .delete || $0.contentHash != local.contentHash }
    let media = local.media.filter { !acknowledged.media.contains($0.sha256) }
    guard changesContent || !media.isEmpty else { return nil }
    // The server has also deleted the media of a note that it deleted.
    return WaitingChange(
      kind: .edit, noteID: id, path: local.path, changesContent: changesContent,
      media: acknowledged.isDeleted ? local.media : media)
  }

  /// It is only known that the server had it once.
  var isForgotten: Bool {
    acknowledged.map { !$0.isDeleted && $0.contentHash == nil } ?? false
  }

  /// The state that the server is known to have: an operation that it carried out counts as acknowledged even if its
  /// answer was lost.
  var known: Acknowledgement? {
    guard case .alive(let version) = there else { return acknowledged }
    let sent = pending.last {
      $0.kind != .delete && $0.contentHash == version.contentHash
        && $0.updatedAt.seconds == version.updated.seconds
    }
    guard let sent else { return acknowledged }
    var known = acknowledged ?? Acknowledgement(version, sentTime: sent.updatedAt)
    known.know(version)
    known.isDeleted = false
    known.serverTime = version.updated
    return known
  }

  /// The deletion was sent from here, but its answer was lost.
  var wasDeletedFromHere: Bool {
    guard case .deleted(let time, _) = there else { return false }
    return pending.contains { $0.kind == .delete && $0.deletedAt?.seconds == time.seconds }
  }
}
