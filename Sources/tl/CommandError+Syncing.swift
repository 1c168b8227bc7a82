internal import VaultFormat
internal import VaultStore
internal import VaultSync

extension CommandError {
  /// The words for what keeps a vault from being synced.
  init(_ error: SyncError) {
    switch error {
    case .refused(let refusal): self.init(refusal)
    case .git(let error) where error.code == .refusedPath:
      self.init(
        "the remote holds a name that is not written anywhere (\(error.message)); nothing was changed",
        hint: "whoever made that commit has to remove it there")
    case .git(let error): self.init("git: \(error)", hint: Self.hint(for: error))
    case .store(let error): self.init(error as any Error)
    case .transport(let error): self.init(error)
    case .needsGit(let paths):
      self.init(
        "\(paths.first?.text ?? "a file") arrives in a form that only the git program can turn into the file",
        hint:
          "install git, or commit what you hold back of that file; nothing that arrived was lost")
    case .hostilePaths(let paths):
      let first = paths.first.map { "\($0.text) (\($0))" } ?? "a path"
      self.init(
        "the remote holds \(first), which is not written anywhere; nothing was changed",
        hint: "whoever made that commit has to remove it there")
    case .keepsChanging(let paths):
      self.init(
        "\(paths.first?.text ?? "a file") kept changing; nothing of it was overwritten",
        hint: "close the program that writes it, then run tl sync again")
    case .nothingToUndo:
      self.init("there is no sync to take back", hint: "tl log shows what came when")
    case .gitProgram(let command, let message):
      self.init(
        "\(command) failed: \(message)", hint: "nothing was lost; tl sync goes on from here")
    case .other(let message): self.init(message)
    }
  }

  private static func hint(for error: GitError) -> String? {
    if error.code == .locked {
      return
        "another git program works here; if none does, one left .git/index.lock behind: remove that file"
    }
    // libgit2 hands on the system's words, and no number.
    let isFull =
      error.code == .system
      ? SystemError(error.category, .write).isFull
      : error.message.contains("No space left on device")
    return isFull ? "free some space, then tl sync goes on from here" : nil
  }

  /// The words for a remote that could not be reached, or did not want to.
  init(_ error: TransportError) {
    switch error {
    case .unreachable(let message, let timeLimit):
      self.init(
        timeLimit ? "the remote does not answer" : "the remote cannot be reached: \(message)",
        hint: "all is recorded here; tl sync hands it on when the remote is back",
        status: .unreachable)
    case .authentication(let message):
      self.init(
        "the remote does not let you in: \(message)",
        hint: "tl remote check shows which key or password was tried", status: .authenticationFailed
      )
    case .unknownHost(let message):
      self.init(
        "ssh does not know this host yet: \(message)",
        hint: "connect once with ssh, compare the key, and accept it", status: .authenticationFailed
      )
    case .changedHost(let message):
      self.init(
        "the host shows another key than before: \(message)",
        hint: "somebody may be listening in; ask who runs it before you change known_hosts",
        status: .authenticationFailed)
    case .encryption(let message):
      self.init(
        "no encrypted connection came about: \(message)",
        hint: "tl remote check tells more", status: .unreachable)
    case .notARepository(let message):
      self.init(
        "there is no repository at the remote, or you may not see it: \(message)",
        hint: "tl remote show prints the address", status: .unreachable)
    case .noise(let bytes):
      self.init(
        "the remote answers with something else than git: \(bytes)",
        hint: "a start file of the shell there may print it (.bashrc)", status: .unreachable)
    case .refused(let reference, let reason, let message):
      self.init("the remote refused \(reference): \(reason)")
      if !message.isEmpty { hints = ["it says: \(message)"] }
    case .moved:
      self.init("others kept pushing meanwhile", hint: "run tl sync again")
    case .cancelled: self.init("stopped")
    case .programMissing(let name, let onServer):
      self.init(
        onServer ? "the server has no \(name)" : "\(name) is not installed",
        hint: onServer ? "git has to be installed there" : "install it, then run tl sync again",
        status: .unreachable)
    case .refusedAddress(let address, let fault):
      self.init(
        "the address \(address) is refused: \(fault)", hint: "tl remote set URL names another")
    case .noSuchRemote(let name):
      self.init("there is no remote \(name)", hint: "tl remote set URL names one")
    case .git(let error): self.init("git: \(error)", hint: Self.hint(for: error))
    }
  }
}

extension SyncReport {
  /// What the command ends with besides the report; nil where all went well.
  var failure: CommandError? {
    switch network {
    case .failed(let error): CommandError(error)
    case .keepsMoving: CommandError(TransportError.moved)
    case .done, .noRemote, .notPushed:
      heldBack.contains { $0.isFailure } ? CommandError("some files were held back") : nil
    }
  }
}

extension LeftOut {
  /// Links and the like are left out by design; anything else waits for somebody to decide.
  fileprivate var isFailure: Bool {
    switch reason {
    case .link, .special, .repository: false
    default: true
    }
  }
}
