internal import Measuring
internal import SeededVault

/// The repositories of the sync comparisons: for tl and for git each a bare remote, a work tree, and a
/// second one on another device.
struct SyncRepositories {
  struct Side {
    let remote: String
    let work: String
    let elsewhere: String
  }

  let name: String
  let tl: Side
  let git: Side
  /// A folder of notes without a repository.
  let fresh: String
  /// Where a clone goes.
  let clone: String
  private let folder: String
  /// Nil without a server for ssh.
  let ssh: LoopbackSSH?
  private let notes: [String]
  /// They know the way by ssh.
  let programs: Programs
  private let errors: String

  /// Makes them anew from the notes of a vault: what earlier runs committed must not count.
  ///
  /// All begin with the same pack: with an object a file a server would begin to pack after the first push, and
  /// keep the disk busy for minutes.
  init(_ vault: BenchVault, work: String, programs: Programs) throws {
    // Not below this project: a vault inside of another repository gets none of its own.
    let folder = temporaryFolder() + "/tl-bench-sync"
    self.folder = folder
    func side(_ name: String) -> Side {
      Side(
        remote: "\(folder)/\(name).git", work: "\(folder)/\(name)",
        elsewhere: "\(folder)/\(name)-elsewhere")
    }
    name = vault.name
    tl = side("tl")
    git = side("git")
    fresh = "\(folder)/fresh"
    clone = "\(folder)/clone"
    try makeFolders(folder)
    ssh = try LoopbackSSH(folder: "\(work)/ssh", programs: programs)
    self.programs = programs.with("GIT_SSH_COMMAND", ssh?.command)
    errors = "\(work)/errors.txt"
    try writeFile(
      "\(work)/home/.gitconfig",
      "[user]\n\tname = Bench\n\temail = bench@example.org\n[init]\n\tdefaultBranch = main\n")
    progress("making the repositories of \(vault.name) notes")
    let script = """
      set -e
      rm -rf '\(folder)' && mkdir -p '\(folder)'
      cp -r '\(vault.path)' '\(fresh)' && rm -rf '\(fresh)/.tl' '\(fresh)/.git'
      cp -r '\(fresh)' '\(tl.work)'
      cd '\(tl.work)' && '\(programs.tl)' init >/dev/null 2>&1 && git add -A
      git -c gc.auto=0 commit -qm start && git gc -q
      git clone -q --bare '\(tl.work)' '\(tl.remote)'
      git clone -q --bare '\(tl.work)' '\(git.remote)'
      git remote add origin 'file://\(tl.remote)' && git fetch -q && git branch -qu origin/main
      git clone -q 'file://\(git.remote)' '\(git.work)'
      git clone -q 'file://\(tl.remote)' '\(tl.elsewhere)'
      git clone -q 'file://\(git.remote)' '\(git.elsewhere)'
      find . -name '*.md' | LC_ALL=C sort >'\(folder)/notes.txt'
      sync
      """
    let run = try programs.process("/bin/sh", ["-c", script]).run(errors: errors)
    guard run.exitCode == 0 else { throw BenchError(try fileText(errors)) }
    notes = try fileText("\(folder)/notes.txt").split(separator: "\n").map {
      String($0.dropFirst(2))
    }
  }

  /// Adds a line to a note of the work tree, and has the disk come to rest.
  func edit(_ side: Side, note: Int, _ line: String) throws {
    try append(line, to: "\(side.work)/\(path(of: note))")
    writeAllToDisk()
  }

  /// Another device commits a line and pushes it.
  func changeElsewhere(_ side: Side, note: Int, _ line: String) throws {
    try shell("cd '\(side.elsewhere)' && git pull -q --ff-only")
    try append(line, to: "\(side.elsewhere)/\(path(of: note))")
    try shell("cd '\(side.elsewhere)' && git add -A && git commit -qm elsewhere && git push -q")
  }

  /// Takes the repository away from the folder without one.
  func forgetHistory() throws {
    try shell("cd '\(fresh)' && until rm -rf .git .tl 2>/dev/null; do sleep 1; done; sync")
  }

  /// Moves the clone of the run before out of the way.
  ///
  /// It is not removed: ext4 is slow to make files for minutes after as many were removed, for tl as for git, and
  /// that would hide what they do themselves.
  func clearClone() throws {
    try shell(
      """
      cd '\(folder)'; [ ! -e '\(clone)' ] || mv '\(clone)' "clone-$(ls | grep -c '^clone')"; sync
      """)
  }

  /// Gives a work tree a new and empty remote, which is reached by ssh.
  ///
  /// Each has a path of its own: tl asks before it fills a remote again that it has filled before.
  func emptyRemote(of side: Side, by ssh: LoopbackSSH) throws {
    try shell(
      """
      cd '\(folder)'; name="first-$(ls | grep -c '^first').git"; git init -q --bare "$name"
      cd '\(side.work)' && git remote set-url origin '\(ssh.address(folder))/'"$name"
      git for-each-ref --format='delete %(refname)' refs/remotes | git update-ref --stdin
      sync
      """)
  }

  /// What is wrong straight after a sync; nil where all is well.
  ///
  /// `git status` has to be clean, and to find a new file, and a change that leaves the size as it was.
  func prove(_ folder: String) throws -> String? {
    if let problem = try proveClean(folder) { return problem }
    let note = "'\(path(of: 7))'"
    let run = try programs.process(
      "/bin/sh",
      [
        "-c",
        """
        set -e; cd '\(folder)'
        cp -p \(note) ../kept && echo new >proof.txt && tr 'a-y' 'b-z' <../kept >\(note)
        git status --porcelain >../status.txt
        cp -p ../kept \(note) && rm proof.txt && git status >/dev/null
        """,
      ]
    ).run(errors: errors)
    let lines = try fileText("\(folder)/../status.txt").split(separator: "\n").count
    if run.exitCode == 0, lines == 2 { return nil }
    return "of a new file and a changed one git status finds \(lines)"
  }

  private func proveClean(_ folder: String) throws -> String? {
    let output = "\(folder)/../status.txt"
    let run = try programs.process(
      "/bin/sh", ["-c", "cd '\(folder)' && git status --porcelain"]
    ).run(output: output, errors: errors)
    let text = try fileText(output)
    if run.exitCode == 0, text.isEmpty { return nil }
    return "git status is not clean: \(text.split(separator: "\n").first ?? "it failed")"
  }

  /// Edits one note after the other in two small repositories, each edit a commit: one by tl, one by git, which
  /// packs on its own when there are many objects.
  func looseObjects(syncs count: Int) throws -> LooseObjects {
    progress("\(count) syncs of one note each, and as many commits by git")
    let script = """
      set -e
      cd '\(folder)' && rm -rf many-tl many-git && mkdir -p many-tl/2024/05
      for number in 1 2 3 4 5 6 7 8 9; do echo "# $number" >many-tl/2024/05/$number.md; done
      cd many-tl && '\(programs.tl)' init >/dev/null 2>&1 && '\(programs.tl)' sync >/dev/null 2>&1
      cd .. && cp -r many-tl many-git && cd many-git && rm -rf .git .tl/local
      git init -q && git add -A && git commit -qm start
      number=0
      while [ $number -lt \(count) ]; do
        number=$((number + 1)); note=2024/05/$((number % 9 + 1)).md
        cd ../many-tl && echo "$number" >>$note && '\(programs.tl)' sync >/dev/null 2>&1
        cd ../many-git && echo "$number" >>$note && git add -A && git commit -qm "$number"
      done
      cd ../many-tl && git count-objects && test "$(git rev-list --count HEAD)" -gt \(count)
      cd ../many-git && git count-objects
      """
    let output = "\(folder)/objects.txt"
    let run = try programs.process("/bin/sh", ["-c", script]).run(output: output, errors: errors)
    guard run.exitCode == 0 else { throw BenchError(try fileText(errors)) }
    let numbers = try fileText(output).split(separator: "\n").compactMap {
      $0.split(separator: " ").first.flatMap { Int($0) }
    }
    guard numbers.count == 2 else { throw BenchError("git count-objects said nothing") }
    return LooseObjects(syncs: count, tl: numbers[0], git: numbers[1])
  }

  private func path(of note: Int) -> String { notes[(note * 7) % max(1, notes.count)] }

  private func append(_ line: String, to file: String) throws {
    try shell("printf '%s\\n' '\(line)' >>'\(file)'")
  }

  func remove() throws {
    try shell("rm -rf '\(folder)'")
  }

  private func shell(_ script: String) throws {
    let run = try programs.process("/bin/sh", ["-c", script]).run(errors: errors)
    guard run.exitCode == 0 else { throw BenchError(try fileText(errors)) }
  }
}

/// Objects that have a file of their own after many small commits.
struct LooseObjects {
  let syncs: Int
  let tl: Int
  let git: Int
}
