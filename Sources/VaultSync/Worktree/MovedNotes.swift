internal import Git
internal import System
internal import VaultFormat
internal import VaultStore

/// The files of a difference that have another path, and are not gone.
struct MovedNotes {
  /// Where they were.
  private(set) var paths: Set<VaultPath> = []

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
        paths.insert(change.path)
      } else {
        rest.append(change)
      }
    }
    guard !rest.isEmpty else { return }
    var contents: Set<ObjectID> = []
    var ids: Set<NoteID> = []
    // Files that are no notes are read only where they may be the one that is gone.
    let sizes = Set(rest.compactMap { $0.isNoteByName ? nil : $0.former?.size })
    for change in added
    where change.isNoteByName
      || sizes.contains(UInt32(truncatingIfNeeded: change.status?.size ?? 0))
    {
      guard let bytes = try? vault.read(change.path).bytes else { continue }
      contents.insert(try Repository.blobID(of: bytes))
      if change.isNoteByName, let id = Self.storedID(of: bytes) { ids.insert(id) }
    }
    for change in rest {
      guard let old = change.old else { continue }
      if contents.contains(old.id) {
        paths.insert(change.path)
      } else if change.isNoteByName, !ids.isEmpty,
        let bytes = try? repository.blob(old.id, limit: VaultFolder.readLimit),
        let id = Self.storedID(of: bytes), ids.contains(id)
      {
        paths.insert(change.path)
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
