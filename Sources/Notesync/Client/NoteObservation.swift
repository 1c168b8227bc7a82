package import VaultFormat

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
  var refusal: RefusedNote?
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

/// A note in the vault.
enum LocalNote: Hashable, Sendable {
  case present(NoteDigest)
  /// It has no id, is at the path of a note with one, and was just written: an editor may be saving it.
  case beingSaved(NoteDigest)
  /// A note that cannot be sent.
  case blocked(BlockedNote)
  /// It is in the vault, but cannot be read now.
  case hidden
  /// It was not found, but some files or folders could not be read.
  case uncertain
  case absent
}

/// What to do with one media file that the server has for a note.
enum MediaAction: Hashable {
  /// The note has it.
  case nothing
  /// It was removed here and stays away.
  case leaveOut
  /// It was received before and is not a media file of notesync; a pull does not request it again.
  case ignore
  case take
}

extension NoteObservation {
  /// - Parameter checksum: SHA-256 in lower-case hex.
  func action(onMedia checksum: String, for purpose: NotesyncPlan.Purpose) -> MediaAction {
    if purpose != .restore(bringsRemovedMedia: true), removedMedia.contains(checksum) {
      return .leaveOut
    }
    if local?.media.contains(where: { $0.sha256 == checksum }) == true { return .nothing }
    return acknowledged?.foreignMedia.contains(checksum) == true ? .ignore : .take
  }

  func newMediaCount(for purpose: NotesyncPlan.Purpose) -> Int {
    guard purpose != .push, case .alive(let version) = there else { return 0 }
    return version.media?.count { action(onMedia: $0, for: purpose) == .take } ?? 0
  }
}

/// The acknowledgements to record.
extension NoteObservation {
  /// The server has the note.
  func acknowledging(_ version: RemoteVersion) -> Acknowledgement {
    var known = acknowledged ?? Acknowledgement(version, sentTime: version.updated)
    if known.isDeleted { known.media = [] }
    known.know(version)
    known.serverTime = max(known.serverTime, version.updated)
    // Media that only the server has were never removed here; a sync fetches them.
    known.media.formUnion(localMedia.intersection(version.media ?? []))
    known.isDeleted = false
    known.path = path
    return known
  }

  /// The server's version was written or compared here; its media are still to be received.
  func acknowledgingArrival(of version: RemoteVersion, at path: VaultPath) -> Acknowledgement {
    var known = Acknowledgement(version, sentTime: acknowledged?.sentTime ?? version.updated)
    known.know(version)
    known.path = path
    known.foreignMedia = acknowledged?.foreignMedia ?? []
    known.media = known.foreignMedia
    guard let acknowledged, !acknowledged.isDeleted, acknowledged.contentHash != nil else {
      return known
    }
    known.serverTime = max(acknowledged.serverTime, version.updated)
    // Media that are here and no longer listed were removed there, unless the server was reset to an older state.
    if acknowledged.serverTime.seconds <= version.updated.seconds {
      known.media.formUnion(acknowledged.media.intersection(localMedia))
    }
    if version.media == nil { known.media = acknowledged.media }
    return known
  }

  /// The server has deleted the note; nil if it was never acknowledged.
  ///
  /// - Parameter keepsLocal: the note here is not sent as it is; else it counts as an edit.
  func acknowledgingDeletion(keepsLocal: Bool) -> Acknowledgement? {
    guard var known = acknowledged else { return nil }
    if case .deleted(let time, let updated) = there {
      known.serverTime = max(time, updated, known.serverTime)
    }
    known.knowDeleted(
      contentHash: keepsLocal ? local?.contentHash : nil, media: keepsLocal ? localMedia : [])
    known.path = path
    return known
  }

  private var localMedia: Set<String> { Set(local?.media.map(\.sha256) ?? []) }
}

extension Acknowledgement {
  init(_ version: RemoteVersion, sentTime: WireTime) {
    self.init(serverTime: version.updated, sentTime: sentTime, createdAt: version.created)
  }

  mutating func know(_ version: RemoteVersion) {
    know(contentHash: version.contentHash, version.labels)
  }
}

/// The part of a note that decides whether it has to be sent, small enough to keep for every note.
package struct NoteDigest: Hashable, Sendable {
  package var id: NoteID
  package var path: VaultPath
  package var isIDStored: Bool
  package var contentHash: String
  package var media: [MediaContent]
  package var updated: WireTime
  /// `updated`, or the file's modification time if an editor changed the note without setting it.
  var changed: WireTime

  init(_ note: VaultNote) {
    id = note.id
    path = note.path
    isIDStored = note.isIDStored
    contentHash = note.content.hash
    media = note.content.media
    updated = WireTime(seconds: note.updated.seconds)
    changed = updated
  }
}

/// The difference between a note in the vault and its acknowledged state.
package struct WaitingChange: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable { case create, edit, delete }

  package var kind: Kind
  package var noteID: NoteID
  /// The present or last path of the note.
  package var path: VaultPath?
  /// Text, tags or pin.
  package var changesContent: Bool
  /// Media that the server does not have.
  package var media: [MediaContent]

  /// The size of the media, in bytes.
  package var mediaSize: Int64 { media.reduce(0) { $0 + $1.size } }
}

extension WaitingChange {
  /// Identifies the refused content, so that it is not sent again.
  func fingerprint(_ contentHash: String = "") -> String {
    ([kind.rawValue, contentHash] + media.map { String($0.sha256.prefix(16)) })
      .joined(separator: "-")
  }
}
