internal import Git
internal import SystemCalls
package import VaultFormat
internal import VaultStore

/// Holds back changes that may be a mistake: too large, or too many deletions.
struct LocalGates {
  let vault: VaultFolder
  let repository: Repository
  let limits: GateLimits
  private let answers: [GateQuestion: Bool]
  private(set) var changes: [LocalChange]
  private(set) var skipped: [SkippedPath] = []
  /// Unanswered questions to ask next: the answers may change the later ones.
  private(set) var questions: [GateQuestion] = []
  private var nextQuestions: [GateQuestion] = []
  /// The answer to store; nil for none.
  var otherFiles: OtherFiles.Answer?
  let difference: WorktreeDifference
  private let filters: ContentView
  /// Held files whose base is not the last commit.
  private let made: Set<VaultPath>

  /// Decides what may be committed (`changes`), and what not (`skipped`, in byte order).
  init(
    _ observed: FolderObservation, vault: VaultFolder, repository: Repository,
    limits: GateLimits, filterProgram: FilterProgram?, answers: [GateQuestion: Bool]
  ) throws {
    self.vault = vault
    self.repository = repository
    self.limits = limits
    self.answers = answers
    difference = observed.difference
    changes = difference.changes
    made = Set(observed.held.made.keys)
    filters = ContentView(
      of: vault, repository: repository, difference: difference, filterProgram: filterProgram)
    filterOtherFiles(observed.otherFiles)
    endStep()
    hold(try ExcludedContents(vault).held(changes, vault).map { SkippedPath($0, .excluded) })
    try filterMedia()
    endStep()
    holdFormerPaths()
    if !limits.allowsDeletions { try filterDeletions() }
    endStep()
    try filterBlocked()
    skipped.sort { $0.path < $1.path }
  }

  /// Records the question if the result is nil.
  mutating func answer(to question: GateQuestion) -> Bool? {
    let answer = answers[question]
    if answer == nil { nextQuestions.append(question) }
    return answer
  }

  private mutating func endStep() {
    if questions.isEmpty { questions = nextQuestions }
    nextQuestions = []
  }

  mutating func hold(_ held: [SkippedPath]) {
    guard !held.isEmpty else { return }
    let paths = Set(held.map(\.path))
    changes.removeAll { paths.contains($0.path) }
    skipped += held
  }
}

// MARK: - Media

extension LocalGates {
  private mutating func filterMedia() throws {
    var held: [SkippedPath] = []
    var media: [(path: VaultPath, size: Int64)] = []
    for change in changes {
      guard let size = change.status?.size else { continue }
      let limit = size > limits.fileSize ? limits.fileSize : GateLimits.unaskedFileSize
      if size > limit, try isNew(change) {
        if answer(to: .largeFile(change.path, size: size, limit: limit)) != true {
          held.append(SkippedPath(change.path, .largeFile(size: size, limit: limit)))
          continue
        }
      }
      if !change.isNoteByName { media.append((change.path, size)) }
    }
    endStep()
    hold(try held + filterSum(media))
  }

  /// Asks about all new media at once if their total is too large.
  private mutating func filterSum(
    _ media: [(path: VaultPath, size: Int64)]
  ) throws -> [SkippedPath] {
    func sum(_ media: [(path: VaultPath, size: Int64)]) -> Int64 {
      media.reduce(0) { $0.addingReportingOverflow($1.size).overflow ? .max : $0 + $1.size }
    }
    // Only reading shows what the repository already has, so it is done only if it matters.
    guard sum(media) > limits.syncSize else { return [] }
    let paths = Set(media.map(\.path))
    var new: Set<VaultPath> = []
    for change in changes where paths.contains(change.path) {
      if try isNew(change) { new.insert(change.path) }
    }
    let files = media.filter { new.contains($0.path) }
    let size = sum(files)
    guard size > limits.syncSize,
      answer(to: .largeSync(files: files.map(\.path), size: size, limit: limits.syncSize)) != true
    else { return [] }
    return files.map { SkippedPath($0.path, .largeSync(size: size, limit: limits.syncSize)) }
  }

  /// Whether the repository lacks the content of a file: a moved file adds nothing.
  ///
  /// An unreadable file counts as new; committing it will report the reason.
  private func isNew(_ change: LocalChange) throws -> Bool {
    guard let content = try? vault.read(change.path) else { return true }
    switch try filters.cleaned(content, at: change.path, writes: false) {
    case .bytes(let bytes): return try !repository.contains(Repository.blobID(of: bytes))
    case .object(let id): return try !repository.contains(id)
    case .skipped: return true
    }
  }

  private mutating func holdFormerPaths() {
    let deleted = changes.filter { $0.kind == .deleted }
    let paths = (difference.skipped + skipped).map(\.path)
      .filter { !difference.index.hasVersion(of: $0) }
    hold(FormerPaths.held(deleted, for: paths, vault: vault, repository: repository))
  }
}

// MARK: - Conflicting names

extension LocalGates {
  /// A file that stays in git conflicts with a folder of its name, and the other way round: a held file, one that git
  /// is told to ignore, a link or a submodule, which tl removes from no commit.
  private mutating func filterBlocked() throws {
    // A change with an older base is committed there.
    let leaving = Set(
      changes.filter { $0.kind == .deleted && !made.contains($0.path) }.map(\.path))
    // New in git's index and marked there: neither in the commit nor in the folder yet.
    let staged = Set(changes.filter { $0.kind == .added && $0.staged != nil }.map(\.path))
    var known: [VaultPath: VaultPath?] = [:]
    func fileAbove(_ path: VaultPath) throws -> VaultPath? {
      guard let folder = path.parent else { return nil }
      if let obstacle = known[folder] { return obstacle }
      let isFile =
        try staged.contains(folder) || repository.entry(at: folder, inTree: difference.tree) != nil
      let obstacle = isFile && !leaving.contains(folder) ? folder : try fileAbove(folder)
      known[folder] = .some(obstacle)
      return obstacle
    }
    func fileBelow(_ path: VaultPath) throws -> VaultPath? {
      if let file = staged.first(where: { $0.isBelow(path) }) { return file }
      guard let folder = try repository.folderID(path, inTree: difference.tree) else { return nil }
      var found: VaultPath?
      try repository.forEachFile(inTree: folder) { inner, _ in
        let file = VaultPath(in: path, named: inner.bytes)
        if found == nil, !leaving.contains(file) { found = file }
      }
      return found
    }
    var held: [SkippedPath] = []
    for change in changes where change.kind == .added {
      let obstacle = try fileAbove(change.path) ?? fileBelow(change.path)
      if let obstacle { held.append(SkippedPath(change.path, .blocked(by: obstacle))) }
    }
    hold(held)
  }
}

/// Asks before an unusual number of deletions of notes or of other files.
extension LocalGates {
  mutating func filterDeletions() throws {
    let deleted = changes.filter { $0.kind == .deleted && !$0.path.isHidden }
    guard !deleted.isEmpty else { return }
    if deleted.count <= DeletionLimit.unasked, leavesNotesForSure(deleted) { return }
    let all = try repository.deletableFiles(inTree: difference.tree)
    var meant = try MovedNotes(changes, vault: vault, repository: repository).paths
    let gone = deleted.map(\.path).filter { !meant.contains($0) }
    guard question(gone, of: all, goneNotes: gone.filter(all.notes.contains)) != nil else { return }
    // A deletion by tl was intended, and is in the trash.
    meant.formUnion(try TrashedFiles(vault, repository).deleted(changes))
    let counted = gone.filter { !meant.contains($0) }
    guard
      let question = question(counted, of: all, goneNotes: gone.filter(all.notes.contains)),
      answer(to: question) != true
    else { return }
    // Deleted media stay with their notes: all of it may be on a disk that is not mounted.
    let unmeant = changes.filter { $0.kind == .deleted && !meant.contains($0.path) }
    hold(unmeant.map { SkippedPath($0.path, .heldDeletion) })
  }

  /// The question; nil for an ordinary number of deletions.
  ///
  /// - Parameter goneNotes: including intended deletions.
  private func question(
    _ gone: [VaultPath], of all: DeletableFiles, goneNotes: [VaultPath]
  ) -> GateQuestion? {
    let notes = gone.filter(all.notes.contains)
    let files = gone.filter { !all.notes.contains($0) }
    if !notes.isEmpty, goneNotes.count == all.notes.count, !addsNotes() {
      return .noNotesLeft(notes: notes)
    }
    if DeletionLimit.isExceeded(by: notes.count, of: all.notes.count) {
      return .deletions(notes: notes, of: all.notes.count)
    }
    if DeletionLimit.isExceeded(by: files.count, of: all.others) {
      return .mediaDeletions(files: files, of: all.others)
    }
    return nil
  }

  private func addsNotes() -> Bool {
    let rules = PathRules(of: vault)
    return changes.contains { $0.kind == .added && rules.isNote($0.path) }
  }

  /// A quick check of git's index, which is enough for ordinary vaults.
  private func leavesNotesForSure(_ deleted: [LocalChange]) -> Bool {
    guard deleted.contains(where: \.isNoteByName) else { return true }
    let index = difference.index
    guard !index.hasName(".tlignore") else { return false }
    let gone = Set(deleted.map(\.path))
    let rules = PathRules(
      templates: VaultConfiguration(of: vault).templates, holdsFile: { _ in true })
    return (0..<index.count).contains { position in
      index.path(at: position).map { rules.isNote($0) && !gone.contains($0) } ?? false
    }
  }
}

/// The numbers of a commit's files that a user would miss.
struct DeletableFiles {
  var notes: Set<VaultPath>
  /// The number of files that are not notes: media, templates and the like, without hidden files.
  var others: Int
}

extension Repository {
  func deletableFiles(inTree tree: ObjectID?) throws -> DeletableFiles {
    var count = 0
    try forEachFile(inTree: tree) { path, entry in
      if entry.mode.isRegular, !path.isHidden { count += 1 }
    }
    let notes = try notes(inTree: tree)
    return DeletableFiles(notes: notes, others: count - notes.count)
  }
}

/// What a sync does not commit without asking.
///
/// With yes it is committed; with no it stays as in the last commit, and is reported.
package enum GateQuestion: Hashable, Sendable {
  /// A new file above `media.max_size`, or above the size that always needs a question; sizes in bytes.
  case largeFile(VaultPath, size: Int64, limit: Int64)
  /// New files with more bytes in total than `media.max_sync`.
  case largeSync(files: [VaultPath], size: Int64, limit: Int64)
  /// An unusual number of notes was deleted: see `DeletionLimit`.
  case deletions(notes: [VaultPath], of: Int)
  /// An unusual number of other files was deleted.
  case mediaDeletions(files: [VaultPath], of: Int)
  /// None of the last commit's notes is left.
  case noNotesLeft(notes: [VaultPath])
  /// Files that are not notes, media or settings, in a folder that had some before it became a vault.
  case otherFiles([VaultPath])
}

/// What a sync commits without asking.
package struct GateLimits: Hashable, Sendable {
  /// The most bytes of one file.
  package var fileSize: Int64
  /// The most bytes of all new files except notes.
  package var syncSize: Int64
  /// `--allow-deletes`.
  package var allowsDeletions = false
  /// `--allow-other-files`; stored.
  package var allowsOtherFiles = false

  /// The limit of hosting services: no setting allows larger files without asking.
  package static let unaskedFileSize: Int64 = 100 << 20
}
