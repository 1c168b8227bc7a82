internal import VaultFormat

/// What is known of one note: here, as the server acknowledged it last, and as the server has it now.
struct NoteObservation: Hashable, Sendable {
  var id: NoteID
  var here: LocalNote
  /// As it was written down.
  var acknowledged: Acknowledgement?
  /// Operations whose answers were lost, oldest first.
  var pending: [PendingOperation] = []
  /// SHA-256 of media that were removed here and that the server keeps.
  var removedMedia: Set<String> = []
  /// The last refusal by the server, while it counts.
  var refusal: SetAsideNote?
  var there = RemoteNote.unasked
}

extension NoteObservation {
  /// The note as it can be read in the vault.
  var local: NoteDigest? {
    switch here {
    case .present(let note), .beingSaved(let note): note
    case .blocked, .hidden, .uncertain, .absent: nil
    }
  }

  /// Where the note is, or was.
  var path: VaultPath? {
    if case .blocked(let note) = here { return note.path }
    return local?.path ?? acknowledged?.path
  }

  /// What differs between the vault and what was acknowledged; nil where nothing does.
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
    // Of operations whose answers were lost the server may have carried out any.
    let changesContent =
      acknowledged.contentHash != local.contentHash
      || pending.contains { $0.kind == .delete || $0.contentHash != local.contentHash }
    let media = local.media.filter { !acknowledged.media.contains($0.sha256) }
    guard changesContent || !media.isEmpty else { return nil }
    // Media of a note that the server deleted are gone there too.
    return WaitingChange(
      kind: .edit, noteID: id, path: local.path, changesContent: changesContent,
      media: acknowledged.isDeleted ? local.media : media)
  }

  /// Nothing is known of it but that the server had it once.
  var isForgotten: Bool {
    acknowledged.map { !$0.isDeleted && $0.contentHash == nil } ?? false
  }

  /// What the server is known to have: an operation that it carried out and whose answer was lost counts as
  /// acknowledged.
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

  /// The deletion was sent from here, and its answer was lost.
  var wasDeletedFromHere: Bool {
    guard case .deleted(let time, _) = there else { return false }
    return pending.contains { $0.kind == .delete && $0.deletedAt?.seconds == time.seconds }
  }
}
