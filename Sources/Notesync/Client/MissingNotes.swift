internal import System
internal import VaultFormat
internal import VaultStore

/// Tells the notes that are gone from the vault from those that are only out of sight.
struct MissingNotes {
  private let snapshot: VaultSnapshot
  private let ledger: Ledger
  private let vault: Vault
  private let blockedIDs: Set<NoteID>
  private let blockedPaths: Set<VaultPath>
  /// Notes whose ids stand in files that cannot be read as notes.
  private let mentioned: Set<NoteID>
  /// Files without an id where a note with one was, written a moment ago: somebody may be in the middle of saving it.
  let inTheMaking: Set<VaultPath>
  /// A file that cannot be read at all lies where the ledger knows of no note: it may be any that was moved.
  private let hidesAnyNote: Bool

  /// How long a program may take from emptying a file until it is written, in seconds.
  private static let savingTime: Int64 = 60

  /// - Parameter now: in seconds since 1970.
  init(_ snapshot: VaultSnapshot, _ ledger: Ledger, _ vault: Vault, now: Int64) {
    self.snapshot = snapshot
    self.ledger = ledger
    self.vault = vault
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
    inTheMaking = nameless.intersection(places).filter { path in
      let modified = (try? vault.folder.status(path))?.modified.seconds
      return modified.map { now - Self.savingTime...now ~= $0 } ?? true
    }
  }

  /// Whether a note is in the vault though it cannot be read now.
  func isHidden(_ id: NoteID) -> Bool {
    if snapshot.notes[id] != nil { return false }
    if blockedIDs.contains(id) || mentioned.contains(id) { return true }
    guard let known = ledger[id], !known.isDeleted, let path = known.path else { return false }
    if blockedPaths.contains(path) || inTheMaking.contains(path) || isBehindLink(path) {
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

  /// Whether a note of the ledger is surely not in the vault any more.
  func isGone(_ id: NoteID) -> Bool {
    snapshot.notes[id] == nil && !snapshot.survey.isIncomplete && !hidesAnyNote && !isHidden(id)
  }

  /// Whether the vault has a note, as far as anybody knows, that cannot be read now.
  func isOutOfSight(_ id: NoteID) -> Bool {
    if isHidden(id) { return true }
    guard snapshot.notes[id] == nil, let known = ledger[id] else { return false }
    return !known.isDeleted && !isGone(id)
  }
}

extension BlockedNote.Reason {
  /// Nobody can tell which note it is.
  fileprivate var hidesID: Bool {
    switch self {
    case .unreadable, .brokenFrontMatter: true
    case .unreadableMedia, .repeatedID, .notUTF8, .otherNote: false
    }
  }
}
