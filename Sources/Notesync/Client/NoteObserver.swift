internal import SystemCalls
internal import VaultFormat
internal import VaultStore

/// Collects the known state of each note, and distinguishes removed notes from unreadable ones.
struct NoteObserver {
  let snapshot: VaultSnapshot
  private let ledger: Ledger
  private let vault: Vault
  /// Now, in seconds since 1970.
  private let now: Int64
  private let blocked: [NoteID: BlockedNote]
  private let blockedPaths: Set<VaultPath>
  /// Notes whose ids are in files that cannot be read as notes.
  private let mentioned: Set<NoteID>
  /// Files without an id at the paths of notes with one, just written: an editor may be saving them.
  private let beingSaved: Set<VaultPath>
  /// There is an unreadable file at a path unknown to the ledger: it may be any note that was moved.
  private let hidesAnyNote: Bool

  /// The time that a program may take between truncating and writing a file, in seconds.
  private static let savingTime: Int64 = 60

  init(_ snapshot: VaultSnapshot, _ ledger: Ledger, vault: Vault, now: Int64) {
    self.snapshot = snapshot
    self.ledger = ledger
    self.vault = vault
    self.now = now
    let blocked = snapshot.survey.blocked
    self.blocked = Dictionary(blocked.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    // A page may have taken the place of a note that is gone.
    blockedPaths = Set(blocked.filter { $0.reason != .staysInVault }.map(\.path))
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

  /// All candidates for sending: notes that cannot be sent, notes in the order of their paths, and removed notes.
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
    if let note = blocked[id], note.reason == .staysInVault { return .blocked(note) }
    if isHidden(id) { return .hidden }
    let isGone = !snapshot.survey.isIncomplete && !hidesAnyNote
    return isGone || ledger[id]?.isDeleted != false ? .absent : .uncertain
  }

  /// Whether a note that is not in the snapshot is in the vault but cannot be read now.
  private func isHidden(_ id: NoteID) -> Bool {
    if blocked[id] != nil || mentioned.contains(id) { return true }
    guard let known = ledger[id], !known.isDeleted, let path = known.path else { return false }
    if blockedPaths.contains(path) || beingSaved.contains(path) || isBehindLink(path) {
      return true
    }
    // A note that iCloud has moved off this disk.
    let placeholder = path.replacingName(
      with: Array(".".utf8) + path.name + Array(".icloud".utf8))
    return placeholder.map { (try? vault.folder.exists($0)) == true } ?? false
  }

  /// Whether the note or a folder above it is a link, which is not followed.
  private func isBehindLink(_ path: VaultPath) -> Bool {
    do {
      return try vault.folder.status(path)?.kind == .link
    } catch {
      return true
    }
  }
}

extension Ledger {
  /// Combines the recorded and the observed state of a note.
  func observation(
    of id: NoteID, here: LocalNote, there: RemoteNote = .unasked
  ) -> NoteObservation {
    NoteObservation(
      id: id, here: here, acknowledged: self[id], pending: pendingOperations(on: id),
      removedMedia: removedMedia(of: id), there: there)
  }
}

extension BlockedNote.Reason {
  /// Whether its id cannot be known.
  fileprivate var hidesID: Bool {
    switch self {
    case .unreadable, .brokenFrontMatter: true
    case .unreadableMedia, .repeatedID, .notUTF8, .otherNote, .staysInVault: false
    }
  }
}

/// A snapshot of all notes of the vault.
struct VaultSnapshot {
  private(set) var notes: [NoteID: NoteDigest] = [:]
  /// Ids of `notes` in the order of their paths.
  private(set) var order: [NoteID] = []
  private(set) var survey = VaultNotes.Survey()

  init(_ source: VaultNotes, _ ledger: Ledger) throws {
    var (notes, order) = ([NoteID: NoteDigest](), [NoteID]())
    survey = try source.forEach(placedAt: { ledger[$0]?.path }) { note in
      notes[note.id] = NoteDigest(note)
      order.append(note.id)
    }
    (self.notes, self.order) = (notes, order)
  }
}
