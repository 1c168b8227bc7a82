package import Git
package import VaultFormat
internal import VaultStore

/// Reads a repository for a merge.
package struct TreeReader {
  package typealias Name = (name: [UInt8], isFolder: Bool)

  package var blob: (ObjectID) throws -> [UInt8]
  /// The paths at which two trees differ, in their order; a nil tree is empty.
  package var changes: (_ from: ObjectID?, _ to: ObjectID?) throws -> [TreeChange]
  /// The file at a path; nil for none and for a folder.
  package var entry: (_ path: VaultPath, _ tree: ObjectID?) throws -> TreeEntry?
  /// The names in a folder (nil: the root), not below it; none if the folder does not exist.
  package var names: (_ folder: VaultPath?, _ tree: ObjectID?) throws -> [Name]
  /// The notes of a tree that store an id.
  ///
  /// Reads every note: needed only if both sides added a file with the same id at different paths.
  package var notes: (_ id: NoteID, _ tree: ObjectID?) throws -> [VaultPath]
  package var blobID: ([UInt8]) -> ObjectID
  /// Whether a blob has more bytes than `blob` reads.
  package var isTooLarge: (ObjectID) throws -> Bool
  /// Nil if the vault is the root of its repository.
  var attributesAbove: AttributesAbove?
}

extension TreeReader {
  /// Reads the trees of a repository.
  init(_ repository: Repository) {
    self.init(
      blob: { try repository.blob($0) },
      changes: { try repository.changes(from: $0, to: $1) },
      entry: { try repository.entry(at: $0, inTree: $1) },
      names: { try repository.names(in: $0, tree: $1) },
      notes: { try Self.notes(storing: $0, in: $1, repository: repository) },
      blobID: { Repository.idOfBlob($0) },
      isTooLarge: { try Self.isOverLimit($0, in: repository) })
  }

  /// Reads the trees of a repository for a merge.
  ///
  /// - Parameter head: whose attribute files above the vault count for both sides; a sync refuses a commit that changes
  ///   them.
  init(_ repository: Repository, at head: ObjectID) throws(GitError) {
    self.init(repository)
    guard let prefix = repository.prefix else { return }
    let root = try repository.commit(head).rootTree
    attributesAbove = AttributesAbove(vault: prefix) { path in
      guard let entry = try repository.entry(at: path, inTree: root), entry.mode.isRegular else {
        return nil
      }
      return try repository.attributeFile(entry.id, at: path)
    }
  }

  private static func isOverLimit(
    _ blob: ObjectID, in repository: Repository
  ) throws(GitError) -> Bool {
    try repository.blobSize(blob) > Int64(Repository.largestBlob)
  }

  /// Reads every note of the tree, unless it is too large.
  private static func notes(
    storing id: NoteID, in tree: ObjectID?, repository: Repository
  ) throws -> [VaultPath] {
    var paths: [VaultPath] = []
    try repository.forEachFile(inTree: tree) { path, entry in
      guard entry.mode.isRegular, path.isNoteByName,
        try !isOverLimit(entry.id, in: repository)
      else { return }
      if try NoteDocument(repository.blob(entry.id)).storedID == id { paths.append(path) }
    }
    return paths
  }
}
