internal import Git
internal import SystemCalls
internal import VaultFormat
internal import VaultStore

/// The git program, for what libgit2 lacks: filters, hooks, signatures.
struct GitProgram {
  private let program: FilterProgram
  private let repository: Repository

  init(_ program: FilterProgram, in repository: Repository) {
    (self.program, self.repository) = (program, repository)
  }

  /// Runs git in the work tree.
  ///
  /// - Parameters:
  ///   - variables: added to the environment.
  ///   - input: its standard input.
  /// - Returns: its standard output and standard error.
  /// - Throws: `.gitProgram` with git's message if it fails.
  @discardableResult
  func run(
    _ arguments: [String], variables: [String: String] = [:], input: [UInt8] = []
  ) throws(SyncError) -> (output: [UInt8], errorOutput: String) {
    let command = program.command(["-C", repository.vaultRoot] + arguments, variables)
    let name = "git " + Self.command(of: arguments)
    let result: ChildProcess.Output
    do {
      result = try ChildProcess.run(
        command, input: input, limit: 1 << 30, timeouts: FilterProgram.timeouts)
    } catch {
      throw .gitProgram(command: name, message: "it did not answer")
    }
    guard result.status == 0 else {
      throw .gitProgram(command: name, message: result.errorOutput)
    }
    return (result.bytes, result.errorOutput)
  }

  /// The first word that is not an option or a setting.
  private static func command(of arguments: [String]) -> String {
    var rest = arguments[...]
    while rest.first == "-c" { rest = rest.dropFirst(2) }
    return rest.first { !$0.hasPrefix("-") } ?? ""
  }
}

// MARK: - Commits

extension GitProgram {
  /// Makes a commit on the checked-out branch with `git commit`, its hooks, and the signature that git's settings ask
  /// for.
  ///
  /// Git uses a temporary index with the tree: what the user has staged is not touched. The hooks see the tree as
  /// staged and may stage more.
  ///
  /// - Returns: the commit, which the branch is at; nil if the hooks left nothing to commit.
  /// - Throws: `.gitProgram` if a hook refuses or a signature fails, and nothing has changed;
  ///   `BranchMoved`.
  func commitWithHooks(
    _ tree: ObjectID, commit: HookedCommit, identity: CommitIdentity
  ) throws -> ObjectID? {
    let scratch = try ScratchFolder(in: repository.gitFolder)
    defer { withExtendedLifetime(scratch) {} }
    let folder = SystemFolder(path: scratch.path)
    do throws(SystemError) {
      try copy("index", to: folder)
    } catch {
      throw GitError(error, operation: "copy git's index")
    }
    let index = ["GIT_INDEX_FILE": folder.path(of: "index")]
    let variables = identity.variables.merging(index) { $1 }
    let rootTree = try repository.rootTree(of: tree, onto: commit.parent)
    try run(["read-tree", "--reset", rootTree.hex], variables: variables)
    guard try repository.reference(commit.branch) == commit.parent else {
      throw BranchMoved()
    }
    do {
      try run(Self.commitStaged, variables: variables, input: Array(commit.message.utf8))
    } catch {
      guard try repository.reference(commit.branch) == commit.parent else {
        throw BranchMoved()
      }
      throw error
    }
    guard let made = try repository.reference(commit.branch),
      try repository.commit(made).parents == (commit.parent.map { [$0] } ?? [])
    else { throw BranchMoved() }
    guard let parent = commit.parent,
      try repository.commit(made).rootTree == repository.commit(parent).rootTree
    else { return made }
    // The hooks reverted everything, and git made an empty commit.
    try repository.setReference(
      commit.branch, to: parent, expecting: made, log: "reset: the hooks left nothing to commit")
    return nil
  }

  /// A commit does not start the packing of objects; the message is in UTF-8, whatever git's setting.
  private static let commitSettings = [
    "-c", "gc.auto=0", "-c", "maintenance.auto=false", "-c", "i18n.commitEncoding=UTF-8",
  ]

  private static let commitStaged = commitSettings + ["commit", "--quiet", "--file=-"]

  /// Commits the tree with hooks, and moves no branch.
  ///
  /// Git uses a temporary git folder with its own HEAD and index: the hooks see no branch.
  ///
  /// - Parameter tree: of the repository.
  func detachedCommitWithHooks(
    _ tree: ObjectID, onto parent: ObjectID, message: String, identity: CommitIdentity
  ) throws -> ObjectID? {
    let scratch = try ScratchFolder(in: repository.gitFolder)
    defer { withExtendedLifetime(scratch) {} }
    let folder = SystemFolder(path: scratch.path)
    do throws(SystemError) {
      try folder.create("HEAD", content: Array("\(parent.hex)\n".utf8))
      // As in a linked work tree: objects, settings and hooks are those of the repository (gitrepository-layout(5)).
      try folder.create("commondir", content: Array("\(repository.commonFolder)\n".utf8))
      // The settings of one work tree, if `extensions.worktreeConfig` is set.
      try copy("config.worktree", to: folder)
    } catch {
      throw GitError(error, operation: "prepare a commit")
    }
    let variables = identity.variables.merging([
      "GIT_DIR": scratch.path, "GIT_WORK_TREE": repository.root,
    ]) { $1 }
    try run(["read-tree", tree.hex], variables: variables)
    try run(Self.commitStaged, variables: variables, input: Array(message.utf8))
    let head = try run(["rev-parse", "--verify", "HEAD"], variables: variables).output
    let made = try Self.id(in: head, of: "git rev-parse")
    let isEmpty =
      try repository.commit(made).rootTree == repository.commit(parent).rootTree
    return isEmpty ? nil : made
  }

  /// Copies a file of the git folder, if there is one.
  private func copy(_ name: String, to folder: SystemFolder) throws(SystemError) {
    let content = try SystemFolder(path: repository.gitFolder).content(of: name)
    if let content { try folder.create(name, content: content.bytes) }
  }

  /// Makes a signed commit of a tree, without moving a reference or running hooks.
  func signedCommit(
    _ tree: ObjectID, parents: [ObjectID], message: String, identity: CommitIdentity
  ) throws(SyncError) -> ObjectID {
    let output = try run(
      Self.commitSettings + ["commit-tree", "-S", tree.hex] + parents.flatMap { ["-p", $0.hex] },
      variables: identity.variables, input: Array(message.utf8)
    ).output
    return try Self.id(in: output, of: "git commit-tree")
  }

  private static func id(in output: [UInt8], of command: String) throws(SyncError) -> ObjectID {
    guard let id = ObjectID(hex: String(decoding: output.prefix { $0 != 0x0A }, as: UTF8.self))
    else { throw .gitProgram(command: command, message: "it printed no commit id") }
    return id
  }
}

extension CommitIdentity {
  /// The identity as variables of the git program.
  var variables: [String: String] {
    [
      "GIT_AUTHOR_NAME": author.name, "GIT_AUTHOR_EMAIL": author.email,
      "GIT_AUTHOR_DATE": author.gitDate, "GIT_COMMITTER_NAME": committer.name,
      "GIT_COMMITTER_EMAIL": committer.email, "GIT_COMMITTER_DATE": committer.gitDate,
    ]
  }
}

extension Signature {
  /// `@SECONDS +HHMM`, as git reads it.
  fileprivate var gitDate: String {
    let minutes = abs(offsetMinutes)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let sign = offsetMinutes < 0 ? "-" : "+"
    return "@\(time) \(sign)\(two(minutes / 60))\(two(minutes % 60))"
  }
}
