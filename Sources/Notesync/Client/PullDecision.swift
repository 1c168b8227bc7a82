/// What becomes of a note that the server has, seen beside the vault and what was acknowledged.
enum PullDecision: Hashable {
  /// Text, tags and pin are the same here.
  case same
  /// It is not here.
  case create
  /// It was deleted here, which the server does not know yet.
  case leaveDeleted
  /// The server's version counts; the one here is kept as a copy where somebody may miss it.
  case takeServer(keepingLocal: Bool)
  /// The version here counts and is to be sent.
  case keepLocal(keepingServer: Bool)
  /// Both sides changed it: the later text counts, the other one is kept as a copy where somebody may miss it, and the
  /// tags and the pin are joined.
  case join(takingServer: Bool, keepingOther: Bool)

  /// The note in the vault.
  struct Local: Hashable {
    var contentHash: String
    /// When it was changed last, by whatever editor.
    var updated: WireTime
  }

  /// - Parameters:
  ///   - isRestore: what is not here is wanted back, whatever the reason.
  ///   - sameText: whether the texts are equal, so that only tags or the pin differ.
  init(
    local: Local?, acknowledged: Acknowledgement?, server: WireNote, isRestore: Bool,
    sameText: Bool
  ) {
    let serverHash = NoteContent(server).hash
    guard let local else {
      self = Self.withoutLocal(acknowledged, server, isRestore: isRestore)
      return
    }
    if local.contentHash == serverHash {
      self = .same
      return
    }
    let serverIsNewer = server.updatedAt.seconds > local.updated.seconds
    guard let acknowledged, !acknowledged.isDeleted else {
      self = .join(takingServer: serverIsNewer, keepingOther: !sameText)
      return
    }
    // Of an acknowledgement that was forgotten nothing is known but times: the same one, and only this side changed.
    guard let base = acknowledged.contentHash else {
      self =
        server.updatedAt == acknowledged.serverTime
        ? .keepLocal(keepingServer: false)
        : .join(takingServer: serverIsNewer, keepingOther: !sameText)
      return
    }
    switch (local.contentHash != base, serverHash != base) {
    case (true, false): self = .keepLocal(keepingServer: false)
    case (false, _):
      let (now, before) = (server.updatedAt, acknowledged.serverTime)
      // A server that went back in time has lost what was acknowledged.
      self =
        now.seconds < before.seconds
        ? .keepLocal(keepingServer: serverHash != base && !sameText)
        : .takeServer(keepingLocal: now <= before && !sameText)
    case (true, true): self = .join(takingServer: serverIsNewer, keepingOther: !sameText)
    }
  }

  private static func withoutLocal(
    _ acknowledged: Acknowledgement?, _ server: WireNote, isRestore: Bool
  ) -> PullDecision {
    guard let acknowledged, !isRestore, !acknowledged.isDeleted else { return .create }
    // The same text with a later time may have got a picture.
    let isLater = server.updatedAt.seconds > acknowledged.serverTime.seconds
    let hasSameContent = acknowledged.contentHash.map { $0 == NoteContent(server).hash } ?? true
    return hasSameContent && !isLater ? .leaveDeleted : .create
  }
}
