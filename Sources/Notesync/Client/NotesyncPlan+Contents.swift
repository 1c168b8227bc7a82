package import VaultFormat

// MARK: - What is to be sent

extension NotesyncPlan {
  package var changes: [WaitingChange] {
    steps.compactMap { step in
      switch step.action {
      case .send(let change): change
      case .acknowledge(_, let rest): rest
      default: nil
      }
    }
  }

  /// The notes that are not sent, and why.
  package var aside: [UnsentNote] {
    steps.compactMap { step in
      guard case .setAside(let reason) = step.action else { return nil }
      return UnsentNote(path: step.path, noteID: step.noteID, reason: reason)
    }
  }

  /// Notes that were deleted on the server and stay here as they are.
  package var onlyHere: [UnsentNote] {
    steps.filter { $0.action == .leaveHere }.map {
      UnsentNote(path: $0.path, noteID: $0.noteID, reason: .deletedElsewhere)
    }
  }

  /// Deletions that are too many to be meant; none of them is in `changes`.
  package var heldDeletions: [WaitingChange] {
    steps.compactMap { if case .holdDeletion(let change) = $0.action { change } else { nil } }
  }

  /// The size of the media to send, in bytes.
  package var mediaSize: Int64 { changes.reduce(0) { $0 + $1.mediaSize } }

  package func count(of kind: WaitingChange.Kind) -> Int { changes.count { $0.kind == kind } }

  /// Steps that send something.
  var departures: [Step] {
    steps.filter { if case .send = $0.action { true } else { false } }
  }

  /// Notes to send whose files have no id.
  var withoutStoredID: [NoteDigest] {
    departures.compactMap(\.observation.local).filter { !$0.isIDStored }
  }

  /// Decides again on the notes to send, with the server's versions.
  mutating func update(with remote: (NoteID) -> RemoteNote) {
    for index in steps.indices {
      var note = steps[index].observation
      note.there = remote(note.id)
      switch steps[index].action {
      case .send: break
      case .acknowledge(let known, _?) where note.there != .unasked:
        (note.acknowledged, note.pending) = (known, [])
      default: continue
      }
      steps[index].observation = note
      steps[index].action = Self.action(on: note, for: .push)
    }
  }

  mutating func setAside(_ reasons: [NoteID: UnsentNote.Reason]) {
    for index in steps.indices {
      guard case .send = steps[index].action else { continue }
      if let reason = reasons[steps[index].noteID] { steps[index].action = .setAside(reason) }
    }
  }
}

// MARK: - What comes in

extension NotesyncPlan.Step {
  package enum Outcome: String, Hashable, Sendable {
    case create, update, remove
    /// Both sides changed: one version becomes a conflict copy.
    case conflict
  }

  /// The change of the note here; nil if there is none.
  package var outcome: Outcome? {
    switch action {
    case .create: .create
    case .take(let copies), .join(_, let copies): copies ? .conflict : .update
    case .keep(let copies): copies ? .conflict : newMediaCount > 0 ? .update : nil
    case .remove: .remove
    default: nil
    }
  }
}

extension NotesyncPlan {
  /// Steps that change the vault.
  package var arrivals: [Step] { steps.filter { $0.outcome != nil } }

  /// Notes that are no longer on the server and stay, because they are too many to be meant.
  package var heldRemovals: [VaultPath] {
    steps.compactMap { $0.action == .holdRemoval ? $0.path : nil }
  }

  mutating func append(_ other: NotesyncPlan) { steps += other.steps }
}
