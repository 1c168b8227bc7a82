internal import CGit2
package import VaultFormat

/// A vault in a folder of a larger repository, such as the `content` of a web site.
///
/// The rest of this module sees a repository whose root is the vault: paths are the vault's, and the tree of a commit
/// is that of the vault's folder. Paths are translated here, and where libgit2 or the index is given one. Everything
/// outside of the vault is kept.
extension Repository {
  /// The vault's folder, absolute, with a slash at the end.
  package var vaultRoot: String { prefix.map { "\(root)\($0.text)/" } ?? root }

  /// The folders of the work tree above the vault, from the root: their absolute paths, and the vault's path relative
  /// to each.
  var foldersAbove: [(path: String, vault: VaultPath)] {
    guard let prefix else { return [] }
    var folders = [(path: root, vault: prefix)]
    var path = root
    var rest = prefix.bytes[...]
    while let slash = rest.firstIndex(of: UInt8(ascii: "/")) {
      path += String(decoding: rest[...slash], as: UTF8.self)
      rest = rest[(slash + 1)...]
      if let vault = VaultPath(rest) { folders.append((path, vault)) }
    }
    return folders
  }

  /// The path of the repository for a path of the vault.
  func gitPath(_ path: VaultPath) -> [UInt8] { repositoryPath(path).bytes }

  /// The path of the repository for a path of the vault, as a `VaultPath`.
  package func repositoryPath(_ path: VaultPath) -> VaultPath {
    prefix.map { VaultPath(in: $0, named: path.bytes) } ?? path
  }

  /// The path of the vault for a path of the repository; nil outside of the vault.
  package func vaultPath(_ path: VaultPath) -> VaultPath? {
    guard let prefix else { return path }
    guard path.isBelow(prefix) else { return nil }
    return VaultPath(path.bytes.dropFirst(prefix.bytes.count + 1))
  }

  private static func emptyTree() throws(GitError) -> ObjectID {
    var id = git_oid()
    try check(git_odb_hash(&id, nil, 0, GIT_OBJECT_TREE), "find the empty tree")
    return ObjectID(id)
  }

  /// The vault's tree in the tree of a commit; the empty tree if the commit has no such folder.
  func vaultTree(ofRoot tree: ObjectID) throws(GitError) -> ObjectID {
    guard let prefix else { return tree }
    if let folder = try folderID(prefix, inTree: tree) { return folder }
    return try Self.emptyTree()
  }

  /// The root tree of a new commit: that of `parent` with the vault's folder replaced.
  ///
  /// - Parameters:
  ///   - vaultTree: of the vault's files; a vault without files has no folder.
  ///   - parent: nil before the first commit.
  package func rootTree(
    of vaultTree: ObjectID, onto parent: ObjectID?
  ) throws(GitError) -> ObjectID {
    guard let prefix else { return vaultTree }
    let root = try parent.map { id throws(GitError) in try commit(id).rootTree }
    return try graft(vaultTree, at: prefix, into: root)
  }

  /// A commit's tree without the vault's folder: equal for two commits with the same files outside of it.
  package func outside(of commit: ObjectID) throws(GitError) -> ObjectID {
    let empty = try Self.emptyTree()
    guard let prefix else { return empty }
    return try graft(empty, at: prefix, into: self.commit(commit).rootTree)
  }

  /// From the innermost folder outwards.
  private func graft(
    _ tree: ObjectID, at path: VaultPath, into root: ObjectID?
  ) throws(GitError) -> ObjectID {
    let empty = try Self.emptyTree()
    var tree = tree
    var place: VaultPath? = path
    while let path = place {
      let folder = try folderID(path.parent, inTree: root)
      tree = try replace(path.name, in: folder, by: tree == empty ? nil : tree)
      place = path.parent
    }
    return tree
  }

  private func replace(
    _ name: ArraySlice<UInt8>, in folder: ObjectID?, by tree: ObjectID?
  ) throws(GitError) -> ObjectID {
    let operation = "write a tree"
    var source: OpaquePointer?
    defer { git_tree_free(source) }
    if let folder {
      var id = folder.gitID
      try check(git_tree_lookup(&source, handle, &id), operation)
    }
    var builder: OpaquePointer?
    defer { git_treebuilder_free(builder) }
    try check(git_treebuilder_new(&builder, handle, source), operation)
    let status = withCString(name) { name -> Int32 in
      guard let tree else {
        return git_treebuilder_get(builder, name) == nil ? 0 : git_treebuilder_remove(builder, name)
      }
      var id = tree.gitID
      return git_treebuilder_insert(nil, builder, name, &id, GIT_FILEMODE_TREE)
    }
    try check(status, operation)
    var id = git_oid()
    try check(git_treebuilder_write(&id, builder), operation)
    return ObjectID(id)
  }
}
