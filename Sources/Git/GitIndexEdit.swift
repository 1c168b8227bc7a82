package import SystemCalls
package import VaultFormat

/// Applies changes to an index and writes the new file.
///
/// Other entries are copied byte for byte.
struct GitIndexEdit {
  private let index: GitIndex
  private var isKept: [Bool]
  /// In order of their paths.
  private var added: [Added] = []
  private var paths: Set<VaultPath> = []
  /// The parent of the previous path, which need not be checked again.
  private var cleared: VaultPath?

  private struct Added {
    var path: VaultPath
    var entry: GitIndex.Entry
    /// The position of the first entry of the old index that follows it.
    var position: Int
  }

  /// - Parameter changes: of several for one path the last one counts.
  /// - Throws: `.pathConflict` if two changes make a file and a folder of one name; `.invalidName` for a path that git
  ///   reserves.
  init(_ index: GitIndex, _ changes: [IndexChange]) throws(GitError) {
    self.index = index
    isKept = [Bool](repeating: true, count: index.count)
    for change in Self.ordered(changes) { try make(change) }
  }

  private static func ordered(_ changes: [IndexChange]) -> [IndexChange] {
    if zip(changes, changes.dropFirst()).allSatisfy({ $0.path < $1.path }) { return changes }
    let last = Dictionary(changes.map { ($0.path, $0) }) { _, last in last }
    return last.values.sorted { $0.path < $1.path }
  }

  private mutating func make(_ change: IndexChange) throws(GitError) {
    let positions = index.positions(of: change.path)
    let old = positions.first.map { index[$0] }.flatMap { $0.stage == 0 ? $0 : nil }
    drop(positions)
    guard let entry = change.entry else { return }
    guard !Self.isGitsOwn(change.path) else {
      throw GitError(
        .invalidName, operation: IndexLock.operation,
        message: "'\(change.path.text)' is a name that git reserves")
    }
    if old == nil { try makeRoom(for: change.path) }
    let status = change.status
    let kept = status == nil && old?.skipsWorktree == true
    // Without a status all metadata are 0, so that git reads the file.
    let never = FileTime(seconds: 0, nanoseconds: 0)
    let new = GitIndex.Entry(
      id: entry.id, mode: entry.mode.rawValue, stage: 0, modified: status?.modified ?? never,
      changed: status?.changed ?? never, device: UInt32(truncatingIfNeeded: status?.device ?? 0),
      inode: UInt32(truncatingIfNeeded: status?.inode ?? 0), owner: status?.owner ?? 0,
      group: status?.group ?? 0, size: UInt32(truncatingIfNeeded: status?.size ?? 0),
      isAssumedUnchanged: change.isAssumedUnchanged ?? (old?.isAssumedUnchanged == true),
      skipsWorktree: change.skipsWorktree ?? kept, isIntentToAdd: false)
    added.append(Added(path: change.path, entry: new, position: positions.lowerBound))
  }

  private mutating func drop(_ positions: Range<Int>) {
    for position in positions { isKept[position] = false }
  }

  /// Drops entries below a new path, and files with the name of one of its folders.
  private mutating func makeRoom(for path: VaultPath) throws(GitError) {
    drop(index.positions(below: path.bytes))
    paths.insert(path)
    guard let parent = path.parent, parent != cleared else { return }
    cleared = parent
    var folder: VaultPath? = parent
    while let name = folder {
      guard !paths.contains(name) else {
        throw GitError(
          .pathConflict, operation: IndexLock.operation,
          message: "'\(name.text)' would be both a file and a folder")
      }
      drop(index.positions(of: name))
      folder = name.parent
    }
  }

  /// Whether a component is `.git`, ignoring case.
  private static func isGitsOwn(_ path: VaultPath) -> Bool {
    path.bytes.split(separator: UInt8(ascii: "/")).contains { component in
      component.count == 4
        && component.elementsEqual(".git".utf8) { $0 == $1 || $0 | 0x20 == $1 }
    }
  }

  // MARK: - The file

  /// The new entries, without extensions and hash.
  ///
  /// - Parameter isUnchanged: whether the file at a position has the content of its entry; called for racy entries,
  ///   which would no longer look racy beside the time of the new index.
  func written(isUnchanged: (Int) -> Bool) -> GitIndexWriter {
    let isExtended = added.contains(where: \.entry.skipsWorktree)
    let version = max(index.version, isExtended ? 3 : 2)
    var writer = GitIndexWriter(
      version: version, capacity: index.bytes.count + 128 * added.count + 4096)
    var next = 0
    for file in added {
      keep(next..<file.position, isUnchanged, in: &writer)
      next = file.position
      file.path.bytes.withUnsafeBufferPointer { writer.add(file.entry, at: $0) }
    }
    keep(next..<index.count, isUnchanged, in: &writer)
    return writer
  }

  private func keep(
    _ positions: Range<Int>, _ isUnchanged: (Int) -> Bool, in writer: inout GitIndexWriter
  ) {
    var start = positions.lowerBound
    for position in positions where !isKept[position] || index.isRacy(at: position) {
      guard !isKept[position] || !isUnchanged(position) else { continue }
      writer.add(start..<position, of: index)
      if isKept[position] { writer.addRacy(position, of: index) }
      start = position + 1
    }
    writer.add(start..<positions.upperBound, of: index)
  }
}

extension GitIndex {
  /// Whether an entry is racy, without decoding it: this is asked for all of them.
  fileprivate func isRacy(at position: Int) -> Bool {
    let time = Int(records[position].start) + 8
    return bytes.withUnsafeBytes { bytes in
      let seconds = Int64(bytes.number(at: time))
      guard seconds >= modified.seconds else { return false }
      return seconds > modified.seconds
        || Int64(bytes.number(at: time + 4)) >= Int64(modified.nanoseconds)
    }
  }
}

/// The new state of one path in git's index.
package struct IndexChange: Hashable, Sendable {
  package var path: VaultPath
  /// Nil removes the path.
  package var entry: TreeEntry?
  /// The status of the file that has exactly this content.
  ///
  /// Nil if it is unknown: git then reads the file the next time.
  package var status: FileStatus?
  /// Whether git treats the file as present and unchanged although it is not in the work tree.
  ///
  /// Nil keeps the flag, except that a given `status` clears it.
  package var skipsWorktree: Bool?
  /// Whether git assumes the file to be unchanged.
  ///
  /// Nil keeps the flag.
  package var isAssumedUnchanged: Bool?

  package init(
    path: VaultPath, entry: TreeEntry?, status: FileStatus? = nil, skipsWorktree: Bool? = nil,
    isAssumedUnchanged: Bool? = nil
  ) {
    self.path = path
    self.entry = entry
    self.status = status
    self.skipsWorktree = skipsWorktree
    self.isAssumedUnchanged = isAssumedUnchanged
  }

  package init(path: VaultPath, entry: TreeEntry?, flag: IndexFlag) {
    self.init(
      path: path, entry: entry, skipsWorktree: flag == .skipWorktree ? true : nil,
      isAssumedUnchanged: flag == .assumeUnchanged ? true : nil)
  }

  /// The change in a repository in which the vault is a folder.
  func moved(below folder: VaultPath) -> IndexChange {
    var change = self
    change.path = VaultPath(in: folder, named: path.bytes)
    return change
  }
}

/// A flag in git's index with which a user tells git to ignore changes of a file.
package enum IndexFlag: String, Hashable, Sendable {
  /// `git update-index --assume-unchanged`.
  case assumeUnchanged = "assume-unchanged"
  /// `git update-index --skip-worktree`; tl sets it too, for files that are kept in git only.
  case skipWorktree = "skip-worktree"
}

extension GitIndex.Entry {
  /// Nil if git looks at the file normally.
  package var flag: IndexFlag? {
    if isAssumedUnchanged { return .assumeUnchanged }
    return skipsWorktree ? .skipWorktree : nil
  }
}
