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
    case .git(let error): self.init(error)
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

  private init(_ error: GitError) {
    if error.code == .locked {
      self.init(
        "another git program is at work in this vault, or one was ended in the middle: \(error)")
      let file = error.message.split(whereSeparator: { " '\"".contains($0) })
        .first { $0.hasSuffix(".lock") }
      hints = [
        "if no other is at work, remove \(file ?? "the file ending in .lock"), then tl sync; no note is in it"
      ]
    } else if error.isDiskFull {
      self.init(
        "this disk is full: \(error)", hint: "free some space, then tl sync; nothing was lost")
    } else {
      self.init("git: \(error)")
    }
  }

  /// What a program said, on one line.
  private static func line(_ words: String) -> String {
    let lines = words.split(whereSeparator: \.isNewline).map { line in
      line.hasPrefix("fatal: ") ? line.dropFirst("fatal: ".count) : line
    }
    return lines.joined(separator: "; ")
  }

  /// The words for a remote that could not be reached, or did not want to.
  init(_ error: TransportError) {
    switch error {
    case .unreachable(let message, _) where message.contains("unpacking the sent packfile failed"):
      self.init(
        "the remote could not store what was sent",
        hint: "its disk may be full; all is recorded here, and tl sync hands it on later",
        status: .unreachable)
    case .unreachable(let message, let timeLimit):
      self.init(
        timeLimit
          ? "the remote does not answer" : "the remote cannot be reached: \(Self.line(message))",
        hint: "all is recorded here; tl sync hands it on when the remote is back",
        status: .unreachable)
    case .authentication(let message): self.init(authentication: message)
    case .unknownHost:
      self.init(
        "ssh does not know this host yet, so it cannot tell whether it is the right one",
        hint: "ssh HOST once, with the host of tl remote show; compare its key, and accept it",
        status: .authenticationFailed)
    case .changedHost(let message):
      self.init(
        "the host shows another key than before; somebody may be listening in",
        hint: "ask who runs it; tl sync only goes on when the key is the known one",
        status: .authenticationFailed)
      let lines = message.split(whereSeparator: \.isNewline)
      let removal = lines.first { $0.contains("ssh-keygen -f") }
      if let removal {
        hints.append("if the new key is right: \(removal.drop(while: { $0 == " " }))")
      }
    case .encryption(let message):
      self.init(
        "no encrypted connection came about: \(Self.line(message))",
        hint: "tl remote check tells more", status: .unreachable)
    case .notARepository(let message):
      self.init(
        "there is no repository at the remote, or you may not see it: \(Self.line(message))",
        hint: "tl remote set URL corrects the address; a new repository is made by whoever runs it",
        status: .unreachable)
    case .noise(let bytes):
      self.init(
        "the remote answers with something else than git: \(bytes)",
        hint: "a start file of the shell there may print it (.bashrc)", status: .unreachable)
    case .refused(let reference, let reason, let message):
      let words = Self.line(message)
      self.init(
        "the remote does not take what was recorded here: \(words.isEmpty ? reason : words)",
        hint: words.isEmpty ? nil : "it refused the branch \(reference.shortBranch): \(reason)")
      hints.append(
        "all stays recorded here; ask who runs the remote, then tl sync hands it on")
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
    case .git(let error): self.init(error)
    }
  }

  private init(authentication message: String) {
    if message.contains("could not read Password") || message.contains("could not read Username") {
      self.init(
        "the remote asks for a password, and nobody can be asked here",
        hint: "run tl sync on a terminal, or have TL_GIT_TOKEN hold the password or token")
    } else if message.contains("Authentication failed") {
      self.init(
        "the remote does not take this name and password",
        hint: "tl remote check shows where they came from; a token in TL_GIT_TOKEN goes first")
    } else {
      self.init(
        "the remote does not let you in: \(Self.line(message))",
        hint: "tl remote check shows the keys that were tried; the remote has to know one of them")
    }
    status = .authenticationFailed
  }
}

extension SyncReport {
  /// What the command ends with besides the report; nil where all went well.
  var failure: CommandError? {
    switch network {
    case .failed(let error): CommandError(error)
    case .keepsMoving: CommandError(TransportError.moved)
    case .done, .noRemote, .notPushed:
      heldBackError
    }
  }

  /// Files wait for somebody to decide.
  var hasHeldBack: Bool { heldBack.contains { $0.isFailure } }

  private var heldBackError: CommandError? {
    let count = heldBack.count { $0.isFailure }
    guard count > 0 else { return nil }
    var error = CommandError(
      count == 1 ? "1 file waits for you" : "\(count) files wait for you")
    error.hints = heldBack.hints
    return error
  }
}

extension [LeftOut] {
  /// What a person can do about each kind, once.
  var hints: [String] {
    var hints: [String] = []
    for hint in compactMap(\.hint) where !hints.contains(hint) { hints.append(hint) }
    return hints
  }
}

extension LeftOut {
  fileprivate var hint: String? {
    switch reason {
    case .largeFile, .largeSync:
      "tl sync on a terminal asks; .tl/config.yaml sets the limits; a line in .gitignore leaves a file out for good"
    case .tooLarge: "a line in .gitignore leaves a file out for good"
    case .heldDeletion:
      "if they were deleted on purpose: tl sync --allow-deletes; if not, is the disk or the folder there?"
    case .otherFile:
      "tl sync --allow-other-files records such files from now on; a line in .gitignore leaves a file out for good"
    default: nil
    }
  }

  /// Links and the like are left out by design; anything else waits for somebody to decide.
  var isFailure: Bool {
    switch reason {
    case .link, .special, .repository, .otherFile(isAnswered: true): false
    default: true
    }
  }
}

extension GitError {
  /// libgit2 hands on the system's words, and no number.
  fileprivate var isDiskFull: Bool {
    code == .system
      ? SystemError(category, .write).isFull : message.contains("No space left on device")
  }
}
