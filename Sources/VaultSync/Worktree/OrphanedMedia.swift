internal import Git
internal import SystemCalls
internal import VaultFormat
internal import VaultStore

/// Media folders left behind when their notes were renamed with another program (docs/vault-format.md, rule V-6).
struct OrphanedMedia {
  private let difference: WorktreeDifference
  private let vault: VaultFolder
  private let repository: Repository
  private let filters: ContentView

  init(
    _ difference: WorktreeDifference, vault: VaultFolder, repository: Repository,
    filterProgram: FilterProgram?
  ) {
    self.difference = difference
    self.vault = vault
    self.repository = repository
    filters = ContentView(
      of: vault, repository: repository, difference: difference, filterProgram: filterProgram)
  }

  private struct Claimant {
    var path: VaultPath
    var id: NoteID?
    var document: NoteDocument
  }

  /// The folders that exactly one new note claims: by the id of the note in the last commit or, if none has it, by
  /// links into the folder.
  func moves() throws -> [MediaMove] {
    var orphans: [(folder: VaultPath, id: NoteID)] = []
    for change in difference.changes {
      if let orphan = orphan(change) { orphans.append(orphan) }
    }
    guard !orphans.isEmpty else { return [] }
    let claimants = difference.changes.compactMap(claimant)
    var moves: [MediaMove] = []
    for orphan in orphans {
      var claims = claimants.filter { $0.id == orphan.id }
      if claims.isEmpty { claims = claimants.filter { links($0, into: orphan.folder) } }
      guard claims.count == 1, let target = MediaFolder(of: claims[0].path)?.path,
        try !vault.exists(target), !moves.contains(where: { $0.to == target }),
        try keepsPrivacy(from: orphan.folder, to: target)
      else { continue }
      moves.append(MediaMove(from: orphan.folder, to: target, note: claims[0].path))
    }
    return moves
  }

  /// Whether each file stays as private as now: an encrypted or ignored file must not be pushed because a note was
  /// renamed.
  private func keepsPrivacy(from folder: VaultPath, to target: VaultPath) throws -> Bool {
    for name in try vault.allFiles(in: folder) {
      let path = VaultPath(in: folder, named: name.bytes)
      let moved = VaultPath(in: target, named: name.bytes)
      if try repository.isIgnored(path),
        try !repository.isIgnored(moved)
      {
        return false
      }
      let needs = (try filters.need(of: path), try filters.need(of: moved))
      if needs.0 != needs.1, needs.0.needsProgram || needs.1.needsProgram { return false }
    }
    return true
  }

  /// The media folder of a deleted note, and the id that the note had.
  private func orphan(_ change: LocalChange) -> (folder: VaultPath, id: NoteID)? {
    guard change.kind == .deleted, change.isNoteByName, let old = change.old,
      let media = MediaFolder(of: change.path),
      ((try? vault.status(media.path)) ?? nil)?.kind == .folder,
      media.twin.map({ (try? vault.exists($0)) == false }) ?? true,
      let bytes = filters.smudged(old.id, at: change.path)
    else { return nil }
    let id = NoteDocument(bytes).storedID ?? ProvisionalID.of(change.path)
    return (media.path, id)
  }

  private func claimant(_ change: LocalChange) -> Claimant? {
    guard change.kind == .added, change.isNoteByName, change.status != nil,
      let bytes = try? vault.read(change.path).bytes
    else { return nil }
    let document = NoteDocument(bytes)
    return Claimant(path: change.path, id: document.storedID, document: document)
  }

  private func links(_ claimant: Claimant, into folder: VaultPath) -> Bool {
    claimant.document.fileLinks.contains { link in
      link.targets(from: claimant.path.parent).contains { target in
        target.isBelow(folder) && (try? vault.exists(target)) == true
      }
    }
  }
}

extension NoteDocument {
  func correctingLinks(of move: MediaMove, in vault: VaultFolder) -> [UInt8] {
    relinking(from: move.note.parent) { link, _ in
      link.target(after: move, in: vault).map { LinkTarget($0) }
    }.bytes
  }
}

extension FileLink {
  /// The target of a link after the move; nil if it stays the same.
  fileprivate func target(after move: MediaMove, in vault: VaultFolder) -> VaultPath? {
    let folder = move.note.parent
    let here = targets(from: folder)
    if here.contains(where: { (try? vault.exists($0)) == true }) { return nil }
    // Relative to the note's present path, or to its previous one.
    for target in here + targets(from: move.from.parent) where target.isBelow(move.from) {
      let rest = target.bytes[move.from.bytes.count...]
      guard let new = VaultPath(move.to.bytes + rest), (try? vault.exists(new)) == true,
        !leads(to: new, from: folder)
      else { continue }
      return new
    }
    return nil
  }
}

/// Finds the media folders of notes that are or were sealed.
///
/// A commit's message outlasts the day on which such a note opens, and does not name what is in them.
struct SealedMedia {
  /// Nil to read from git only.
  var vault: VaultFolder?
  var repository: Repository
  /// The tree before the changes; nil if there is none.
  var tree: ObjectID?

  /// The folders that hold some of the first changes, by default as many as a message lists.
  func folders(
    of changes: [CommittedChange], first count: Int = CommitMessage.lines
  ) throws -> Set<VaultPath> {
    let folders = Set(changes.prefix(count).compactMap { Self.folder(of: $0.path) })
    guard !folders.isEmpty else { return [] }
    let entries = Dictionary(changes.map { ($0.path, [$0.old, $0.new]) }) { first, _ in first }
    return try folders.filter { folder in
      try MediaFolder.notes(ofFolder: folder).contains { note in
        if let content = try? vault?.read(note), NoteDocument(content.bytes).isOrWasSealed {
          return true
        }
        let before = try tree.flatMap { try repository.entry(at: note, inTree: $0) }
        return ([before] + entries[note, default: []]).contains { entry in
          guard let entry, let bytes = try? repository.blob(entry.id) else { return false }
          return NoteDocument(bytes).isOrWasSealed
        }
      }
    }
  }

  /// The media folder by its name, of a note that may be deleted.
  static func folder(of path: VaultPath) -> VaultPath? {
    path.foldersAbove.last { MediaFolder.isName($0.name) }
  }
}
