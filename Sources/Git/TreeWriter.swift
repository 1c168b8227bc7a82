internal import CGit2
package import VaultFormat

/// Changes a tree, in byte order of the paths, with one builder for each folder from the root to the current path.
///
/// Folders without changes are neither read nor written.
private struct TreeWriter {
  private let repository: Repository
  private let store: TreeStore
  /// From the root to the current folder; never empty.
  private var folders: [FolderBuilder]
  /// The path of the last of `folders` with a slash at the end; empty for the root, nil if the previous change was in
  /// another folder.
  private var present: [UInt8]?

  init(
    _ repository: Repository, changing tree: ObjectID?, store: TreeStore
  ) throws(GitError) {
    self.repository = repository
    self.store = store
    folders = [try FolderBuilder(repository, name: [], place: .nothing, tree: tree)]
  }

  package mutating func set(_ path: VaultPath, to entry: TreeEntry?) throws(GitError) {
    if let entry, entry.mode != .submodule, try !store.holds(entry.id) {
      throw GitError(
        .missing, operation: "change a tree", message: "object \(entry.id) does not exist")
    }
    let start = path.bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    if present.map({ path.bytes[..<start] == $0[...] }) != true {
      guard try enter(path.bytes[..<start], makes: entry != nil) else { return }
    }
    try folders[folders.count - 1].set(Array(path.bytes[start...]), to: entry)
  }

  /// Makes the folder with this path the last of `folders`; false if it does not exist and is not created.
  private mutating func enter(
    _ path: ArraySlice<UInt8>, makes: Bool
  ) throws(GitError) -> Bool {
    present = nil
    let above = path.split(separator: UInt8(ascii: "/")).map(Array.init)
    let common = zip(folders.dropFirst(), above).prefix { $0.name == $1 }.count
    try close(downTo: common + 1)
    for component in above.dropFirst(common) {
      // A file in a missing folder need not be removed.
      guard try open(component) || makes else { return false }
    }
    present = Array(path)
    return true
  }

  mutating func finish() throws(GitError) -> ObjectID {
    try close(downTo: 1)
    return try folders[0].write(to: store)
  }

  /// - Returns: whether the folder exists.
  private mutating func open(_ name: [UInt8]) throws(GitError) -> Bool {
    let (place, tree) = folders[folders.count - 1].place(named: name)
    folders.append(try FolderBuilder(repository, name: name, place: place, tree: tree))
    return tree != nil
  }

  private mutating func close(downTo count: Int) throws(GitError) {
    while folders.count > count, let folder = folders.popLast() {
      try folders[folders.count - 1].take(folder, store)
    }
  }
}

/// One folder of a tree that is being changed.
private final class FolderBuilder {
  /// What has a folder's name in its parent.
  enum Place {
    case nothing, folder
    /// A file that no change removes.
    case file
    /// A file that a change has put in the place of the folder.
    case newFile
  }

  /// An entry of the folder, with git's mode.
  typealias Entry = (id: ObjectID, mode: UInt32)

  package let name: [UInt8]
  let place: Place
  private var entries: [[UInt8]: Entry] = [:]
  /// Folders replaced by files, which must turn out to be empty.
  private var replaced: [[UInt8]: ObjectID] = [:]

  private static let folderMode: UInt32 = 0o040000

  init(
    _ repository: Repository, name: [UInt8], place: Place, tree: ObjectID?
  ) throws(GitError) {
    self.name = name
    self.place = place
    guard let tree else { return }
    var id = tree.gitID
    let source = try GitHandle("change a tree", free: git_tree_free) {
      git_tree_lookup($0, repository.handle, &id)
    }
    for index in 0..<git_tree_entrycount(source.pointer) {
      guard let entry = git_tree_entry_byindex(source.pointer, index),
        let name = git_tree_entry_name(entry), let id = git_tree_entry_id(entry)
      else { continue }
      entries[Array(bytesOfCString(name))] = (
        ObjectID(id.pointee), UInt32(git_tree_entry_filemode_raw(entry).rawValue)
      )
    }
  }

  /// What has this name, and the folder that it is or was before a change.
  func place(named name: [UInt8]) -> (Place, tree: ObjectID?) {
    if let tree = replaced[name] { return (.newFile, tree) }
    guard let entry = entries[name] else { return (.nothing, nil) }
    return Self.isFolder(entry) ? (.folder, entry.id) : (.file, nil)
  }

  package func set(_ name: [UInt8], to entry: TreeEntry?) throws(GitError) {
    let old = entries[name]
    let wasFolder = old.map(Self.isFolder) == true
    guard let entry else {
      if !wasFolder { entries[name] = nil }
      return
    }
    try Self.checkName(name)
    if let old, wasFolder { replaced[name] = old.id }
    entries[name] = (entry.id, entry.mode.rawValue)
  }

  /// Stores a changed folder in its parent.
  func take(_ folder: FolderBuilder, _ store: TreeStore) throws(GitError) {
    guard !folder.entries.isEmpty else {
      try folder.checkReplaced()
      replaced[folder.name] = nil
      if folder.place == .folder { entries[folder.name] = nil }
      return
    }
    let tree = try folder.write(to: store)
    guard folder.place == .nothing || folder.place == .folder else { throw conflict(folder.name) }
    try Self.checkName(folder.name)
    entries[folder.name] = (tree, Self.folderMode)
  }

  func write(to store: TreeStore) throws(GitError) -> ObjectID {
    try checkReplaced()
    return try store.write(bytes)
  }

  private func checkReplaced() throws(GitError) {
    if let (name, _) = replaced.first { throw conflict(name) }
  }

  /// The tree object, in git's order.
  private var bytes: [UInt8] {
    let names = entries.map { name, entry in
      (key: Self.isFolder(entry) ? name + [UInt8(ascii: "/")] : name, name: name, entry: entry)
    }
    var bytes: [UInt8] = []
    for (_, name, entry) in names.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      bytes += String(entry.mode, radix: 8).utf8
      bytes.append(UInt8(ascii: " "))
      bytes += name
      bytes.append(0)
      entry.id.withBytes { bytes.append(contentsOf: $0) }
    }
    return bytes
  }

  private func conflict(_ name: [UInt8]) -> GitError {
    GitError(
      .pathConflict, operation: "change a tree",
      message: "'\(String(decoding: name, as: UTF8.self))' would be both a file and a folder")
  }

  private static func isFolder(_ entry: Entry) -> Bool { entry.mode & 0o170000 == folderMode }

  /// Git refuses a tree with such a name.
  private static func checkName(_ name: [UInt8]) throws(GitError) {
    guard let reason = ArrivingPath.refusal(of: name)?.reason else { return }
    switch reason {
    case .empty, .dots, .nul, .gitFolder:
      throw GitError(
        .other, operation: "change a tree",
        message: "'\(String(decoding: name, as: UTF8.self))' is not a valid name in git")
    default: return
    }
  }
}

/// The object store of new trees.
struct TreeStore {
  /// Whether the object exists.
  let holds: (ObjectID) throws(GitError) -> Bool
  /// Writes the bytes of a tree and returns its id.
  let write: ([UInt8]) throws(GitError) -> ObjectID
}

extension Repository {
  /// Writes the tree that results from changes to another one; a nil tree is empty, a nil entry removes.
  ///
  /// Folders without files are removed. Removing a missing path changes nothing.
  ///
  /// - Throws: `.pathConflict` if a file and a folder would have the same path: a file gives way to a folder only if it
  ///   is removed, a folder to a file only if everything in it is. Another error for a name that git refuses, such as
  ///   `.git`, and for an object that does not exist. Trees written before an error stay, unreachable.
  package func writeTree(
    _ tree: ObjectID?, applying changes: [VaultPath: TreeEntry?]
  ) throws(GitError) -> ObjectID {
    let store = TreeStore(
      holds: { id throws(GitError) in try self.contains(id) },
      write: { bytes throws(GitError) in
        try self.writeObject(bytes, GIT_OBJECT_TREE, "write a tree")
      })
    let ordered = changes.sorted { $0.key < $1.key }.map { (path: $0.key, entry: $0.value) }
    return try writeTree(tree, applying: ordered, in: store)
  }

  /// Writes the changed tree into another object store.
  ///
  /// - Parameter changes: in byte order of the paths, each path once.
  func writeTree(
    _ tree: ObjectID?, applying changes: [(path: VaultPath, entry: TreeEntry?)],
    in store: TreeStore
  ) throws(GitError) -> ObjectID {
    var writer = try TreeWriter(self, changing: tree, store: store)
    for change in changes { try writer.set(change.path, to: change.entry) }
    return try writer.finish()
  }
}
