package import VaultFormat

/// What a push, a pull or a restore does with each note, decided from values alone.
package struct NotesyncPlan: Hashable, Sendable {
  package enum Purpose: Hashable, Sendable {
    case push
    /// The first half of a sync.
    case pull
    /// Fetches notes and media that are missing here.
    case restore(bringsRemovedMedia: Bool)
  }

  /// One note and what to do with it.
  package struct Step: Hashable, Sendable {
    var observation: NoteObservation
    package internal(set) var action: NotesyncAction
    /// The number of media to add.
    let newMediaCount: Int

    package var noteID: NoteID { observation.id }
    /// The present or last path of the note; nil for a new note, whose path is chosen later.
    package var path: VaultPath? { action == .create ? nil : observation.path }
  }

  /// When deletions wait for a confirmation.
  struct DeletionLimits {
    var allowsAll: Bool
    /// The number of notes before any deletion.
    var noteCount: Int

    /// More than a person deletes by hand, or all notes.
    func holds(_ count: Int) -> Bool {
      !allowsAll && count > 0
        && (DeletionLimit.isExceeded(by: count, of: noteCount) || count >= noteCount)
    }
  }

  /// Without notes for which there is nothing to do.
  package internal(set) var steps: [Step] = []

  package init() {}

  /// - Parameters:
  ///   - limits: for deletions in either direction.
  ///   - serverTime: the latest time on the server; nil: it has no notes.
  init(
    _ observations: some Sequence<NoteObservation>, for purpose: Purpose, limits: DeletionLimits,
    serverTime: WireTime? = nil
  ) {
    steps = observations.compactMap { note in
      let action = Self.action(on: note, for: purpose, serverTime: serverTime)
      guard action != .nothing else { return nil }
      return Step(
        observation: note, action: action, newMediaCount: note.newMediaCount(for: purpose))
    }
    hold(limits)
  }

  private mutating func hold(_ limits: DeletionLimits) {
    let held = steps.indices.compactMap { index -> (Int, NotesyncAction)? in
      switch steps[index].action {
      case .send(let change) where change.kind == .delete: (index, .holdDeletion(change))
      case .remove: (index, .holdRemoval)
      default: nil
      }
    }
    guard limits.holds(held.count) else { return }
    for (index, action) in held { steps[index].action = action }
  }
}

// MARK: - One note

extension NotesyncPlan {
  static func action(
    on note: NoteObservation, for purpose: Purpose, serverTime: WireTime? = nil
  ) -> NotesyncAction {
    switch (purpose, note.there) {
    case (.push, _): departure(of: note)
    case (_, .unasked), (.restore, .unknown), (.restore, .deleted): .nothing
    case (.pull, .unknown), (.pull, .deleted): deletion(of: note, serverTime: serverTime)
    case (_, .alive(let version)): arrival(of: version, on: note, for: purpose)
    }
  }

  private static func departure(of note: NoteObservation) -> NotesyncAction {
    switch note.here {
    case .blocked(let note) where note.reason == .staysInVault: return .nothing
    case .blocked(let note): return .setAside(.blocked(note.reason))
    case .beingSaved: return .setAside(.changing)
    case .hidden, .uncertain: return .nothing
    case .present, .absent: break
    }
    guard let change = note.change else {
      return note.local != nil && note.acknowledged?.isDeleted == true ? .leaveHere : .nothing
    }
    if let refusal = note.refusal,
      refusal.fingerprint == change.fingerprint(note.local?.contentHash ?? "")
    {
      return .setAside(UnsentNote.Reason(refusal, isNew: note.acknowledged == nil))
    }
    switch note.there {
    case .unasked, .unknown: return .send(change)
    case .deleted where note.isForgotten:
      return note.local == nil ? .acknowledgeDeletion : .setAside(.deletedElsewhere)
    case .deleted: return .send(change)
    case .alive(let version): return departure(of: change, note, over: version)
    }
  }

  private static func departure(
    of change: WaitingChange, _ note: NoteObservation, over version: RemoteVersion
  ) -> NotesyncAction {
    let isUnchanged =
      note.known.map { !$0.isDeleted && $0.contentHash == version.contentHash } ?? false
    // A later version with the same text may have a new picture.
    let isLater = note.known.map { version.updated.seconds > $0.serverTime.seconds } ?? true
    let isSame = note.local?.contentHash == version.contentHash
    // Sending an unanswered operation again shows what it did, media included.
    let isKnownAgain = isUnchanged && !note.pending.isEmpty
    // Only the time of forgotten content is known: if it is unchanged, so is the content.
    let hasForgottenTime = note.isForgotten && version.updated == note.acknowledged?.serverTime
    switch change.kind {
    case .create, .edit:
      if isSame, !isKnownAgain { return acknowledge(version, note) }
      if isUnchanged { return .send(change) }
      return hasForgottenTime ? acknowledge(version, note) : .setAside(.changedElsewhere)
    case .delete:
      let isExpected = isUnchanged || note.isForgotten
      return isExpected && !isLater ? .send(change) : .setAside(.changedElsewhere)
    }
  }

  private static func acknowledge(
    _ version: RemoteVersion, _ note: NoteObservation
  ) -> NotesyncAction {
    var after = note
    after.acknowledged = note.acknowledging(version)
    after.pending = []
    return .acknowledge(note.acknowledging(version), rest: after.change)
  }

  private static func arrival(
    of version: RemoteVersion, on note: NoteObservation, for purpose: Purpose
  ) -> NotesyncAction {
    switch note.here {
    case .present(let local), .beingSaved(let local):
      return arrival(of: version, on: note, over: local)
    case .uncertain where purpose != .pull, .absent: break
    case .blocked(let blocked) where blocked.reason == .staysInVault: return .nothing
    case .blocked, .hidden, .uncertain:
      let isKnown = note.known?.contentHash == version.contentHash
      return purpose == .pull && isKnown ? .nothing : .reportUnreadable
    }
    guard purpose == .pull, let known = note.known, !known.isDeleted else { return .create }
    // It was deleted here, and the server does not know yet. A later version with the same text may have a new picture.
    let isLater = version.updated.seconds > known.serverTime.seconds
    let isSame = known.contentHash.map { $0 == version.contentHash } ?? true
    return isSame && !isLater ? .nothing : .create
  }

  private static func arrival(
    of version: RemoteVersion, on note: NoteObservation, over local: NoteDigest
  ) -> NotesyncAction {
    if local.contentHash == version.contentHash { return .keep(copyingRemote: false) }
    let join = NotesyncAction.join(
      takingRemote: version.updated.seconds > local.changed.seconds,
      copyingOther: !version.hasLocalText)
    guard let known = note.known, !known.isDeleted else { return join }
    // Only the time of forgotten content is known: if it is the same, only this side changed.
    guard let base = known.contentHash else {
      return version.updated == known.serverTime ? .keep(copyingRemote: false) : join
    }
    if local.contentHash != base {
      return version.contentHash == base ? .keep(copyingRemote: false) : join
    }
    // A server that was reset to an older state has lost what it acknowledged.
    if version.updated.seconds < known.serverTime.seconds {
      return .keep(copyingRemote: !version.hasLocalText)
    }
    return .take(copyingLocal: version.updated <= known.serverTime && !version.hasLocalText)
  }

  private static func deletion(
    of note: NoteObservation, serverTime: WireTime?
  ) -> NotesyncAction {
    guard let known = note.acknowledged else { return .nothing }
    switch note.here {
    case .blocked, .hidden, .uncertain: return .nothing
    case .absent: return .acknowledgeDeletion
    case .present(let local), .beingSaved(let local):
      // The server was reset to an older state and lost it.
      if note.there == .unknown, let serverTime, known.serverTime > serverTime {
        return .acknowledgeDeletion
      }
      // An edit survives a deletion, and so does a restored note: it is sent again with a later time.
      let isAsAcknowledged =
        local.contentHash == known.contentHash
        && local.media.allSatisfy { known.media.contains($0.sha256) }
      return isAsAcknowledged && !note.wasDeletedFromHere ? .remove : .acknowledgeDeletion
    }
  }
}

/// What to do with one note.
package enum NotesyncAction: Hashable, Sendable {
  case nothing

  // To the server.

  /// Send the note, its media or its deletion.
  case send(WaitingChange)
  /// A deletion that waits for a confirmation, because there are too many.
  case holdDeletion(WaitingChange)
  /// Record that the server has the note as it is here; send what it lacks.
  case acknowledge(Acknowledgement, rest: WaitingChange?)
  /// Do not send it.
  case setAside(UnsentNote.Reason)
  /// It was deleted on the server and stays here until it changes.
  case leaveHere

  // From the server.

  /// Write a new note.
  case create
  /// Replace the version here by the server's.
  case take(copyingLocal: Bool)
  /// Keep the version here, and add media only.
  case keep(copyingRemote: Bool)
  /// Both sides changed it: the text of one side, and the tags and the pin of both.
  case join(takingRemote: Bool, copyingOther: Bool)
  /// Move the note here to the trash.
  case remove
  /// A removal that waits for a confirmation, because there are too many.
  case holdRemoval
  /// Record that the server deleted it; a note here counts as an edit.
  case acknowledgeDeletion
  /// The server's version differs, and the note here cannot be read.
  case reportUnreadable
}

/// A note that is not sent, and why; the other notes are.
package struct UnsentNote: Hashable, Sendable {
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

extension UnsentNote.Reason {
  init(_ note: RefusedNote, isNew: Bool) {
    switch note.status {
    case 200: self = .keptOtherwise
    case 500... where isNew: self = .failsOnNew(status: note.status)
    default: self = .refused(status: note.status, note.reason)
    }
  }
}
