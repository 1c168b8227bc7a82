internal import Git
internal import SystemCalls
internal import VaultFormat
internal import VaultStore

/// The files of a difference that were moved, not deleted.
struct MovedNotes {
  /// Their previous paths.
  private(set) var paths: Set<VaultPath> = []

  /// By inode, content, or the stored id.
  init(_ changes: [LocalChange], vault: VaultFolder, repository: Repository) throws {
    let added = changes.filter { $0.kind == .added && $0.status != nil }
    guard !added.isEmpty else { return }
    // The inode number alone proves nothing: systems reuse that of a deleted file.
    let files = Dictionary(
      added.compactMap(\.status).map { (UInt32(truncatingIfNeeded: $0.inode), $0) }
    ) { first, _ in first }
    var rest: [LocalChange] = []
    for change in changes where change.kind == .deleted {
      if let former = change.former, let status = files[former.inode], former.isSame(as: status) {
        paths.insert(change.path)
      } else {
        rest.append(change)
      }
    }
    guard !rest.isEmpty else { return }
    var contents: Set<ObjectID> = []
    var ids: Set<NoteID> = []
    // Other files are read only if their size is that of a deleted one.
    let sizes = Set(rest.compactMap { $0.isNoteByName ? nil : $0.former?.size })
    for change in added
    where change.isNoteByName
      || sizes.contains(UInt32(truncatingIfNeeded: change.status?.size ?? 0))
    {
      guard let bytes = try? vault.read(change.path).bytes else { continue }
      contents.insert(try Repository.blobID(of: bytes))
      if change.isNoteByName, let id = NoteDocument(bytes).storedID { ids.insert(id) }
    }
    for change in rest {
      guard let old = change.old else { continue }
      if contents.contains(old.id) {
        paths.insert(change.path)
      } else if change.isNoteByName, !ids.isEmpty,
        let bytes = try? repository.blob(old.id, limit: VaultFolder.readLimit),
        let id = NoteDocument(bytes).storedID, ids.contains(id)
      {
        paths.insert(change.path)
      }
    }
  }
}

/// If a file that is left out of a commit was moved, its previous path stays in git: otherwise others would lose their
/// last version.
enum FormerPaths {
  /// - Parameters:
  ///   - deleted: files deleted from the folder.
  ///   - skipped: paths that are left out and untracked.
  /// - Returns: the paths that stay, each with the one that it waits for.
  static func held(
    _ deleted: [LocalChange], for skipped: [VaultPath], vault: VaultFolder,
    repository: Repository
  ) -> [SkippedPath] {
    guard !deleted.isEmpty, !skipped.isEmpty else { return [] }
    let files = skipped.compactMap { path in File(path, vault) }
    guard !files.isEmpty else { return [] }
    let wantsIDs = files.contains { $0.id != nil }
    return deleted.compactMap { change in
      var id: NoteID?
      if wantsIDs, change.isNoteByName, let old = change.old {
        id = (try? repository.blob(old.id, limit: VaultFolder.readLimit))
          .flatMap { NoteDocument($0).storedID }
      }
      let successor = files.first { $0.succeeds(change, id) }
      return successor.map { SkippedPath(change.path, .blocked(by: $0.path)) }
    }
  }

  private struct File {
    var path: VaultPath
    var inode: UInt32
    var id: NoteID?

    /// Nil unless it is a regular file.
    init?(_ path: VaultPath, _ vault: VaultFolder) {
      guard let status = (try? vault.status(path)) ?? nil, status.kind == .file else { return nil }
      self.path = path
      inode = UInt32(truncatingIfNeeded: status.inode)
      if path.isNoteByName {
        id = (try? vault.read(path)).flatMap { NoteDocument($0.bytes).storedID }
      }
    }

    func succeeds(_ change: LocalChange, _ id: NoteID?) -> Bool {
      // The inode number of a deleted file may be reused soon; notes have better keys.
      let isSameFile =
        !path.isNoteByName && change.former?.inode == inode
        && change.path.fileExtension.elementsEqual(path.fileExtension)
      return isSameFile || change.path.name.elementsEqual(path.name) || (id != nil && id == self.id)
    }
  }
}

extension GitIndex.Entry {
  /// Whether a file under another name is that of this entry, unchanged.
  fileprivate func isSame(as status: FileStatus) -> Bool {
    inode == UInt32(truncatingIfNeeded: status.inode) && modified == status.modified
      && size == UInt32(truncatingIfNeeded: status.size)
  }
}

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
