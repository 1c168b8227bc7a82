internal import Measuring

/// The comparisons of `tl sync` with the git program doing the same work, each on a repository of its own.
///
/// Every run of tl proves itself: straight after it `git status` must be clean, and find a file that is new and
/// one that was changed without a change of its size.
struct SyncPlan {
  private static let memoryGoal = 300_000_000

  let programs: Programs
  let repositories: SyncRepositories
  let options: BenchOptions

  var comparisons: [Comparison] {
    [nothing, edit, merge, first]
      + (repositories.ssh.map { [clone(by: $0), firstPush(by: $0)] } ?? [])
  }

  private var nothing: Comparison {
    comparison(
      "tl sync, nothing to do", "git status --porcelain && git fetch -q",
      "git status --porcelain && git fetch -q", goal: 0.8
    ) { _, _ in }
  }

  private var edit: Comparison {
    comparison(
      "tl sync, one note edited", "git add, commit, push",
      "git add -A && git commit -qm x && git push -q", goal: 0.7
    ) { round, side in
      try repositories.edit(side, note: round, "edited in round \(round)")
    }
  }

  private var merge: Comparison {
    comparison(
      "tl sync, one change on each side", "git add, commit, pull, push",
      "git add -A && git commit -qm x && git pull -q --no-rebase --no-edit && git push -q",
      goal: 0.5
    ) { round, side in
      try repositories.changeElsewhere(side, note: 20_000 + round, "elsewhere in round \(round)")
      try repositories.edit(side, note: 40_000 + round, "here in round \(round)")
    }
  }

  /// Of the folder alone: nothing is pushed.
  private var first: Comparison {
    var comparison = Comparison(
      subject: shell(
        "tl init and first tl sync", "\(programs.tl) init && \(programs.tl) sync",
        in: repositories.fresh),
      vault: repositories.name,
      anchors: [
        Anchor(
          command: shell(
            "git init, add, commit", "git init -q && git add -A && git commit -qm x",
            in: repositories.fresh), goal: 0.5)
      ],
      rounds: slowRounds, memoryGoal: Self.memoryGoal)
    comparison.prepare = { _, _ in try repositories.forgetHistory() }
    comparison.prove = { index in index == 0 ? try repositories.prove(repositories.fresh) : nil }
    return comparison
  }

  private func clone(by ssh: LoopbackSSH) -> Comparison {
    let (new, address) = (repositories.clone, ssh.address(repositories.tl.remote))
    var comparison = Comparison(
      subject: shell("tl clone, ssh", "\(programs.tl) clone '\(address)' '\(new)'", in: "/"),
      vault: repositories.name,
      anchors: [
        Anchor(
          command: shell("git clone, ssh", "git clone -q '\(address)' '\(new)'", in: "/"),
          goal: 1.2)
      ],
      rounds: slowRounds, memoryGoal: Self.memoryGoal)
    comparison.prepare = { _, _ in try repositories.clearClone() }
    comparison.prove = { index in index == 0 ? try repositories.prove(new) : nil }
    return comparison
  }

  /// Into an empty repository.
  ///
  /// The last comparison: the remotes are others afterwards.
  private func firstPush(by ssh: LoopbackSSH) -> Comparison {
    let (tl, git) = (repositories.tl, repositories.git)
    var comparison = Comparison(
      subject: Command(
        label: "first push by tl sync, ssh", program: programs.tl,
        arguments: ["sync", "--vault", tl.work]),
      vault: repositories.name,
      anchors: [
        Anchor(
          command: shell("git push, ssh", "git push -q origin HEAD:refs/heads/main", in: git.work),
          goal: 1.2)
      ],
      rounds: slowRounds, memoryGoal: Self.memoryGoal)
    comparison.prepare = { _, index in
      try repositories.emptyRemote(of: index == 0 ? tl : git, by: ssh)
    }
    comparison.prove = { index in index == 0 ? try repositories.prove(tl.work) : nil }
    return comparison
  }

  /// Of what takes seconds.
  private var slowRounds: Int { min(options.rounds, 3) }

  private func comparison(
    _ label: String, _ anchorLabel: String, _ script: String, goal: Double,
    prepare: @escaping (_ round: Int, _ side: SyncRepositories.Side) throws -> Void
  ) -> Comparison {
    let (tl, git) = (repositories.tl, repositories.git)
    var comparison = Comparison(
      subject: Command(
        label: label, program: programs.tl, arguments: ["sync", "--vault", tl.work]),
      vault: repositories.name,
      anchors: [Anchor(command: shell(anchorLabel, script, in: git.work), goal: goal)],
      rounds: options.rounds, memoryGoal: Self.memoryGoal)
    comparison.prepare = { round, index in try prepare(round, index == 0 ? tl : git) }
    comparison.prove = { index in index == 0 ? try repositories.prove(tl.work) : nil }
    return comparison
  }

  private func shell(_ label: String, _ script: String, in folder: String) -> Command {
    Command(
      label: label, program: programs.git == nil ? nil : "/bin/sh",
      arguments: ["-c", "cd '\(folder)' && \(script)"])
  }
}
