internal import SystemCalls
internal import VaultFormat
internal import VaultStore

/// Puts together what is known of a note, and tells notes that are gone from those that cannot be read now.
struct NoteObserver {
  let snapshot: VaultSnapshot
  private let ledger: Ledger
  private let vault: Vault
  /// In seconds since 1970.
  private let now: Int64
  private let blockedIDs: Set<NoteID>
  private let blockedPaths: Set<VaultPath>
  /// Notes whose ids stand in files that cannot be read as notes.
  private let mentioned: Set<NoteID>
  /// Files without an id where a note with one was, written a moment ago: an editor may be saving it.
  private let beingSaved: Set<VaultPath>
  /// A file that cannot be read at all lies where the ledger knows of no note: it may be any that was moved.
  private let hidesAnyNote: Bool

  /// How long a program may take from emptying a file until it is written, in seconds.
  private static let savingTime: Int64 = 60

  init(_ snapshot: VaultSnapshot, _ ledger: Ledger, vault: Vault, now: Int64) {
    self.snapshot = snapshot
    self.ledger = ledger
    self.vault = vault
    self.now = now
    let blocked = snapshot.survey.blocked
    blockedIDs = Set(blocked.map(\.id))
    blockedPaths = Set(blocked.map(\.path))
    let hidden = blocked.filter(\.reason.hidesID)
    let nameless = Set(snapshot.notes.values.filter { !$0.isIDStored }.map(\.path))
    let missing =
      hidden.isEmpty && nameless.isEmpty
      ? [] : ledger.ids.filter { snapshot.notes[$0] == nil && ledger[$0]?.isDeleted == false }
    let places = Set(missing.compactMap { ledger[$0]?.path })
    var (mentioned, hidesAnyNote) = (Set<NoteID>(), false)
    for note in hidden where !missing.isEmpty {
      if let bytes = try? vault.folder.read(note.path).bytes {
        mentioned.formUnion(missing.filter { bytes.contains($0.text.utf8) })
      } else if !places.contains(note.path) {
        hidesAnyNote = true
      }
    }
    (self.mentioned, self.hidesAnyNote) = (mentioned, hidesAnyNote)
    beingSaved = nameless.intersection(places).filter { path in
      let modified = (try? vault.folder.status(path))?.modified.seconds
      return modified.map { now - Self.savingTime...now ~= $0 } ?? true
    }
  }
}

// MARK: - Observations

extension NoteObserver {
  func observation(of id: NoteID, there: RemoteNote = .unasked) -> NoteObservation {
    observation(of: id, here: here(id), there: there)
  }

  /// All that may have to be sent: files that cannot travel, notes in the order of their paths, and those that are gone.
  var departures: some Sequence<NoteObservation> {
    let missing = ledger.ids.sorted().filter {
      snapshot.notes[$0] == nil && ledger[$0]?.isDeleted == false
    }
    let blocked = snapshot.survey.blocked.map { ($0.id, LocalNote?.some(.blocked($0))) }
    return (blocked + (snapshot.order + missing).map { ($0, nil) }).lazy.map { id, here in
      observation(of: id, here: here ?? self.here(id))
    }
  }

  private func observation(
    of id: NoteID, here: LocalNote, there: RemoteNote = .unasked
  ) -> NoteObservation {
    var note = ledger.observation(of: id, here: here, there: there)
    note.refusal = ledger.setAside(id).flatMap { $0.isOver(at: now) ? nil : $0 }
    return note
  }

  private func here(_ id: NoteID) -> LocalNote {
    if let note = snapshot.notes[id] {
      return beingSaved.contains(note.path) ? .beingSaved(note) : .present(note)
    }
    if isHidden(id) { return .hidden }
    let isGone = !snapshot.survey.isIncomplete && !hidesAnyNote
    return isGone || ledger[id]?.isDeleted != false ? .absent : .uncertain
  }

  /// A note that is not in the snapshot is in the vault and cannot be read now.
  private func isHidden(_ id: NoteID) -> Bool {
    if blockedIDs.contains(id) || mentioned.contains(id) { return true }
    guard let known = ledger[id], !known.isDeleted, let path = known.path else { return false }
    if blockedPaths.contains(path) || beingSaved.contains(path) || isBehindLink(path) {
      return true
    }
    // A note that a cloud holds and this disk does not, at the moment.
    let placeholder = path.replacingName(
      with: Array(".".utf8) + path.name + Array(".icloud".utf8))
    return placeholder.map { (try? vault.folder.exists($0)) == true } ?? false
  }

  /// A link, which is not followed, stands in the place of the note or of a folder above it.
  private func isBehindLink(_ path: VaultPath) -> Bool {
    do {
      return try vault.folder.status(path)?.kind == .link
    } catch {
      return true
    }
  }
}

extension Ledger {
  /// What is written down of a note, beside what is seen of it.
  func observation(
    of id: NoteID, here: LocalNote, there: RemoteNote = .unasked
  ) -> NoteObservation {
    NoteObservation(
      id: id, here: here, acknowledged: self[id], pending: pendingOperations(on: id),
      removedMedia: removedMedia(of: id), there: there)
  }
}

extension BlockedNote.Reason {
  /// It cannot be told which note it is.
  fileprivate var hidesID: Bool {
    switch self {
    case .unreadable, .brokenFrontMatter: true
    case .unreadableMedia, .repeatedID, .notUTF8, .otherNote: false
    }
  }
}
