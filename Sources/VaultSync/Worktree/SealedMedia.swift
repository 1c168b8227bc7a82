internal import Git
internal import VaultFormat
internal import VaultStore

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
