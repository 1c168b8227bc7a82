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
  private let notes: [String]
  private let programs: Programs
  private let errors: String

  /// Makes them anew from the notes of a vault: what earlier runs committed must not count.
  init(_ vault: BenchVault, work: String, programs: Programs) throws {
    // Not below this project: a vault inside of another repository gets none of its own.
    let folder = temporaryFolder() + "/tl-bench-sync"
    func side(_ name: String) -> Side {
      Side(
        remote: "\(folder)/\(name).git", work: "\(folder)/\(name)",
        elsewhere: "\(folder)/\(name)-elsewhere")
    }
    name = vault.name
    tl = side("tl")
    git = side("git")
    fresh = "\(folder)/fresh"
    self.programs = programs
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
      cd '\(tl.work)' && '\(programs.tl)' init >/dev/null 2>&1 && git add -A && git commit -qm start
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

  /// Adds a line to a note of the work tree.
  func edit(_ side: Side, note: Int, _ line: String) throws {
    try append(line, to: "\(side.work)/\(path(of: note))")
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

  /// What `git status` finds straight after a sync; nil where it is clean.
  func prove(_ folder: String) throws -> String? {
    let output = "\(folder)/../status.txt"
    let run = try programs.process(
      "/bin/sh", ["-c", "cd '\(folder)' && git status --porcelain"]
    ).run(output: output, errors: errors)
    let text = try fileText(output)
    if run.exitCode == 0, text.isEmpty { return nil }
    return "git status is not clean: \(text.split(separator: "\n").first ?? "it failed")"
  }

  private func path(of note: Int) -> String { notes[(note * 7) % max(1, notes.count)] }

  private func append(_ line: String, to file: String) throws {
    try shell("printf '%s\\n' '\(line)' >>'\(file)'")
  }

  func remove() throws {
    try shell("rm -rf '\(fresh)' '\(tl.work)'* '\(git.work)'*")
  }

  private func shell(_ script: String) throws {
    let run = try programs.process("/bin/sh", ["-c", script]).run(errors: errors)
    guard run.exitCode == 0 else { throw BenchError(try fileText(errors)) }
  }
}
