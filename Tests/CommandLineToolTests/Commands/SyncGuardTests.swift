import Foundation
import TestSupport
import Testing

/// Two folders and a bare repository between them.
struct SyncingVault {
  let folder: TemporaryFolder
  var runner: CommandRunner

  var remote: String { folder.path("remote.git") }

  /// - Parameter isSynced: with a remote, and one note in it.
  init(isSynced: Bool = true) throws {
    folder = try TemporaryFolder()
    runner = try CommandRunner(folder: folder)
    runner.environment["TL_DEVICE"] = "laptop"
    try shell("git init -q --bare -b main ../remote.git")
    try runner.tl("init", "--remote", remote)
    try folder.write("# First\n", to: "vault/a.md")
    if isSynced { try runner.tl("sync") }
  }

  @discardableResult
  mutating func shell(_ command: String) throws -> CommandOutput {
    let output = try runner.shell(command)
    guard output.status == 0 else {
      throw CommandFailure(description: "\(command): \(output.stderrText)")
    }
    return output
  }

  mutating func sync(_ arguments: String..., environment: [String: String] = [:]) throws
    -> CommandOutput
  {
    try runner.tl(["sync"] + arguments, environment: environment)
  }
}

@Suite("A vault that is not synced says why")
struct SyncGuardTests {
  private static let cases = [
    (
      "git checkout -q --detach",
      """
      tl: error: no branch is checked out here, only commit {{id}} (a detached HEAD)
      hint: git switch main goes back to the branch (git branch lists the names)
      hint: to keep commits made since then: git switch -c NAME

      """
    ),
    (
      "git update-index --split-index",
      """
      tl: error: tl cannot read git's index in this form (core.splitIndex)
      hint: git config core.splitIndex false && git update-index --no-split-index; then run tl sync; no file changes

      """
    ),
    (
      "git sparse-checkout set --cone .tl",
      """
      tl: error: only a part of the vault is checked out (a sparse checkout), and the rest would count as deleted
      hint: git sparse-checkout disable brings all files back; then run tl sync

      """
    ),
    (
      "git bisect start",
      """
      tl: error: a git bisect is not finished here
      hint: git bisect reset ends it

      """
    ),
    (
      "echo 2 > a.md; git add a.md; echo 3 > a.md",
      """
      tl: error: a.md: the version staged with git add is in no commit and no longer in the file
      hint: git commit keeps that version, git reset drops it; then run tl sync

      """
    ),
    (
      "git config remote.origin.promisor true",
      """
      tl: error: this is a partial clone: old versions are only at origin, and tl cannot fetch them one by one
      hint: tl clone URL DIR makes a whole clone; copy what is not synced yet into it

      """
    ),
    (
      "git config core.repositoryFormatVersion 1; git config extensions.objectFormat sha256",
      """
      tl: error: tl cannot read this form of repository: its objects are named by SHA-256
      hint: tl clone URL DIR makes a clone in the usual form, if the remote has that
      hint: everything except sync and history works here

      """
    ),
    (
      "git -C ../remote.git update-ref -d refs/heads/main",
      """
      tl: error: the branch is gone from the remote, with 1 commit of the last sync: .tl/.gitignore (and 2 more)
      hint: tl sync --removed send-again sends all that is here again
      hint: to leave something out, first push a history without it from elsewhere; then tl sync --removed leave-out here

      """
    ),
    (
      "rm -rf .git",
      """
      tl: error: this vault has no git repository, and sync and history need one
      hint: tl init makes one; none of your files is changed

      """
    ),
    (
      "printf '#!/bin/sh\\necho no >&2; exit 1\\n' > .git/hooks/pre-commit; "
        + "chmod +x .git/hooks/pre-commit; echo x > b.md",
      """
      tl: error: git commit failed: no
      hint: nothing was lost; run tl sync again

      """
    ),
  ]

  @Test("each reason, in words that say what to do", arguments: cases)
  func words(setUp: String, words: String) throws {
    var vault = try SyncingVault()
    let id = try vault.shell("git rev-parse --short=12 HEAD").stdoutText
    try vault.shell(setUp)
    try vault.sync().expect(2, err: words.replacing("{{id}}", with: id.dropLast()))
  }

  @Test("a hook or a signature without the git program")
  func hookWithoutGit() throws {
    var vault = try SyncingVault()
    try vault.shell("git config commit.gpgSign true; echo x > b.md")
    try vault.sync(environment: ["PATH": "/nonexistent"]).expect(
      2,
      err: """
        tl: error: commit.gpgSign needs the git program, which is not installed
        hint: install git, then run tl sync; nothing was committed

        """)
  }

  @Test("a file that a filter makes, without the git program")
  func filterWithoutGit() throws {
    var vault = try SyncingVault()
    try vault.shell("echo '*.md filter=crypt' > .gitattributes; echo secret > b.md")
    try vault.runner.tl(["sync"], environment: ["PATH": "/nonexistent"]).expect(
      2, errHas: "b.md: not committed: crypt needs the git program",
      "tl: error: 1 file needs your attention: b.md")
    #expect(try vault.shell("git show --stat --format= HEAD").stdoutText.contains("b.md") == false)
  }

  @Test("a path of the remote that must not be written")
  func hostilePath() throws {
    var vault = try SyncingVault()
    try vault.shell(
      """
      cd ../remote.git
      blob=$(echo x | git hash-object -w --stdin)
      local=$(printf '100644 blob %s\\tjournal\\n' $blob | git mktree)
      tl=$(printf '040000 tree %s\\tlocal\\n' $local | git mktree)
      tree=$(printf '040000 tree %s\\t.tl\\n' $tl | git mktree)
      git update-ref refs/heads/main $(git commit-tree $tree -p main -m x)
      """)
    try vault.sync().expect(
      2,
      err: """
        tl: error: the remote has .tl/local/journal (belongs to the files of tl that are only for this device), and no such file is written; nothing was changed
        hint: the author of that commit has to remove the file there

        """)
    #expect(!vault.folder.exists("vault/.tl/local/journal"))
  }

  @Test("in a repository below whose root it lies, and in a bare one, init makes nothing of git's")
  func initInside() throws {
    var vault = try SyncingVault()
    try vault.runner.shell("git init -q -b main ../repository")
    let below = try vault.runner.tl("init", "../repository/notes")
    #expect(below.stderrText.contains("is a folder of the git repository"))
    #expect(below.status == 0 && !vault.folder.exists("repository/notes/.git"))
    try vault.runner.tl("--vault", "../repository/notes", "sync").expect(0)
    let bare = try vault.runner.tl("init", vault.remote)
    #expect(bare.stderrText.contains("the files of this git repository are not in this folder"))
    #expect(bare.status == 2 && !vault.folder.exists("remote.git/.tl"))
  }
}

@Suite("Without a git program")
struct WithoutGitTests {
  @Test("init, sync to a folder, clone and a second sync work with nothing on PATH")
  func plainRepository() throws {
    var runner = try CommandRunner()
    let remote = runner.folder.path("remote.git")
    try runner.shell("git init -q --bare -b main \(remote)")
    runner.environment["PATH"] = "/nonexistent"
    runner.environment["TL_DEVICE"] = "laptop"
    try runner.tl("init").expect(0)
    try runner.tl("remote", "set", "file://" + remote).expect(0)
    try runner.folder.write("# First\n", to: "vault/a.md")
    try runner.tl("sync")
      .expect(0, errHas: "the hooks of the remote folder did not run: they need the git program")
    try runner.tl("clone", "file://" + remote, runner.folder.path("other")).expect(0)
    #expect(try runner.folder.readText("other/a.md") == "# First\n")
    try runner.folder.write("# Second\n", to: "other/b.md")
    try runner.tl("--vault", runner.folder.path("other"), "sync").expect(0)
    try runner.folder.write("# First, changed\n", to: "vault/a.md")
    try runner.tl("sync").expect(0, errLacks: "hooks")
    try runner.tl("--vault", runner.folder.path("other"), "sync").expect(0)
    #expect(try runner.folder.readText("vault/b.md") == "# Second\n")
    #expect(try runner.folder.readText("other/a.md") == "# First, changed\n")
    for place in ["vault", "other", "remote.git"] {
      let check = try runner.shell(
        "cd \(runner.folder.path(place)) && git fsck --strict --no-dangling && git status --porcelain 2>&1",
        environment: ["PATH": "/usr/bin:/bin"])
      #expect(check.stdoutText == "" || place == "remote.git", "\(place): \(check.stdoutText)")
    }
  }
}

@Suite("Programs that a vault's settings name")
struct ConfiguredProgramTests {
  /// Settings of a repository that all start one program.
  private static let settings = [
    "core.sshCommand", "core.fsmonitor", "core.editor", "core.pager", "core.askPass",
    "filter.x.clean", "filter.x.smudge", "filter.x.process", "diff.x.textconv", "diff.external",
    "merge.x.driver", "credential.helper", "gpg.program", "remote.origin.uploadpack",
    "remote.origin.receivepack", "uploadpack.packObjectsHook", "alias.status",
  ]

  @Test("commands that neither sync nor read history start none of them")
  func nothingStarts() throws {
    var vault = try SyncingVault()
    let mark = vault.folder.path("started")
    let program = try vault.folder.writeProgram(
      "#!/bin/sh\necho \"$0 $*\" >> '\(mark)'\n", to: "hooks/program")
    for name in Self.settings { try vault.shell("git config \(name) '\(program)'") }
    try vault.shell("git config core.hooksPath '\(vault.folder.path("hooks"))'")
    for hook in ["pre-commit", "post-checkout", "post-index-change", "reference-transaction"] {
      try vault.shell("cp '\(program)' ../hooks/\(hook)")
    }
    try vault.shell("rm -f '\(mark)'; echo '* filter=x diff=x merge=x' > .gitattributes")
    let commands = [
      ["list"], ["show", "a.md"], ["search", "First"], ["tags"], ["doctor"], ["doctor", "--fix"],
      ["add", "Another"], ["pin", "a.md"], ["tag", "add", "x", "a.md"],
      ["set", "a.md", "mood=calm"],
      ["mv", "a.md", "b.md"], ["rm", "-y", "b.md"], ["trash"], ["trash", "restore", "1"],
      ["drafts"],
      ["conflicts"], ["remote", "show"], ["init"], ["--version"], ["help"],
    ]
    for command in commands {
      let output = try vault.runner.tl(command)
      #expect([0, 1].contains(output.status), "\(command): \(output.stderrText)")
      #expect(!vault.folder.exists("started"), "\(command)")
    }
  }
}

@Suite("How a sync ends")
struct SyncStatusTests {
  @Test("0 when all is done, with a remote and without")
  func done() throws {
    var vault = try SyncingVault()
    try vault.sync().expect(0, errHas: "up to date")
    try vault.runner.tl("remote", "remove")
    try vault.sync().expect(0, errHas: "there is no remote")
  }

  @Test("2 when a file is held back, and when the server refuses, in its words")
  func failure() throws {
    var vault = try SyncingVault()
    try vault.shell(
      "printf '#!/bin/sh\\necho closed on Sundays; exit 1\\n' > ../remote.git/hooks/pre-receive;"
        + " chmod +x ../remote.git/hooks/pre-receive; echo x > b.md")
    try vault.sync().expect(2, errHas: "closed on Sundays")
    try vault.shell("rm ../remote.git/hooks/pre-receive")
    try vault.shell("printf '<<<<<<< a\\n=======\\n>>>>>>> b\\n' > c.md")
    try vault.sync().expect(2, errHas: "c.md: not committed: line 1 is a conflict marker")
  }

  @Test("3 when both sides changed a line, and one version is kept beside")
  func conflict() throws {
    var vault = try SyncingVault()
    try vault.shell("git clone -q ../remote.git ../other && cd ../other && echo two > a.md")
    try vault.shell(
      "cd ../other && git commit -qam two && git push -q; cd ../vault; echo three > a.md")
    try vault.sync().expect(3, errHas: "1 conflict kept as a copy; tl conflict shows it")
  }

  @Test("4 when the remote does not let one in, or is not the host that it was")
  func authentication() throws {
    var vault = try SyncingVault()
    try vault.runner.tl("remote", "set", "ssh://nobody@example.invalid/vault.git")
    for words in [
      "nobody@example.invalid: Permission denied (publickey).", "Host key verification failed.",
    ] {
      try vault.folder.write("#!/bin/sh\necho '\(words)' >&2\nexit 255\n", to: "io/ssh")
      let ssh = [
        "GIT_SSH_COMMAND": "sh '\(vault.folder.path("io/ssh"))'", "GIT_SSH_VARIANT": "ssh",
      ]
      try vault.folder.write("more \(words)\n", to: "vault/n.md")
      try vault.sync(environment: ssh).expect(4, errHas: "hint: ")
      // What is here was recorded before.
      #expect(try vault.shell("git status --porcelain").stdoutText == "")
    }
  }

  @Test("5 when the remote is not there; all is recorded")
  func unreachable() throws {
    var vault = try SyncingVault()
    try vault.shell("mv ../remote.git ../away; echo x > b.md")
    try vault.sync().expect(5, errHas: "hint: ")
    #expect(try vault.shell("git status --porcelain").stdoutText == "")
    try vault.folder.write(
      "#!/bin/sh\necho 'ssh: connect to host example.invalid port 22: Connection refused' >&2\nexit 255\n",
      to: "io/ssh")
    try vault.runner.tl("remote", "set", "example.invalid:vault.git")
    let ssh = ["GIT_SSH_COMMAND": "sh '\(vault.folder.path("io/ssh"))'", "GIT_SSH_VARIANT": "ssh"]
    try vault.sync(environment: ssh)
      .expect(5, errHas: "your changes are committed here; the next tl sync sends them")
  }

  @Test("5 when the server dies while it takes a push; the next sync sends it")
  func brokenOff() throws {
    var vault = try SyncingVault()
    try vault.shell(
      "printf '#!/bin/sh\\nkill -9 $PPID\\n' > ../remote.git/hooks/pre-receive;"
        + " chmod +x ../remote.git/hooks/pre-receive; echo x > b.md")
    try vault.sync().expect(
      5, errHas: "the connection broke off while your changes were sent: ",
      "your changes are committed here; the next tl sync sends what the remote lacks",
      errLacks: "objects")
    #expect(try vault.shell("git status --porcelain").stdoutText == "")
    try vault.shell("rm ../remote.git/hooks/pre-receive")
    #expect(try vault.sync().status == 0)
    #expect(try vault.shell("git -C ../remote.git show main:b.md").stdoutText == "x\n")
  }

  @Test("6 while another sync runs")
  func locked() throws {
    var vault = try SyncingVault()
    let lock = try HeldLock(vault.folder, "sync")
    let record = try vault.folder.readText("vault/.tl/local/last-sync")
    try vault.sync().expect(6, errHas: "wait until it has ended")
    #expect(try vault.folder.readText("vault/.tl/local/last-sync") == record)
    lock.release()
    try vault.sync().expect(0, errHas: "up to date")
  }
}
