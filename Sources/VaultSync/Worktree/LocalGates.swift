internal import Git
internal import SystemCalls
internal import VaultFormat
internal import VaultStore

/// Holds back changes that may be a mistake: too large, or too many deletions.
struct LocalGates {
  let vault: VaultFolder
  let repository: Repository
  let limits: GateLimits
  private let answers: [GateQuestion: Bool]
  private(set) var changes: [LocalChange]
  private(set) var leftOut: [LeftOut] = []
  /// Unanswered questions to ask next: the answers may change the later ones.
  private(set) var questions: [GateQuestion] = []
  private var nextQuestions: [GateQuestion] = []
  /// The answer to store; nil for none.
  var otherFiles: OtherFiles.Answer?
  let difference: WorktreeDifference
  private var filters: WorktreeFilters
  /// Held files whose base is not the last commit.
  private let made: Set<VaultPath>

  /// Decides what may be committed (`changes`), and what not (`leftOut`, in byte order).
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
    filters = WorktreeFilters(
      vault, repository: repository, difference: difference, filterProgram: filterProgram)
    filterOtherFiles(observed.otherFiles)
    endStep()
    hold(try KeptOut(vault).held(changes, vault).map { LeftOut($0, .keptOut) })
    try filterMedia()
    endStep()
    holdFormerPaths()
    if !limits.allowsDeletions { try filterDeletions() }
    endStep()
    try filterBlocked()
    leftOut.sort { $0.path < $1.path }
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

  mutating func hold(_ held: [LeftOut]) {
    guard !held.isEmpty else { return }
    let paths = Set(held.map(\.path))
    changes.removeAll { paths.contains($0.path) }
    leftOut += held
  }
}

// MARK: - Media

extension LocalGates {
  private mutating func filterMedia() throws {
    var held: [LeftOut] = []
    var media: [(path: VaultPath, size: Int64)] = []
    for change in changes {
      guard let size = change.status?.size else { continue }
      let limit = size > limits.fileSize ? limits.fileSize : GateLimits.unaskedFileSize
      if size > limit, try isNew(change) {
        if answer(to: .largeFile(change.path, size: size, limit: limit)) != true {
          held.append(LeftOut(change.path, .largeFile(size: size, limit: limit)))
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
  ) throws -> [LeftOut] {
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
    return files.map { LeftOut($0.path, .largeSync(size: size, limit: limits.syncSize)) }
  }

  /// Whether the repository lacks the content of a file: a moved file adds nothing.
  ///
  /// An unreadable file counts as new; committing it will report the reason.
  private mutating func isNew(_ change: LocalChange) throws -> Bool {
    guard let content = try? vault.read(change.path) else { return true }
    switch try filters.cleaned(content, at: change.path, writes: false) {
    case .bytes(let bytes): return try !repository.contains(Repository.blobID(of: bytes))
    case .object(let id): return try !repository.contains(id)
    case .leftOut: return true
    }
  }

  private mutating func holdFormerPaths() {
    let deleted = changes.filter { $0.kind == .deleted }
    let paths = (difference.leftOut + leftOut).map(\.path)
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
    var held: [LeftOut] = []
    for change in changes where change.kind == .added {
      let obstacle = try fileAbove(change.path) ?? fileBelow(change.path)
      if let obstacle { held.append(LeftOut(change.path, .blocked(by: obstacle))) }
    }
    hold(held)
  }
}
