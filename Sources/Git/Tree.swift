internal import CGit2
package import VaultFormat

/// One folder of a tree.
///
/// Its entries are in git's order, in which a folder's name counts as if it ended in `/`: the order of the paths of its
/// files. Names are unique.
package struct Tree: ~Copyable {
  private let handle: GitHandle
  package let count: Int

  /// An entry of the folder; `name` is valid as long as the tree.
  package struct Entry {
    package let name: UnsafeRawBufferPointer
    package let id: ObjectID
    /// Nil for a folder.
    let mode: FileMode?

    package var file: TreeEntry? { mode.map { TreeEntry(id: id, mode: $0) } }

    /// The byte after the name in git's order.
    fileprivate var terminator: UInt8 { mode == nil ? UInt8(ascii: "/") : 0 }
  }

  /// - Throws: `.missing`, `.damaged`, and `.refusedPath` for a name that is not a path component.
  package static func read(_ id: ObjectID, in repository: Repository) throws(GitError) -> Tree {
    var gitID = id.gitID
    let tree = Tree(
      try GitHandle("read a tree", free: git_tree_free) {
        git_tree_lookup($0, repository.handle, &gitID)
      })
    try tree.checkNames(of: id)
    return tree
  }

  private init(_ handle: consuming GitHandle) {
    count = git_tree_entrycount(handle.pointer)
    self.handle = handle
  }

  /// `index` is below `count`.
  package subscript(index: Int) -> Entry {
    guard let entry = git_tree_entry_byindex(handle.pointer, index),
      let name = git_tree_entry_name(entry), let id = git_tree_entry_id(entry)
    else { preconditionFailure("a tree of \(count) entries has none with number \(index)") }
    return Entry(
      name: bytesOfCString(name), id: ObjectID(id.pointee),
      mode: FileMode(rawValue: UInt32(git_tree_entry_filemode(entry).rawValue)))
  }

  private func checkNames(of id: ObjectID) throws(GitError) {
    var previous: Entry?
    for index in 0..<count {
      let entry = self[index]
      guard isComponent(entry.name) else {
        let name = String(decoding: entry.name, as: UTF8.self)
        throw GitError(
          .refusedPath, operation: "read a tree",
          message: "\(id) has the name '\(name)', which is not allowed")
      }
      if let previous, previous.compare(to: entry) >= 0 { throw disorder(id) }
      previous = entry
    }
    // A file and a folder of the same name need not be adjacent: `a`, `a.b`, `a/`.
    for index in 0..<count {
      let entry = self[index]
      guard entry.mode == nil, hasFile(entry.name, before: index) else { continue }
      throw disorder(id)
    }
  }

  private func disorder(_ id: ObjectID) -> GitError {
    GitError(
      .damaged, operation: "read a tree", message: "\(id) is not sorted, or has a duplicate name")
  }

  private func hasFile(_ name: UnsafeRawBufferPointer, before end: Int) -> Bool {
    var (low, high) = (0, end)
    while low < high {
      let middle = low + (high - low) / 2
      if compare(self[middle], name, terminator: 0) < 0 { low = middle + 1 } else { high = middle }
    }
    return low < end && compare(self[low], name, terminator: 0) == 0
  }
}

private func isComponent(_ name: UnsafeRawBufferPointer) -> Bool {
  let dot = UInt8(ascii: ".")
  switch name.count {
  case 0: return false
  case 1 where name[0] == dot, 2 where name[0] == dot && name[1] == dot: return false
  default: return !name.contains(UInt8(ascii: "/"))
  }
}

/// Negative, zero or positive, as in C, by git's order.
private func compare(_ a: Tree.Entry, _ name: UnsafeRawBufferPointer, terminator: UInt8) -> Int {
  let common = min(a.name.count, name.count)
  for index in 0..<common where a.name[index] != name[index] {
    return Int(a.name[index]) - Int(name[index])
  }
  let first = a.name.count > common ? a.name[common] : a.terminator
  let second = name.count > common ? name[common] : terminator
  if first != second { return Int(first) - Int(second) }
  return a.name.count - name.count
}

extension Tree.Entry {
  /// Negative, zero or positive, as in C, by git's order; zero only for the same name of two files or two folders.
  func compare(to other: Tree.Entry) -> Int {
    Git.compare(self, other.name, terminator: other.terminator)
  }
}

package enum FileMode: UInt32, Hashable, Sendable {
  case file = 0o100644
  case executable = 0o100755
  /// A symbolic link. Kept in git, never written to the vault or followed.
  case link = 0o120000
  /// A commit of another repository. Kept in git, never written to the vault.
  case submodule = 0o160000

  /// A regular file, which can be in a vault.
  package var isRegular: Bool { self == .file || self == .executable }
}

/// A file of a tree: its object and mode.
package struct TreeEntry: Hashable, Sendable {
  package var id: ObjectID
  package var mode: FileMode

  package init(id: ObjectID, mode: FileMode = .file) {
    self.id = id
    self.mode = mode
  }
}

/// A path at which two trees differ.
///
/// If a folder becomes a file, there is a change for every file of the folder.
package struct TreeChange: Hashable, Sendable {
  package var path: VaultPath
  /// Nil if the path is new.
  package var old: TreeEntry?
  /// Nil if the path was removed.
  package var new: TreeEntry?

  package init(path: VaultPath, old: TreeEntry?, new: TreeEntry?) {
    self.path = path
    self.old = old
    self.new = new
  }
}

extension [TreeChange] {
  /// The new paths of others that no vault takes.
  package var refusedPaths: [RefusedPath] {
    compactMap { $0.new == nil ? nil : ArrivingPath.refusal(of: $0.path.bytes) }
  }
}

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
