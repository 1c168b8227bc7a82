internal import CGit2
package import VaultFormat

extension Repository {
  /// The file, link or submodule at a path; nil if there is none, or a folder.
  package func entry(
    at path: VaultPath, inTree tree: ObjectID?
  ) throws(GitError) -> TreeEntry? {
    guard case .file(let entry) = try item(at: path, inTree: tree) else { return nil }
    return entry
  }

  /// The names in a folder of a tree, in git's order; none if the folder does not exist.
  ///
  /// - Parameter folder: nil for the root.
  package func names(
    in folder: VaultPath?, tree: ObjectID?
  ) throws(GitError) -> [(name: [UInt8], isFolder: Bool)] {
    guard let id = try folderID(folder, inTree: tree) else { return [] }
    let tree = try Tree.read(id, in: self)
    var names: [(name: [UInt8], isFolder: Bool)] = []
    for index in 0..<tree.count {
      let entry = tree[index]
      names.append((Array(entry.name), entry.mode == nil))
    }
    return names
  }

  /// The tree of a folder; nil if the folder does not exist.
  package func folderID(
    _ folder: VaultPath?, inTree tree: ObjectID?
  ) throws(GitError) -> ObjectID? {
    guard let folder else { return tree }
    guard case .folder(let id) = try item(at: folder, inTree: tree) else { return nil }
    return id
  }

  private enum Item {
    case file(TreeEntry)
    case folder(ObjectID)
  }

  private func item(at path: VaultPath, inTree tree: ObjectID?) throws(GitError) -> Item? {
    guard var id = tree else { return nil }
    var components = path.bytes.split(separator: UInt8(ascii: "/"))[...]
    while let component = components.popFirst() {
      guard let item = try item(named: component, inTree: id) else { return nil }
      if components.isEmpty { return item }
      guard case .folder(let below) = item else { return nil }
      id = below
    }
    return nil
  }

  private func item(
    named name: ArraySlice<UInt8>, inTree tree: ObjectID
  ) throws(GitError) -> Item? {
    var gitID = tree.gitID
    let tree = try GitHandle("read a tree", free: git_tree_free) {
      git_tree_lookup($0, handle, &gitID)
    }
    guard let entry = withCString(name, { git_tree_entry_byname(tree.pointer, $0) }),
      let id = git_tree_entry_id(entry)
    else { return nil }
    guard let mode = FileMode(rawValue: UInt32(git_tree_entry_filemode(entry).rawValue)) else {
      return .folder(ObjectID(id.pointee))
    }
    return .file(TreeEntry(id: ObjectID(id.pointee), mode: mode))
  }
}
