internal import VaultFormat

/// The git program, for what libgit2 does not do: filters, hooks, signatures.
struct GitProgram {
  private let path: String
  private let repository: Repository
  private let network: NetworkSettings

  /// In milliseconds without a sign of life: hooks and signing programs may ask a person.
  private static let patience = 600_000

  /// - Throws: `.refused` where there is no git.
  init(_ synced: SyncedVault, for reason: String) throws(SyncError) {
    guard let path = synced.settings.network.git else {
      throw .refused(.gitProgramMissing(reason: reason))
    }
    self.path = path
    repository = synced.repository
    network = synced.settings.network
  }

  /// Runs git in the work tree.
  ///
  /// - Parameters:
  ///   - variables: besides those of tl itself.
  ///   - input: its standard input.
  /// - Returns: what it printed, and what it said besides.
  /// - Throws: `.gitProgram` where it fails, with its own words.
  @discardableResult
  func run(
    _ arguments: [String], variables: [String: String] = [:], input: [UInt8] = []
  ) throws(SyncError) -> (output: [UInt8], talk: String) {
    var environment = network.outsideEnvironment.merging(variables) { $1 }
    environment["GIT_TERMINAL_PROMPT"] = network.isInteractive ? nil : "0"
    let command = ChildCommand(
      program: path, arguments: ["-C", repository.vaultRoot] + arguments, environment: environment,
      hasOwnGroup: !network.isInteractive)
    let name = "git " + (arguments.first { !$0.hasPrefix("-") } ?? "")
    let result: ChildProcess.Output
    do {
      result = try ChildProcess.run(
        command, input: input, limit: 1 << 30,
        limits: WaitLimits(first: Self.patience, idle: Self.patience))
    } catch {
      throw .gitProgram(command: name, message: "it did not answer")
    }
    guard result.status == 0 else {
      throw .gitProgram(command: name, message: result.talk)
    }
    return (result.bytes, result.talk)
  }
}

// MARK: - What it is needed for

extension GitProgram {
  /// Commits the paths of a record, with the hooks and the signature that the settings of git ask for.
  ///
  /// The commit that the record names is not used; its message is.
  func commit(_ record: CommitRecord, _ identity: CommitIdentity) throws {
    let message = try repository.commit(record.new).message
    try commit(record.changes.map(\.path), message: message, identity)
  }

  /// Commits what the folder holds at some paths, and nothing else; no commit where that is recorded already.
  func commit(
    _ paths: [VaultPath], message: String, _ identity: CommitIdentity
  ) throws(SyncError) {
    let list = Array(paths.map { $0.bytes + [0] }.joined())
    let fromInput = ["--pathspec-from-file=-", "--pathspec-file-nul"]
    try run(["--literal-pathspecs", "add", "-A"] + fromInput, input: list)
    let staged = try run(["--literal-pathspecs", "diff", "--cached", "--name-only", "-z"])
    guard !staged.output.isEmpty else { return }
    try run(
      ["--literal-pathspecs", "commit", "--quiet", "--only", "--message", message] + fromInput,
      variables: identity.variables, input: list)
  }

  /// Makes a signed commit of a tree; no reference is moved to it, and no hook runs.
  func signedCommit(
    _ tree: ObjectID, _ parents: [ObjectID], message: String, _ identity: CommitIdentity
  ) throws(SyncError) -> ObjectID {
    let output = try run(
      ["commit-tree", "-S", tree.hex] + parents.flatMap { ["-p", $0.hex] },
      variables: identity.variables, input: Array(message.utf8)
    ).output
    guard let id = ObjectID(hex: String(decoding: output.prefix { $0 != 0x0A }, as: UTF8.self))
    else { throw .gitProgram(command: "git commit-tree", message: "it named no commit") }
    return id
  }

  /// Brings the branch, the index and the folder to a commit that follows on the one that is checked out.
  func fastForward(to commit: ObjectID) throws(SyncError) {
    try run(["merge", "--quiet", "--ff-only", commit.hex])
  }
}

extension CommitIdentity {
  /// The same for the git program.
  var variables: [String: String] {
    [
      "GIT_AUTHOR_NAME": author.name, "GIT_AUTHOR_EMAIL": author.email,
      "GIT_AUTHOR_DATE": author.gitDate, "GIT_COMMITTER_NAME": committer.name,
      "GIT_COMMITTER_EMAIL": committer.email, "GIT_COMMITTER_DATE": committer.gitDate,
    ]
  }
}

extension Person {
  /// `@SECONDS +HHMM`, as git reads it.
  fileprivate var gitDate: String {
    let minutes = abs(offsetMinutes)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let sign = offsetMinutes < 0 ? "-" : "+"
    return "@\(time) \(sign)\(two(minutes / 60))\(two(minutes % 60))"
  }
}
