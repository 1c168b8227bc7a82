internal import CGit2
internal import VaultFormat

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
