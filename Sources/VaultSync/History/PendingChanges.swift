package import Git
internal import SystemCalls
package import VaultFormat
internal import VaultStore

/// What the next sync would record, with the contents of both sides.
///
/// Hidden files are left out.
package struct PendingChanges {
  /// From the last commit to the folder, in byte order of the paths; a change that had to wait is compared with what it
  /// was made from.
  package let changes: [TreeChange]
  package let list: ChangeList
  package let media: [MediaChange]
  /// The number of changed media of notes that are or were sealed; `media` does not name them.
  package let sealedMedia: Int
  /// What the sync would not record.
  package let skipped: [SkippedPath]
  /// Whether another sync was putting files in place while the folder was read.
  package let isUnfinished: Bool
  /// Up to the last commit.
  package let history: VaultHistory

  private let folder: VaultFolder
  /// The entries whose content only the folder has.
  private let unwritten: [VaultPath: TreeEntry]

  /// A media file; sizes are in bytes, nil where there is no file or only a filter program could tell.
  package struct MediaChange: Sendable {
    package var path: VaultPath
    package var kind: ChangeList.NoteLine.Kind
    /// The previous path of a moved file.
    package var origin: VaultPath?
    package var oldSize: Int64?
    package var newSize: Int64?
  }
}

extension SyncedVault {
  /// What differs from the last commit, without network access; writes nothing.
  ///
  /// - Returns: nil before the first commit.
  package func pendingChanges() throws(SyncError) -> PendingChanges? {
    try asSyncError { try PendingChanges(of: self) }
  }
}

extension PendingChanges {
  fileprivate init?(of synced: SyncedVault) throws {
    let memory = try synced.repository.keepingObjectsInMemory()
    var history = try synced.history()
    guard let head = history.head else { return nil }
    history.repository = memory
    let folder = synced.vault.folder
    let other = OtherSync(synced)
    let plan = try synced.nextRecord()
    let recorded = plan.changes + plan.released.changes
    let rules = history.rules(changing: recorded.map(\.path))
    changes = recorded.map(\.inTree).sorted { $0.path < $1.path }
      .filter { rules.kind(of: $0.path) != .hidden }
    unwritten = try Self.keepNotes(of: changes, from: folder, in: history)
    list = history.list(changes)
    let files = changes.filter { [.media, .orphan].contains(rules.kind(of: $0.path)) }
    let sealed = try SealedMedia(
      vault: folder, repository: memory, tree: memory.commit(head).tree
    ).folders(of: recorded, first: .max)
    let open = files.filter { !(SealedMedia.folder(of: $0.path).map(sealed.contains) ?? false) }
    media = try Self.media(open, history, folder)
    sealedMedia = files.count - open.count
    skipped = plan.skipped.filter { rules.kind(of: $0.path) != .hidden }
    isUnfinished = other.mayHaveMovedFiles()
    self.history = history
    self.folder = folder
  }

  /// Keeps the new notes in memory, as git would store them: titles and moves are found by their content.
  ///
  /// - Parameter history: its repository keeps objects in memory.
  /// - Returns: those that only a filter program could convert, and those that were saved again meanwhile.
  private static func keepNotes(
    of changes: [TreeChange], from folder: VaultFolder, in history: VaultHistory
  ) throws -> [VaultPath: TreeEntry] {
    let repository = history.repository
    var unwritten: [VaultPath: TreeEntry] = [:]
    for change in changes where change.path.isNoteByName {
      guard let new = change.new, try !repository.contains(new.id) else { continue }
      guard try !history.view.isFiltered(change.path),
        let bytes = try? folder.read(change.path).bytes
      else {
        unwritten[change.path] = new
        continue
      }
      let isPlain = try history.view.isUnconverted(change.path)
      let stored = try isPlain ? bytes : repository.cleaned(bytes, at: change.path)
      if try repository.writeBlob(stored) != new.id { unwritten[change.path] = new }
    }
    return unwritten
  }

  /// The content at a path on either side, as the folder has it or would have it.
  package func content(_ entry: TreeEntry, at path: VaultPath) throws(SyncError) -> [UInt8] {
    guard unwritten[path] == entry else { return try history.content(entry, at: path) }
    return try asSyncError { try folder.read(path).bytes }
  }

  private static func media(
    _ changes: [TreeChange], _ history: VaultHistory, _ folder: VaultFolder
  ) throws -> [MediaChange] {
    func oldSize(_ entry: TreeEntry?, at path: VaultPath) throws -> Int64? {
      guard let entry, try !history.view.isFiltered(path) else { return nil }
      return try history.repository.blobSize(entry.id)
    }
    let removed = changes.filter { $0.new == nil }
    var gone = Dictionary(removed.map { ($0.old?.id, $0.path) }) { first, _ in first }
    var lines: [MediaChange] = []
    for change in changes where change.new != nil {
      let origin = change.old == nil ? gone.removeValue(forKey: change.new?.id) : nil
      lines.append(
        MediaChange(
          path: change.path,
          kind: change.old != nil ? .changed : origin != nil ? .moved : .added, origin: origin,
          oldSize: try oldSize(change.old, at: change.path),
          newSize: try? folder.status(change.path)?.size))
    }
    let moved = Set(lines.compactMap(\.origin))
    for change in removed where !moved.contains(change.path) {
      lines.append(
        MediaChange(
          path: change.path, kind: .removed, oldSize: try oldSize(change.old, at: change.path)))
    }
    return lines.sorted { $0.path < $1.path }
  }
}
