internal import Git
internal import SystemCalls
internal import VaultFormat
internal import VaultStore

/// Files that tl itself removed: they are in the trash.
struct TrashedFiles {
  private let vault: VaultFolder
  private let repository: Repository
  private let entries: [TrashEntry]

  init(_ vault: VaultFolder, _ repository: Repository) throws {
    self.vault = vault
    self.repository = repository
    entries = try Trash(vault).entries()
  }

  /// The deleted files that are in the trash, with the same path and the content of the last commit or, for a note, its
  /// id.
  ///
  /// An equal path alone may be of a file removed long ago.
  func deleted(_ changes: [LocalChange]) throws -> Set<VaultPath> {
    let deleted = changes.filter { $0.kind == .deleted && $0.old != nil }
    guard !deleted.isEmpty, !entries.isEmpty else { return [] }
    var places: [VaultPath: [VaultPath]] = [:]
    for entry in entries {
      if let file = entry.file { places[entry.origin, default: []].append(file) }
      guard let media = entry.media, let folder = MediaFolder(of: entry.origin)?.path else {
        continue
      }
      for item in (try? vault.list(media)) ?? [] where item.kind == .file {
        places[VaultPath(in: folder, named: item.name), default: []]
          .append(VaultPath(in: media, named: item.name))
      }
    }
    var found: Set<VaultPath> = []
    for change in deleted {
      let isThere = try (places[change.path] ?? []).contains { try isVersion($0, of: change) }
      if isThere { found.insert(change.path) }
    }
    return found
  }

  private func isVersion(_ place: VaultPath, of change: LocalChange) throws -> Bool {
    guard let old = change.old, let bytes = try? vault.read(place).bytes else { return false }
    if try Repository.blobID(of: bytes) == old.id { return true }
    guard change.isNoteByName, let id = NoteDocument(bytes).storedID,
      let known = try? repository.blob(old.id, limit: VaultFolder.readLimit)
    else { return false }
    return NoteDocument(known).storedID == id
  }
}
