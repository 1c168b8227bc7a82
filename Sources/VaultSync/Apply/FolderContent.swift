internal import Git
internal import VaultFormat
internal import VaultStore

/// The bytes of files in the folder, before a change set and after it.
///
/// A change set with attribute files has two views: the present files were made with the old attributes, the new ones
/// are made with the new.
final class FolderContent {
  let before: ContentView
  let after: ContentView
  private let index: GitIndex
  /// Results of filters, up to a total size: the hash is needed first, and the bytes later.
  private var made: [VaultPath: [UInt8]] = [:]
  private var room = 64 << 20

  init(
    _ repository: Repository, _ vault: VaultFolder, index: GitIndex, set: ChangeSet,
    filterProgram program: FilterProgram?
  ) throws {
    self.index = index
    before = ContentView(
      of: vault, index: index, repository: repository, filterProgram: program)
    let changes = set.changes.filter {
      $0.path.name.elementsEqual(AttributeView.attributes) && Self.arrives($0, with: set, in: vault)
    }
    guard !changes.isEmpty else {
      after = before
      return
    }
    var files: [VaultPath: [UInt8]] = [:]
    for change in changes {
      guard let new = change.new, new.mode.isRegular else {
        files[change.path] = []
        continue
      }
      files[change.path] = try repository.attributeFile(new.id, at: change.path)
    }
    after = try ContentView(
      of: vault, index: index, repository: repository, filterProgram: program, replacing: files)
  }

  /// Whether an attribute file of the set will be in the folder.
  private static func arrives(
    _ change: TreeChange, with set: ChangeSet, in vault: VaultFolder
  ) -> Bool {
    guard !set.holds(change.path) else { return false }
    return change.old != nil || (try? vault.exists(change.path)) == false
  }

  /// The hash of a file's bytes in the folder.
  func hash(of entry: TreeEntry, at path: VaultPath) throws -> ObjectID {
    if try after.isUnconverted(path) { return entry.id }
    return try hash(after.bytes(of: entry, at: path), at: path)
  }

  private func hash(_ bytes: [UInt8], at path: VaultPath) throws -> ObjectID {
    if try after.isFiltered(path), bytes.count <= room {
      room -= bytes.count
      made[path] = bytes
    }
    return try Repository.blobID(of: bytes)
  }

  /// Whether the set's attribute files change the filter of a path.
  func changesFilter(of path: VaultPath) throws -> Bool {
    guard before !== after else { return false }
    let needs = (try before.need(of: path), try after.need(of: path))
    return needs.0 != needs.1 && (needs.0.needsProgram || needs.1.needsProgram)
  }

  /// The hash of a file whose blob stays the same under another filter; nil if the file is to stay.
  func refilteredHash(of entry: TreeEntry, at path: VaultPath) throws -> ObjectID? {
    try after.madeBytes(of: entry, at: path).map { try hash($0, at: path) }
  }

  /// The bytes of a file in the folder.
  ///
  /// - Parameter hash: as returned by `hash`.
  /// - Throws: `FilterFailure` if a filter fails, or makes other bytes than before.
  func bytes(of entry: TreeEntry, at path: VaultPath, hash: ObjectID?) throws -> [UInt8] {
    if let bytes = made.removeValue(forKey: path) {
      room += bytes.count
      return bytes
    }
    let bytes = try after.bytes(of: entry, at: path)
    guard try !after.isFiltered(path) || Repository.blobID(of: bytes) == hash else {
      throw FilterFailure(
        "git cat-file", message: "\(path.text): the output of the filter differs each time")
    }
    return bytes
  }

  /// Whether a file of the folder has the content of an old entry.
  func isOld(
    _ file: FileContent, hash: ObjectID, entry: TreeEntry, at path: VaultPath
  ) throws -> Bool {
    try before.isContent(file, hash: hash, of: entry, at: path, proof: proof(file, path))
  }

  /// Whether it has the content of a new entry.
  func isNew(
    _ file: FileContent, hash: ObjectID, entry: TreeEntry, at path: VaultPath
  ) throws -> Bool {
    let proof = after === before ? proof(file, path) : nil
    return try after.isContent(file, hash: hash, of: entry, at: path, proof: proof)
  }

  /// The content that git's index proves, if the file cannot have changed since.
  private func proof(_ file: FileContent, _ path: VaultPath) -> ObjectID? {
    guard let entry = index.entry(at: path), !entry.isIntentToAdd, !index.isRacy(entry),
      entry.agrees(with: file.status)
    else { return nil }
    return entry.id
  }
}
