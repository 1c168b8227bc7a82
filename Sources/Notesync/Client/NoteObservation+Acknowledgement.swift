internal import VaultFormat

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
