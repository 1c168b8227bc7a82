internal import Git
internal import SystemCalls
internal import VaultFormat
internal import VaultStore

/// One application of a change set, or its recovery: the journal, and what was read on the way.
final class ApplyRun {
  let context: Apply
  let stage: FileStage
  let file: ApplyJournalFile
  var journal: ApplyJournal
  private var phase = ApplyJournal.Phase.writing
  private var isIndexWritten = false
  var report = ApplyReport()
  /// Parallel to the journal's entries; empty if only the journal is known.
  var changes: [PlannedChange]
  let set: ChangeSet?
  let clearedFolders: Set<VaultPath>
  let heldFiles: [HeldFile]
  /// Files that were found changed while undoing.
  var changedSince: [VaultPath] = []
  private let content: FolderContent?
  /// For many new files.
  private(set) var team: PlacingTeam?
  /// Where the contents of files that go or are replaced are before that.
  private lazy var formerPaths = Dictionary(
    replacedFiles.map { ($0.entry.id, $0.path) }
  ) { first, _ in first }
  /// Where the contents of files that only their owner may read are before that, by content and by note.
  private lazy var privatePaths: [FileKey: VaultPath] = makePrivatePaths()

  private enum FileKey: Hashable {
    case content(ObjectID)
    case note(NoteID)
  }

  var repository: Repository { context.repository }

  /// - Parameter plan: nil if only the index and the branch change.
  convenience init(
    _ apply: Apply, stage: FileStage, set: ChangeSet, plan: ApplyPlanner? = nil
  ) {
    var journal = ApplyJournal(
      deviceKey: apply.deviceKey, branch: set.branch, old: set.old, new: set.new,
      tag: TemporaryNames().tag)
    journal.folders = plan?.missingFolders ?? []
    journal.entries = (plan?.changes ?? set.changes.map(PlannedChange.init)).map(\.entry)
    self.init(apply, stage: stage, journal: journal, set: set, plan: plan)
  }

  /// - Parameter set: nil for recovery.
  init(
    _ apply: Apply, stage: FileStage, journal: ApplyJournal, set: ChangeSet? = nil,
    plan: ApplyPlanner? = nil
  ) {
    context = apply
    self.stage = stage
    self.journal = journal
    self.set = set
    file = ApplyJournalFile(vault: apply.vault)
    changes = plan?.changes ?? []
    clearedFolders = plan?.clearedFolders ?? []
    heldFiles = plan?.heldFiles ?? []
    content = plan?.content
  }

  func reached(_ step: ApplyStep) throws { try context.onStep(step) }

  /// The hash of the bytes at a path; nil if there is no regular file.
  func hash(_ path: VaultPath) throws -> ObjectID? {
    do {
      return try stage.read(path).map { try Repository.blobID(of: $0.bytes) }
    } catch let error as StoreError {
      if error.system != nil { throw error }
      return nil
    }
  }
}

/// A file was found changed; what was done is undone.
struct ChangedMeanwhile: Error {
  var path: VaultPath
}

/// Another program has a file open for writing; what was done is undone.
struct OpenElsewhere: Error {
  var path: VaultPath
}

// MARK: - Running

extension ApplyRun {
  func apply() throws -> ApplyOutcome {
    try file.write(journal, in: .writing)
    try reached(.journalWritten)
    return try undoingOnFailure(applyAll)
  }

  private func applyAll() throws {
    try writeHidden()
    try mark(.publishing, .publishingMarked)
    try publish()
    try checkReplaced()
    try mark(.indexing, .indexingMarked)
    try addKept()
    try addHeld()
    try updateIndex(indexChanges())
    try reached(.indexWritten)
    try moveBranch()
  }

  func record(_ index: [IndexChange]) throws -> ApplyOutcome {
    try file.write(journal, in: .indexing)
    phase = .indexing
    try reached(.journalWritten)
    return try undoingOnFailure {
      try updateIndex(index)
      try reached(.indexWritten)
      try moveBranch()
    }
  }

  /// Runs `body`, and undoes what it did unless the branch reached the new commit.
  ///
  /// The branch moves last: at the new commit everything was done, whatever failed after that. If its position cannot
  /// be read, nothing is undone, and the journal stays for recovery.
  private func undoingOnFailure(_ body: () throws -> Void) throws -> ApplyOutcome {
    do {
      try body()
    } catch {
      let failure = error
      let isDone: Bool
      do {
        isDone = try isIndexWritten && isFinished()
      } catch {
        throw failure
      }
      if !isDone { return try undo(after: failure) }
    }
    // Everything is done; recovery removes leftovers.
    try? tidy(.done)
    return .done(report)
  }

  private func undo(after error: any Error) throws -> ApplyOutcome {
    if let path = (error as? ChangedMeanwhile)?.path ?? removedPath(error) {
      try undo(from: phase)
      return .changedMeanwhile([path])
    }
    if let open = error as? OpenElsewhere {
      try undo(from: phase)
      return .openElsewhere(open.path)
    }
    if error is BranchMoved {
      try undo(from: phase)
      return .branchMoved
    }
    // A locked index was not changed, and cannot be now. A locked reference is different.
    let isIndexLocked = !isIndexWritten && (error as? GitError)?.code == .locked
    // The first error is reported; if undoing fails too, recovery continues from here.
    try? undo(from: isIndexLocked && phase == .indexing ? .publishing : phase)
    throw error
  }

  /// The path of a file whose folder was removed since it was read; nil for any other error.
  private func removedPath(_ error: any Error) -> VaultPath? {
    guard let error = error as? StoreError, error.system?.isMissing == true,
      let missing = VaultPath(error.path)
    else { return nil }
    let number = journal.entries.indices.first { number in
      let hidden = [journal.hiddenPath(number), journal.asidePath(number)]
      return ([journal.entries[number].path] + hidden).contains {
        $0 == missing || $0.isBelow(missing)
      }
    }
    return number.map { journal.entries[$0].path }
  }

  private func mark(_ next: ApplyJournal.Phase, _ step: ApplyStep) throws {
    try file.mark(next)
    phase = next
    try reached(step)
  }

  func recover(from phase: ApplyJournal.Phase) throws -> RecoveryReport {
    if phase == .indexing {
      try repository.removeAbandonedLock(
        onReference: journal.branch, to: journal.new, timeout: context.indexTimeout)
    }
    if try isFinished(in: phase) {
      try tidy(.done)
      return .finished(branch: journal.branch, leftovers: report.leftovers)
    }
    try undo(from: phase)
    return .undone(
      branch: journal.branch, changedSince: changedSince, leftovers: report.leftovers)
  }

  /// Whether recovery has only leftovers to remove.
  ///
  /// If the branch does not move, all files are in place once the index is being changed.
  func isFinished(in phase: ApplyJournal.Phase) throws -> Bool {
    try journal.old == journal.new ? phase == .indexing : isFinished()
  }

  /// Whether the branch reached the new commit, even if it has moved on since.
  private func isFinished() throws -> Bool {
    guard let head = try repository.reference(journal.branch) else { return false }
    if head == journal.new { return true }
    return try head != journal.old && repository.isAncestor(journal.new, of: head)
  }

  private func moveBranch() throws {
    guard let set else { return }
    guard try context.isAt(set) else { throw BranchMoved() }
    guard set.old != set.new else { return }
    do {
      try repository.setReference(set.branch, to: set.new, expecting: set.old, log: set.log)
    } catch  where error.code == .modified {
      throw BranchMoved()
    }
    try reached(.branchMoved)
  }

  func updateIndex(_ changes: [IndexChange]) throws {
    let tree = try set.map { try repository.commit($0.new).tree }
    try context.waitForIndex { () throws(GitError) in
      try repository.updateIndex(changes, agreeingWith: tree)
    }
    isIndexWritten = true
  }
}

// MARK: - Hidden files

extension ApplyRun {
  private func writeHidden() throws {
    let files = filesTakenForFolders
    for folder in journal.folders
    where !files.contains(where: { folder == $0 || folder.isBelow($0) }) {
      try stage.makeFolders(folder)
    }
    try reached(.foldersMade)
    team = try makeTeam()
    for (number, status) in team?.write(reportingTo: stage) ?? [] {
      changes[number].expected = status
    }
    for number in changes.indices {
      let entry = journal.entries[number]
      guard entry.action == .place || entry.action == .exchange, let new = entry.new else {
        continue
      }
      if changes[number].expected == nil || entry.action == .exchange {
        try writeHidden(number, entry: entry, new: new)
      }
      try reached(.hiddenWritten)
    }
    try stage.sync()
    try reached(.hiddenSynced)
  }

  /// For new files without filters; nil if there are few.
  private func makeTeam() throws -> PlacingTeam? {
    guard let content, context.threads > 1 else { return nil }
    var files: [PlacingTeam.File] = []
    for (number, entry) in journal.entries.enumerated() where entry.action == .place {
      guard let new = entry.new, try content.after.isUnconverted(entry.path),
        likeness(of: entry) == nil
      else { continue }
      files.append(
        PlacingTeam.File(
          number: number, content: new.id, hidden: journal.hiddenPath(number), path: entry.path,
          isExecutable: new.mode == .executable))
    }
    let team = PlacingTeam(
      vault: context.vault, repository: repository.root, threads: context.threads, files: files)
    return team.isWorthwhile ? team : nil
  }

  private func writeHidden(_ number: Int, entry: ApplyJournal.Entry, new: TreeEntry) throws {
    guard let bytes = try content?.bytes(of: new, at: entry.path, hash: entry.after) else {
      return
    }
    let hidden = journal.hiddenPath(number)
    let path = likeness(of: entry)
    let likeness = try path.flatMap { try stage.status($0) }
    let present = likeness?.kind == .file ? likeness : nil
    let staysSame = present != nil && path == entry.path && new.mode == entry.old?.mode
    try stage.write(
      bytes, to: hidden, like: present, isExecutable: staysSame ? nil : new.mode == .executable)
    changes[number].expected = try stage.status(hidden)
  }

  /// The file whose permissions the new one gets: the one that it was before a move, of which it is a copy, or that it
  /// replaces.
  ///
  /// What only its owner may read stays so. In doubt, so does what takes its name.
  private func likeness(of entry: ApplyJournal.Entry) -> VaultPath? {
    guard let new = entry.new else { return nil }
    let replaced = entry.action == .exchange ? entry.old : nil
    if let replaced, replaced.id == new.id { return entry.path }
    if let path = privatePath(of: new, at: entry.path) { return path }
    if replaced == nil, ConflictCopyName.isPossible(entry.path.name),
      let copy = ConflictCopyName(entry.path)
    {
      // The original may have been moved too.
      let original = journal.entries.first { $0.path == copy.original && $0.action == .place }
      return original.flatMap { likeness(of: $0) } ?? copy.original
    }
    if let path = formerPaths[new.id] { return path }
    guard let replaced else { return nil }
    return isOtherNote(new, than: replaced, at: entry.path) ? nil : entry.path
  }

  private var replacedFiles: [(path: VaultPath, entry: TreeEntry)] {
    journal.entries.compactMap { entry in
      guard entry.action == .take || entry.action == .exchange else { return nil }
      return entry.old.map { (path: entry.path, entry: $0) }
    }
  }

  private func makePrivatePaths() -> [FileKey: VaultPath] {
    var paths: [FileKey: VaultPath] = [:]
    for (path, entry) in replacedFiles {
      guard let status = try? stage.status(path), status.kind == .file,
        status.permissions & 0o044 == 0
      else { continue }
      paths[.content(entry.id)] = path
      guard path.isNoteByName else { continue }
      paths[.note(storedID(in: entry, at: path) ?? ProvisionalID.of(path))] = path
    }
    return paths
  }

  /// Where a file that only its owner may read is before it goes or is replaced; nil for any other file.
  private func privatePath(of entry: TreeEntry, at path: VaultPath) -> VaultPath? {
    guard !privatePaths.isEmpty else { return nil }
    if let known = privatePaths[.content(entry.id)] { return known }
    return storedID(in: entry, at: path).flatMap { privatePaths[.note($0)] }
  }

  /// Whether a private note's name was taken by a note that is certainly another one.
  private func isOtherNote(
    _ new: TreeEntry, than old: TreeEntry, at path: VaultPath
  ) -> Bool {
    guard privatePaths[.content(old.id)] == path, let id = storedID(in: new, at: path),
      let former = storedID(in: old, at: path)
    else { return false }
    return id != former
  }

  private func storedID(in entry: TreeEntry, at path: VaultPath) -> NoteID? {
    guard entry.mode.isRegular, path.isNoteByName,
      let bytes = try? repository.blob(entry.id, limit: VaultFolder.readLimit)
    else { return nil }
    return NoteDocument(bytes).storedID
  }

  /// Files replaced by a folder, which can be made only after they were moved.
  private var filesTakenForFolders: [VaultPath] {
    journal.entries.filter { $0.action == .place && $0.depth < $0.path.componentCount - 1 }
      .compactMap { entry in
        journal.folders.first { $0.componentCount == entry.depth + 1 && entry.path.isBelow($0) }
      }
  }
}
