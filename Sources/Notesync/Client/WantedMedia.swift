internal import VaultFormat

/// Which data of media are wanted of a list.
///
/// Used by one task.
final class WantedMedia {
  let snapshot: VaultSnapshot
  private let ledger: Ledger
  private let purpose: NotesyncPlan.Purpose?
  private let observer: NoteObserver
  private let here: Set<String>
  private let costsNothing: () -> Bool
  /// Notes that are not here and come back, as they were changed on the server.
  private var returning: Set<NoteID> = []

  /// - Parameters:
  ///   - purpose: nil wants nothing.
  ///   - costsNothing: the server sends data whether they are wanted or not.
  init(
    _ observer: NoteObserver, _ ledger: Ledger, for purpose: NotesyncPlan.Purpose?,
    costsNothing: @escaping () -> Bool = { false }
  ) {
    snapshot = observer.snapshot
    self.ledger = ledger
    self.purpose = purpose
    self.costsNothing = costsNothing
    self.observer = observer
    here = Set(snapshot.notes.values.flatMap { $0.media.map(\.sha256) })
  }

  /// Looks at notes whose media are to be asked for.
  func note(_ notes: [WireNote]) {
    for note in notes where snapshot.notes[note.noteID] == nil {
      let observed = observer.observation(
        of: note.noteID, there: .alive(RemoteVersion(note)))
      if NotesyncPlan.action(on: observed, for: .pull) == .create { returning.insert(note.noteID) }
    }
  }

  /// - Parameter noteID: nil where it is not known yet.
  func includes(_ checksum: String, of noteID: NoteID?) -> Bool {
    guard let purpose, !here.contains(checksum) else { return false }
    guard let noteID else { return true }
    let local = snapshot.notes[noteID]
    let note = ledger.observation(of: noteID, here: local.map { .present($0) } ?? .absent)
    switch note.action(onMedia: checksum, for: purpose) {
    case .leaveOut, .nothing: return false
    case .ignore: return purpose != .pull
    case .take: break
    }
    // Of a note that is deleted here, or cannot be read, what was there once is not wanted.
    let isGone = local == nil && note.acknowledged?.isDeleted == false && purpose == .pull
    return isGone && !returning.contains(noteID)
      && note.acknowledged?.media.contains(checksum) == true ? costsNothing() : true
  }
}
