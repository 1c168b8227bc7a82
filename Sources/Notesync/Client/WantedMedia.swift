internal import VaultFormat
internal import VaultStore

/// Which data of media are wanted of a list.
///
/// Used by one task.
final class WantedMedia {
  let snapshot: VaultSnapshot
  private let ledger: Ledger
  private let purpose: Puller.Purpose?
  private let absent: MissingNotes
  private let here: Set<String>
  private let costsNothing: () -> Bool
  /// Notes that are not here and come back, as they were changed on the server.
  private var returning: Set<NoteID> = []

  /// - Parameters:
  ///   - purpose: nil wants nothing.
  ///   - costsNothing: the server sends data whether they are wanted or not.
  init(
    _ snapshot: VaultSnapshot, _ ledger: Ledger, _ vault: Vault, _ purpose: Puller.Purpose?,
    now: Int64, costsNothing: @escaping () -> Bool = { false }
  ) {
    self.snapshot = snapshot
    self.ledger = ledger
    self.purpose = purpose
    self.costsNothing = costsNothing
    absent = MissingNotes(snapshot, ledger, vault, now: now)
    here = Set(snapshot.notes.values.flatMap { $0.media.map(\.sha256) })
  }

  /// Looks at notes whose media are to be asked for.
  func note(_ notes: [WireNote]) {
    for note in notes where snapshot.notes[note.noteID] == nil {
      let decision = PullDecision(
        local: nil, acknowledged: ledger.acknowledgement(of: note.noteID, seeing: note),
        server: note, isRestore: false, sameText: false)
      if decision == .create, !absent.isOutOfSight(note.noteID) { returning.insert(note.noteID) }
    }
  }

  /// - Parameter noteID: nil where it is not known yet.
  func includes(_ checksum: String, of noteID: NoteID?) -> Bool {
    guard let purpose, !here.contains(checksum) else { return false }
    guard let noteID, purpose != .restore(bringsRemovedMedia: true) else { return true }
    if ledger.removedMedia(of: noteID).contains(checksum) { return false }
    guard purpose == .sync, let known = ledger[noteID] else { return true }
    // Of a note that is deleted here, or cannot be read, what was there once is not wanted.
    if snapshot.notes[noteID] == nil, !known.isDeleted, !returning.contains(noteID),
      known.media.contains(checksum)
    {
      return costsNothing()
    }
    return !known.foreignMedia.contains(checksum)
  }
}
