internal import VaultFormat
internal import VaultStore

/// The notes of a difference that have another path, and not gone.
struct MovedNotes {
  private var moved: Set<VaultPath> = []

  func contains(_ path: VaultPath) -> Bool { moved.contains(path) }

  /// By the file itself, by its content, by the id that it stores.
  init(_ changes: [LocalChange], _ vault: VaultFolder, _ repository: Repository) throws {
    let added = changes.filter { $0.kind == .added && $0.status != nil }
    guard !added.isEmpty else { return }
    // The number alone proves nothing: systems give that of a removed file to the next new one.
    let files = Dictionary(
      added.compactMap { change in change.status.map { (UInt32(truncatingIfNeeded: $0.inode), $0) }
      },
      uniquingKeysWith: { first, _ in first })
    var rest: [LocalChange] = []
    for change in changes where change.kind == .deleted {
      if let former = change.former, let status = files[former.inode], former.isSame(as: status) {
        moved.insert(change.path)
      } else {
        rest.append(change)
      }
    }
    guard !rest.isEmpty else { return }
    var contents: Set<ObjectID> = []
    var ids: Set<NoteID> = []
    for change in added where change.isNoteByName {
      guard let bytes = try? vault.read(change.path).bytes else { continue }
      contents.insert(try Repository.blobID(of: bytes))
      if let id = Self.storedID(of: bytes) { ids.insert(id) }
    }
    for change in rest {
      guard let old = change.old else { continue }
      if contents.contains(old.id) {
        moved.insert(change.path)
      } else if change.isNoteByName, !ids.isEmpty,
        let bytes = try? repository.blob(old.id, limit: VaultFolder.readLimit),
        let id = Self.storedID(of: bytes), ids.contains(id)
      {
        moved.insert(change.path)
      }
    }
  }

  static func storedID(of bytes: [UInt8]) -> NoteID? {
    NoteMetadata(of: NoteDocument(bytes), zone: .utc).id
  }
}

/// Where a file that is left out of a commit had another path before, that one stays in git too:
/// otherwise the last version that others have would go.
enum FormerPaths {
  /// - Parameters:
  ///   - deleted: what is gone from the folder.
  ///   - leftOut: paths that are left out and that git does not know.
  /// - Returns: the paths that stay, each with the one that it waits on.
  static func held(
    _ deleted: [LocalChange], for leftOut: [VaultPath], _ vault: VaultFolder,
    _ repository: Repository
  ) -> [LeftOut] {
    guard !deleted.isEmpty, !leftOut.isEmpty else { return [] }
    let files = leftOut.compactMap { path in File(path, vault) }
    guard !files.isEmpty else { return [] }
    let wantsIDs = files.contains { $0.id != nil }
    return deleted.compactMap { change in
      var id: NoteID?
      if wantsIDs, change.isNoteByName, let old = change.old {
        id = (try? repository.blob(old.id, limit: VaultFolder.readLimit)).flatMap(
          MovedNotes.storedID)
      }
      let successor = files.first { $0.succeeds(change, id) }
      return successor.map { LeftOut(change.path, .waits(on: $0.path)) }
    }
  }

  private struct File {
    var path: VaultPath
    var inode: UInt32
    var id: NoteID?

    /// Nil for what is no regular file.
    init?(_ path: VaultPath, _ vault: VaultFolder) {
      guard let status = (try? vault.status(path)) ?? nil, status.kind == .file else { return nil }
      self.path = path
      inode = UInt32(truncatingIfNeeded: status.inode)
      if path.isNoteByName {
        id = (try? vault.read(path)).flatMap { MovedNotes.storedID(of: $0.bytes) }
      }
    }

    func succeeds(_ change: LocalChange, _ id: NoteID?) -> Bool {
      // The number of a removed file may be another's soon; notes have better marks.
      let isSameFile =
        !path.isNoteByName && change.former?.inode == inode
        && change.path.fileExtension.elementsEqual(path.fileExtension)
      return isSameFile || change.path.name.elementsEqual(path.name) || (id != nil && id == self.id)
    }
  }
}

extension GitIndex.Entry {
  /// Whether a file under another name is the one of this entry, untouched.
  fileprivate func isSame(as status: FileStatus) -> Bool {
    inode == UInt32(truncatingIfNeeded: status.inode) && modified == status.modified
      && size == UInt32(truncatingIfNeeded: status.size)
  }
}
