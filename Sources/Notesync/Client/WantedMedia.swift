internal import VaultFormat

/// Decides which media data of a list are wanted.
///
/// Used by one task.
final class WantedMedia {
  let snapshot: VaultSnapshot
  private let ledger: Ledger
  private let purpose: NotesyncPlan.Purpose?
  private let observer: NoteObserver
  private let here: Set<String>
  private let costsNothing: () -> Bool
  /// Notes that were removed here and return because they were changed on the server.
  private var returning: Set<NoteID> = []

  /// - Parameters:
  ///   - purpose: nil if no data are wanted.
  ///   - costsNothing: the server sends all data in any case.
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

  /// Adds notes whose media are to be requested.
  func note(_ notes: [WireNote]) {
    for note in notes where snapshot.notes[note.noteID] == nil {
      let observed = observer.observation(
        of: note.noteID, there: .alive(RemoteVersion(note)))
      if NotesyncPlan.action(on: observed, for: .pull) == .create { returning.insert(note.noteID) }
    }
  }

  /// - Parameter noteID: nil if not yet known.
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
    // Former media of a note that is deleted or unreadable here are not wanted.
    let isGone = local == nil && note.acknowledged?.isDeleted == false && purpose == .pull
    return isGone && !returning.contains(noteID)
      && note.acknowledged?.media.contains(checksum) == true ? costsNothing() : true
  }
}
