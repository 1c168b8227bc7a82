internal import CGit2
package import VaultFormat

/// Changes to a tree, made in byte order of their paths, with one builder for each folder between
/// the root and the present path.
///
/// Folders without changes are neither read nor written.
private struct TreeWriter {
  private let repository: Repository
  /// The root, and on from there; never empty.
  private var folders: [FolderBuilder]

  init(_ repository: Repository, changing tree: ObjectID?) throws(GitError) {
    self.repository = repository
    folders = [try FolderBuilder(repository, name: [], place: .nothing, tree: tree)]
  }

  mutating func set(_ path: VaultPath, to entry: TreeEntry?) throws(GitError) {
    let components = path.bytes.split(separator: UInt8(ascii: "/")).map(Array.init)
    guard let name = components.last else { return }
    let above = components.dropLast()
    let common = zip(folders.dropFirst(), above).prefix { $0.name == $1 }.count
    try close(downTo: common + 1)
    for component in above.dropFirst(common) {
      // What lies in no folder cannot be removed.
      guard try open(component) || entry != nil else { return }
    }
    try folders[folders.count - 1].set(name, to: entry)
  }

  mutating func finish() throws(GitError) -> ObjectID {
    try close(downTo: 1)
    return try folders[0].write()
  }

  /// - Returns: whether there was such a folder.
  private mutating func open(_ name: [UInt8]) throws(GitError) -> Bool {
    let (place, tree) = folders[folders.count - 1].place(named: name)
    folders.append(try FolderBuilder(repository, name: name, place: place, tree: tree))
    return tree != nil
  }

  private mutating func close(downTo count: Int) throws(GitError) {
    while folders.count > count, let folder = folders.popLast() {
      try folders[folders.count - 1].take(folder)
    }
  }
}

/// One folder of a tree that is being changed.
private final class FolderBuilder {
  /// What has the folder's name in the folder above.
  enum Place {
    case nothing, folder
    /// A file that no change removes.
    case file
    /// A file that a change has put there, where the folder was.
    case newFile
  }

  let name: [UInt8]
  private let repository: Repository
  private let place: Place
  private let builder: GitHandle
  /// Folders whose names files have taken, until they are seen to be empty.
  private var replaced: [[UInt8]: ObjectID] = [:]

  init(
    _ repository: Repository, name: [UInt8], place: Place, tree: ObjectID?
  ) throws(GitError) {
    let operation = "change a tree"
    self.repository = repository
    self.name = name
    self.place = place
    guard let tree else {
      builder = try GitHandle(operation, free: git_treebuilder_free) {
        git_treebuilder_new($0, repository.handle, nil)
      }
      return
    }
    var id = tree.gitID
    let source = try GitHandle(operation, free: git_tree_free) {
      git_tree_lookup($0, repository.handle, &id)
    }
    let pointer = source.pointer
    builder = try GitHandle(operation, free: git_treebuilder_free) {
      git_treebuilder_new($0, repository.handle, pointer)
    }
  }

  /// What has this name here, and the folder that it is or, before a change, was.
  func place(named name: [UInt8]) -> (Place, tree: ObjectID?) {
    if let tree = replaced[name] { return (.newFile, tree) }
    guard let (id, mode) = entry(name) else { return (.nothing, nil) }
    return mode == GIT_FILEMODE_TREE ? (.folder, id) : (.file, nil)
  }

  func set(_ name: [UInt8], to entry: TreeEntry?) throws(GitError) {
    let old = self.entry(name)
    let wasFolder = old?.mode == GIT_FILEMODE_TREE
    guard let entry else {
      if old != nil, !wasFolder { try remove(name) }
      return
    }
    if let old, wasFolder { replaced[name] = old.id }
    try insert(name, entry.id, git_filemode_t(rawValue: .init(entry.mode.rawValue)))
  }

  /// Puts a folder whose changes are made into its place here.
  func take(_ folder: FolderBuilder) throws(GitError) {
    let tree = try folder.write()
    guard git_treebuilder_entrycount(folder.builder.pointer) == 0 else {
      guard folder.place == .nothing || folder.place == .folder else { throw conflict(folder.name) }
      return try insert(folder.name, tree, GIT_FILEMODE_TREE)
    }
    replaced[folder.name] = nil
    if folder.place == .folder { try remove(folder.name) }
  }

  func write() throws(GitError) -> ObjectID {
    if let (name, _) = replaced.first { throw conflict(name) }
    var id = git_oid()
    try check(git_treebuilder_write(&id, builder.pointer), "write a tree")
    return repository.noteWritten(id)
  }

  private func conflict(_ name: [UInt8]) -> GitError {
    GitError(
      .pathConflict, operation: "change a tree",
      message: "'\(String(decoding: name, as: UTF8.self))' would be a file and a folder")
  }

  private func entry(_ name: [UInt8]) -> (id: ObjectID, mode: git_filemode_t)? {
    guard let entry = withCString(name, { git_treebuilder_get(builder.pointer, $0) }),
      let id = git_tree_entry_id(entry)
    else { return nil }
    return (ObjectID(id.pointee), git_tree_entry_filemode(entry))
  }

  private func insert(
    _ name: [UInt8], _ id: ObjectID, _ mode: git_filemode_t
  ) throws(GitError) {
    var gitID = id.gitID
    try check(
      withCString(name) { git_treebuilder_insert(nil, builder.pointer, $0, &gitID, mode) },
      "change a tree")
  }

  private func remove(_ name: [UInt8]) throws(GitError) {
    try check(withCString(name) { git_treebuilder_remove(builder.pointer, $0) }, "change a tree")
  }
}

extension Repository {
  /// Writes the tree that comes of changes to another; nil as a tree is the empty one, nil as an
  /// entry removes.
  ///
  /// Folders that lose their last file go. Removing what is not there changes nothing.
  ///
  /// - Throws: `.pathConflict` where a file and a folder would have one path: a file gives way to a
  ///   folder only if it is removed, a folder to a file only if everything in it is. An error too
  ///   for a name that git refuses, such as `.git`, and for an object that the repository lacks.
  ///   Trees written before the error stay, unreachable.
  package func writeTree(
    _ tree: ObjectID?, applying changes: [VaultPath: TreeEntry?]
  ) throws(GitError) -> ObjectID {
    var writer = try TreeWriter(self, changing: tree)
    for path in changes.keys.sorted() {
      try writer.set(path, to: changes[path] ?? nil)
    }
    return try writer.finish()
  }
}
