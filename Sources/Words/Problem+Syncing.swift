package import Git
internal import SystemCalls
internal import VaultFormat
internal import VaultStore
package import VaultSync

extension Problem {
  /// The message for an error that stops a sync.
  init(_ error: SyncError, _ paths: PathDisplay) {
    switch error {
    case .refused(let refusal):
      self.init(refusal)
      kind = .refused
    case .nothingUnsent(let files):
      self.init(
        "\(files.first?.text ?? "the file"): no version of it is in a commit that was not sent",
        hint: "tl status shows what was not sent; what the remote has stays in its history",
        kind: .refused)
    case .git(let error) where error.code == .refusedPath:
      self.init(
        "the remote has a file whose name is unsafe (\(error.message)); nothing was changed",
        hint: "the author of that commit has to remove the file there", kind: .refused)
    case .git(let error): self.init(error)
    case .store(let error): self.init(error, paths)
    case .transport(let error): self.init(error)
    case .needsGit(let paths):
      self.init(
        "\(paths.first?.text ?? "a file") arrives in a form that only the git program can turn into the file",
        hint:
          "install git, or commit your own change of that file; nothing that was received is lost",
        kind: .refused)
    case .hostilePaths(let paths):
      let first = paths.first.map { "\($0.text) (\($0))" } ?? "a path"
      self.init(
        "the remote has \(first), and no such file is written; nothing was changed",
        hint: "the author of that commit has to remove the file there", kind: .refused)
    case .keepsChanging(let paths):
      self.init(
        "\(paths.first?.text ?? "a file") kept changing; nothing of it was overwritten",
        hint: "close the program that writes it, then run tl sync again", kind: .locked)
    case .nothingToUndo:
      self.init("there is no sync to undo", hint: "tl log shows the history", kind: .refused)
    case .undoesRulesAlone(let files):
      self.init(
        "the last sync received only rules, which an undo does not change: what they hide or have encrypted would be "
          + "sent",
        hint: "edit \(files.map(paths.text).joined(separator: ", ")), then run tl sync",
        kind: .refused)
    case .gitProgram(let command, let message):
      self.init(
        "\(command) failed: \(message)", hint: "nothing was lost; run tl sync again")
    case .other(let message): self.init(message)
    }
  }

  private init(_ error: GitError) {
    if error.code == .locked {
      self.init(
        "another git program is running in this vault, or one was killed: \(error)",
        hint:
          "if no other is running, remove \(error.lockFile ?? "the file ending in .lock"), then run tl sync; it holds no note",
        kind: .locked)
    } else if error.isDiskFull {
      self.init(
        "the disk is full: \(error)", hint: "free some space, then run tl sync; nothing was lost",
        kind: .noRoom)
    } else if error.code == .tooManyRules {
      self.init(
        "\(error)",
        hint: "shorten that file, or have its author do so, then run tl sync; nothing was lost")
    } else {
      self.init("git: \(error)")
      if error.message.contains("signature") {
        hints = [
          "git fsck names a commit whose author or time cannot be read",
          "git rebase and git push --force on the device that made it make it anew",
        ]
      }
    }
  }

  /// The output of a program, on one line.
  private static func line(_ words: String) -> String {
    let lines = words.split(whereSeparator: \.isNewline).map { line in
      line.hasPrefix("fatal: ") ? line.dropFirst("fatal: ".count) : line
    }
    return lines.joined(separator: "; ")
  }

  /// The message for a remote that could not be reached, or refused.
  package init(_ error: TransportError) {
    switch error {
    case .notStored:
      self.init(
        "the remote could not store what was sent",
        hint:
          "its disk may be full; your changes are committed here, and the next tl sync sends them",
        kind: .unreachable)
    case .unreachable(let message, let isTimeout):
      self.init(
        isTimeout
          ? "the remote does not answer" : "the remote cannot be reached: \(Self.line(message))",
        hint: "your changes are committed here; the next tl sync sends them",
        kind: .unreachable)
    case .interrupted(let message, let isTimeout):
      self.init(
        isTimeout
          ? "the remote stopped answering while your changes were sent to it"
          : "the connection broke off while your changes were sent: \(Self.line(message))",
        hint: "your changes are committed here; the next tl sync sends what the remote lacks",
        kind: .unreachable)
    case .authentication(let problem, let message): self.init(problem, message)
    case .unknownHost:
      self.init(
        "ssh does not know this host yet, so it cannot tell whether it is the right one",
        hint: "ssh HOST once, with the host of tl remote show; compare its key, and accept it",
        kind: .authenticationFailed)
    case .changedHost(let removal, _):
      self.init(
        "the key of the host has changed; the connection may be intercepted",
        hint: "ask the operator of the host; tl sync connects only to the key that it knows",
        kind: .authenticationFailed)
      if let removal { hints.append("if the new key is right: \(removal)") }
    case .encryption(let message):
      self.init(
        "no encrypted connection could be made: \(Self.line(message))",
        hint: "tl remote check shows the details", kind: .unreachable)
    case .notARepository(let message):
      self.init(
        "the remote is not a repository, or you have no access to it: \(Self.line(message))",
        hint:
          "check the address: tl remote set URL changes it; a new repository has to be made on the server",
        kind: .unreachable)
    case .notGitProtocol(let bytes):
      self.init(
        "the remote does not answer as git does: \(bytes)",
        hint: "a startup file of the shell on the server may print this (.bashrc)",
        kind: .unreachable)
    case .refused(let reference, let reason, let message):
      let words = Self.line(message)
      self.init(
        "the remote refused the push: \(words.isEmpty ? reason : words)",
        hint: words.isEmpty ? nil : "it refused the branch \(reference.withoutHeads): \(reason)")
      hints.append(
        "your commits stay here; ask the operator of the remote, then run tl sync again")
    case .refusedByHook(let message):
      let words = Self.line(message)
      self.init(
        "the hook pre-push refused the push\(words.isEmpty ? "" : ": \(words)")",
        hint: "your commits stay here; git push --no-verify sends them without the hook")
    case .moved:
      self.init(
        "the remote refused the push several times, because its branch had changed each time",
        hint: "run tl sync again; your commits stay here")
    case .cancelled: self.init("stopped")
    case .programMissing(let name, let onServer):
      self.init(
        onServer ? "the server has no \(name)" : "\(name) is not installed",
        hint: onServer ? "git has to be installed there" : "install it, then run tl sync again",
        kind: .unreachable)
    case .refusedAddress(let address, let fault):
      self.init(
        "the address \(address) is refused: \(fault)", hint: "tl remote set URL names another")
    case .noSuchRemote(let name):
      self.init(
        "git's settings name the remote \(name), which does not exist",
        hint: "git remote -v lists the existing ones; tl remote set URL names one")
    case .branchGone(let remote, let branch, let others):
      self.init(
        goneBranch: String(branch.withoutHeads), of: remote,
        others: others.map { String($0.withoutHeads) })
    case .noPushRoute(.notInRefspecs(let remote, let branch)):
      self.init(
        "nothing was pushed: git's settings for \(remote) name the branches that are pushed there, and "
          + "\(branch.withoutHeads) is none of them (remote.\(remote).push)",
        hint:
          "git config --add \("remote.\(remote).push".shellWord) \(String(branch.withoutHeads).shellWord) adds it; all is recorded here"
      )
    case .noPushRoute(.upstreamElsewhere(let remote, let upstream)):
      self.init(
        "nothing was pushed: push.default is upstream, a branch of \(upstream), but pushes go to \(remote)",
        hint:
          "git config push.default current pushes to the branch of the same name; all is recorded here"
      )
    case .git(let error): self.init(error)
    }
  }

  /// The settings name a branch that the remote does not have; `git pull` fails with it too.
  private init(goneBranch branch: String, of remote: String, others: [String]) {
    self.init(
      "git's settings follow the branch \(branch) of \(remote), which has no such branch any more; it has \(others.beginning)"
    )
    hints = [
      "if it was renamed: tl remote follow \(others.first.map(\.shellWord) ?? "BRANCH"), then tl sync",
      "if it should exist: git push \(remote.shellWord) \("HEAD:refs/heads/\(branch)".shellWord) creates it again",
      "what changed here is recorded, and nothing was sent",
    ]
  }

  private init(_ problem: AuthenticationProblem, _ message: String) {
    switch problem {
    case .noPassword:
      self.init(
        "the remote asks for a password, and there is no terminal to ask on",
        hint: "run tl sync on a terminal, or put the password or token into TL_GIT_TOKEN")
    case .passwordRefused:
      self.init(
        "the remote refused this name and password",
        hint: "tl remote check shows where they came from; a token in TL_GIT_TOKEN is used first")
    case .keyRefused, .other:
      self.init(
        "the remote denied access: \(Self.line(message))",
        hint: "tl remote check shows the keys that were tried; the remote has to know one of them")
    }
    kind = .authenticationFailed
  }

  /// - Parameter paths: not empty.
  fileprivate init(withheld paths: [RefusedPath]) {
    let first = paths.first.map { "\($0.text) (\($0))" } ?? "a path"
    let isPrivate = paths.contains { $0.reason == .local }
    self.init(
      "a commit made with git has \(first), which other devices refuse; nothing was sent",
      hint: isPrivate
        ? "git reset --soft @{upstream}, then git reset -q: the files stay, and tl sync records them without it"
        : "git mv gives it another name, git rm --cached takes it out; then commit, and run tl sync"
    )
  }

  /// The refused commits can be sent without the file that caused the refusal.
  fileprivate init(_ error: TransportError, without unsent: UnsentSummary?) {
    self.init(error)
    guard let unsent, let file = unsent.files.first else { return }
    let commits =
      unsent.subjects.count == 1
      ? "the commit that was not sent" : "the \(unsent.subjects.count) commits that were not sent"
    hints.append(
      "tl sync --drop-unsent \(file.path.text.shellWord) takes that file (\(ByteCount(file.size))) out of \(commits); it stays here"
    )
  }
}

extension SyncReport {
  /// The problem that is told after the report; nil after a success.
  package func problem(_ paths: PathDisplay) -> Problem? {
    switch network {
    case .failed(let error): Problem(error, without: unsent)
    case .keepsMoving: Problem(TransportError.moved)
    case .withheld(let paths): Problem(withheld: paths)
    case .done, .noRemote, .notPushed: heldBackProblem(paths)
    }
  }

  /// Some files need a decision.
  var hasHeldBack: Bool { heldBack.contains { $0.isFailure } }

  private func heldBackProblem(_ paths: PathDisplay) -> Problem? {
    let files = heldBack.filter(\.isFailure).map { paths.text($0.path) }
    guard !files.isEmpty else { return nil }
    let needs = files.count == 1 ? "needs" : "need"
    var problem = Problem(
      "\(files.count.counted("file")) \(needs) your attention: \(files.beginning)")
    problem.hints = heldBack.hints
    return problem
  }
}

extension [SkippedPath] {
  /// What the user can do about each kind, once.
  package var hints: [String] {
    var hints: [String] = []
    for hint in compactMap(\.hint) where !hints.contains(hint) { hints.append(hint) }
    return hints
  }
}

extension SkippedPath {
  fileprivate var hint: String? {
    switch reason {
    case .excluded:
      "a line in .gitignore leaves a file out for good; without its line in .tl/local/sync/kept-out it is recorded as it is"
    case .largeFile, .largeSync:
      "run tl sync on a terminal to decide; .tl/config.yaml sets the limits; a line in .gitignore excludes a file for good"
    case .tooLarge: "a line in .gitignore excludes a file for good"
    case .heldDeletion:
      "if you meant to delete them: tl sync --allow-deletes; if not, check that the folder or disk is complete"
    case .flagged(let mark):
      "git update-index --no-\(mark.rawValue) FILE has tl commit it again; without an entry in git's index: git add FILE"
    case .otherFile:
      "tl sync --allow-other-files commits such files; a line in .gitignore excludes a file for good"
    default: nil
    }
  }

  /// Links and the like are left out by design, and other files until somebody wants them; anything else needs a
  /// decision.
  package var isFailure: Bool {
    switch reason {
    case .link, .special, .repository, .excluded, .flagged, .otherFile: false
    default: true
    }
  }
}

extension [String] {
  /// The first three, and how many more there are.
  fileprivate var beginning: String {
    let rest = count > 3 ? " and \(count - 3) more" : ""
    return prefix(3).joined(separator: ", ") + rest
  }
}
