internal import Git
internal import VaultFormat
internal import VaultStore

/// Reads the folder, and decides what a sync records.
///
/// Writes nothing except git objects, and those only on request.
struct RecordPlanner {
  let vault: VaultFolder
  let repository: Repository
  /// Runs git's filters; nil without the git program, and filtered files are left out.
  let filterProgram: FilterProgram?
  let settings: Settings

  struct Settings {
    var limits: GateLimits
    /// The name of this device; one line.
    var device: String
    /// Replaces the list of changes.
    var message: String?
    /// Seconds since 1970-01-01T00:00:00Z.
    var now: Int64
    /// The zone of stamps.
    var ownZone: TimeZoneRules
    /// The vault's, for times without an offset.
    var zone: TimeZoneRules
    /// The number of threads that scan the folder, as many as processors.
    var threads: Int
  }
}

/// The difference between the folder and the last commit at one moment.
struct FolderObservation {
  let held: HeldChanges
  /// Media folders that were left behind, and the notes that claim them.
  var orphanedMedia: [MediaMove]
  let otherFiles: OtherFiles.Answer

  var difference: WorktreeDifference { held.difference }
}

extension RecordPlanner {
  /// - Throws: `.refused`, and what scanning the folder throws.
  func observe() throws -> FolderObservation {
    if case .detached(let id) = try repository.head() {
      throw SyncError.refused(.detachedHead(id))
    }
    let difference = try WorktreeScan(
      vault: vault, repository: repository, threads: settings.threads, now: settings.now,
      filterProgram: filterProgram
    ).run()
    if !difference.unmerged.isEmpty { throw SyncError.refused(.operationInProgress(.merging)) }
    if !difference.stagedOnly.isEmpty {
      throw SyncError.refused(.stagedOnly(difference.stagedOnly))
    }
    let media = OrphanedMedia(
      difference, vault: vault, repository: repository, filterProgram: filterProgram)
    return FolderObservation(
      held: try HeldChanges(difference, vault: vault, repository: repository),
      orphanedMedia: try media.moves(),
      otherFiles: OtherFiles(vault: vault).answer)
  }

  /// Decides what passes the gates; the commit follows from reading it, which may leave out more: conflict markers, and
  /// what a filter cannot encode.
  func plan(_ observed: FolderObservation, _ answers: [GateQuestion: Bool]) throws -> RecordPlan {
    let gates = try LocalGates(
      observed, vault: vault, repository: repository, limits: settings.limits,
      filterProgram: filterProgram, answers: answers)
    var plan = RecordPlan(head: observed.difference.head, movedMedia: observed.orphanedMedia)
    plan.questions = gates.questions
    plan.skipped = observed.difference.skipped + gates.skipped
    plan.otherFiles = gates.otherFiles
    plan.settled = observed.held.settled
    plan.passed = gates.changes
    return plan
  }

  /// Adds the changes of the commit, without writing objects.
  func readIDs(_ plan: inout RecordPlan, _ observed: FolderObservation) throws {
    var reader = reader(observed.difference, writesFiltered: false)
    try read(&plan, held: observed.held, reader: &reader, sink: BlobSink())
    finish(&plan, reader: reader, held: observed.held)
  }

  /// Adds the commit's tree, and writes its objects.
  ///
  /// - Parameter stampsInMemory: whether notes are read as they would be after stamping.
  func read(
    _ plan: inout RecordPlan, _ observed: FolderObservation, stampsInMemory: Bool = false
  ) throws {
    var reader = reader(observed.difference, writesFiltered: true)
    if stampsInMemory {
      for stamp in plan.stamps {
        reader.contents[stamp.path] = (try? vault.read(stamp.path)).flatMap { stamped($0, stamp) }
      }
    }
    // More loose objects are slow to make and to use.
    if plan.passed.count > 1000, !stampsInMemory {
      plan.tree = try repository.withPack { pack in
        try makeTree(&plan, held: observed.held, reader: &reader, sink: ObjectSink(pack))
      }
    } else {
      plan.tree = try makeTree(
        &plan, held: observed.held, reader: &reader, sink: ObjectSink(repository))
    }
    plan.index = (plan.index + observed.difference.indexOnly).sorted { $0.path < $1.path }
    finish(&plan, reader: reader, held: observed.held)
    if plan.tree != nil {
      let sealed = SealedMedia(
        vault: vault, repository: repository, tree: observed.difference.tree)
      plan.message = CommitMessage.text(
        of: plan.changes, device: settings.device, message: settings.message,
        rules: PathRules(of: vault, with: plan.changes.map(\.path)),
        sealed: try sealed.folders(of: plan.changes))
    }
  }

  /// - Returns: nil if nothing changed.
  private func makeTree(
    _ plan: inout RecordPlan, held: HeldChanges, reader: inout LocalReader, sink: ObjectSink
  ) throws -> ObjectID? {
    try read(&plan, held: held, reader: &reader, sink: sink.blobs)
    try sink.blobs.flush()
    guard !plan.changes.isEmpty else { return nil }
    return try sink.writeTree(held.difference.tree, plan.changes.map { ($0.path, $0.new) })
  }

  private func reader(_ difference: WorktreeDifference, writesFiltered: Bool) -> LocalReader {
    LocalReader(
      vault, repository: repository, difference: difference, filterProgram: filterProgram,
      writesFiltered: writesFiltered)
  }

  private func finish(
    _ plan: inout RecordPlan, reader: LocalReader, held: HeldChanges
  ) {
    plan.skipped += reader.skipped
    finishReleased(&plan, held)
    plan.skipped.sort { $0.path < $1.path }
    plan.findings = NewNames.findings(of: plan.changes, reader.index)
  }
}

// MARK: - Reading

extension RecordPlanner {
  /// Reads all files to commit.
  ///
  /// Deletions come last: a deleted file stays if the file that replaced it is left out.
  private func read(
    _ plan: inout RecordPlan, held: HeldChanges, reader: inout LocalReader, sink: BlobSink
  ) throws {
    func take(_ read: LocalReader.Outcome, of change: LocalChange) throws {
      guard try !release(read, of: change, held: held, in: &plan) else { return }
      if read.entry != change.old { plan.changes.append(CommittedChange(change, read)) }
      guard change.staged == nil else { return }
      let status = read.status.flatMap { $0.isSettled(at: settings.now) ? $0 : nil }
      plan.index.append(IndexChange(path: change.path, entry: read.entry, status: status))
    }
    var plain: [LocalChange] = []
    for change in plan.passed where change.kind != .deleted {
      if sink.takesSeveral, try reader.isPlain(change) {
        plain.append(change)
      } else if let read = try reader.read(
        change, versions: versions(of: change, held), sink.write)
      {
        try take(read, of: change)
      }
    }
    for (change, read) in try reader.readPlain(plain, threads: settings.threads, into: sink.pack) {
      try take(read, of: change)
    }
    let deleted = plan.passed.filter { $0.kind == .deleted }
    let skipped = reader.skipped.map(\.path).filter { !reader.index.hasVersion(of: $0) }
    let former = FormerPaths.held(deleted, for: skipped, vault: vault, repository: repository)
    plan.skipped += former
    let heldPaths = Set(former.map(\.path))
    leaveOutBlocked(by: heldPaths, &plan)
    for change in deleted where !heldPaths.contains(change.path) {
      if let read = try reader.read(change, sink.write) { try take(read, of: change) }
    }
    plan.changes.sort { $0.path < $1.path }
  }

  /// A file that stays, because its moved version is held, conflicts with a folder of its name, and the other way
  /// round.
  private func leaveOutBlocked(by held: Set<VaultPath>, _ plan: inout RecordPlan) {
    guard !held.isEmpty else { return }
    var blocked: [VaultPath: VaultPath] = [:]
    for change in plan.changes {
      let obstacle = held.first { change.path.isBelow($0) || $0.isBelow(change.path) }
      if let obstacle { blocked[change.path] = obstacle }
    }
    plan.changes.removeAll { blocked[$0.path] != nil }
    plan.index.removeAll { blocked[$0.path] != nil }
    plan.skipped += blocked.map { SkippedPath($0.key, .blocked(by: $0.value)) }
  }
}

extension CommittedChange {
  fileprivate init(_ change: LocalChange, _ read: LocalReader.Outcome) {
    self.init(
      path: change.path, kind: change.kind, old: change.old, new: read.entry, title: read.title)
  }
}

// MARK: - Held changes

/// Held changes are not committed on the branch, but returned to be merged with it.
extension RecordPlanner {
  /// The blobs that a held file may equal: its base, and that of the last commit.
  private func versions(of change: LocalChange, _ held: HeldChanges) throws -> [TreeEntry] {
    guard held.made[change.path] != nil else { return [] }
    let present = try repository.entry(at: change.path, inTree: held.difference.tree)
    return [change.old, present].compactMap(\.self)
  }

  /// - Returns: whether the base of the change is not the last commit.
  private func release(
    _ read: LocalReader.Outcome, of change: LocalChange, held: HeldChanges,
    in plan: inout RecordPlan
  ) throws -> Bool {
    guard let record = held.made[change.path] else { return false }
    let present = try repository.entry(at: change.path, inTree: held.difference.tree)
    guard read.entry != change.old, read.entry != present else {
      plan.released.unchanged[change.path] = .some(read.entry)
      return true
    }
    plan.released.add(CommittedChange(change, read), madeFrom: record.base)
    return true
  }

  /// Adds changes that need no reading, and records which held changes others changed too.
  private func finishReleased(_ plan: inout RecordPlan, _ held: HeldChanges) {
    for (path, entry) in held.unchanged {
      let obstacle = plan.skipped.first { $0.path.isBelow(path) || path.isBelow($0.path) }
      if let obstacle {
        plan.skipped.append(SkippedPath(path, .blocked(by: obstacle.path)))
      } else {
        plan.released.unchanged[path] = .some(entry)
      }
    }
    for number in plan.skipped.indices {
      plan.skipped[number].hasOtherVersion = held.hasOtherVersion(plan.skipped[number].path)
    }
    plan.released.sort()
  }
}
