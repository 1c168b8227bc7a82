import Foundation
import TestSupport
import Testing

/// What a person gets to read, and can do, where the remote is not as git's settings have it.
@Suite("A remote that takes or has something else")
struct SyncRemoteTests {
  private static let path = ["PATH": "/usr/bin:/bin"]

  @Test("a branch that was renamed on the server: which one to follow, by one command")
  func renamed() throws {
    var vault = try SyncingVault()
    try vault.shell("git -C ../remote.git branch -m main 'tr$(unk)'; echo x > b.md")
    try vault.sync().expect(
      2,
      errHas: """
        tl: error: git's settings follow the branch main of origin, which has no such branch any more; it has tr$(unk)
        hint: if it was renamed: tl remote follow 'tr$(unk)', then tl sync
        hint: if it should exist: git push origin HEAD:refs/heads/main creates it again
        hint: what changed here is recorded, and nothing was sent

        """)
    let follow = try vault.shell("tl remote follow 'tr$(unk)'")
    #expect(follow.stderrText == "this vault is synced with the branch tr$(unk) of origin\n")
    #expect(try vault.sync().status == 0)
    let branches = try vault.shell("git -C ../remote.git branch --format='%(refname:short)'")
    #expect(branches.stdoutText == "tr$(unk)\n")
  }

  @Test(
    "what git hides comes back from the trash under its own name only", arguments: [true, false])
  func privateTrash(isIgnored: Bool) throws {
    var vault = try SyncingVault()
    try vault.shell(
      isIgnored
        ? "echo y.md > .gitignore"
        : "echo 'y.md filter=crypt' > .gitattributes; git config filter.crypt.clean rev")
    try vault.shell("echo secret > y.md; tl rm -y y.md; echo other > y.md")
    let taken = try vault.shell("tl trash restore 1 || true")
    #expect(taken.stdoutText == "")
    #expect(
      taken.stderrText == """
        tl: error: git would not keep y-2.md as private as y.md, whose place is taken
        hint: tl mv y.md NAME frees its name

        """)
    #expect(try vault.shell("rm y.md; tl trash restore 1").stdoutText == "y.md\n")
  }

  @Test("media that git hides are told of by mv, and come back under their own names only")
  func privateMedia() throws {
    var vault = try SyncingVault()
    try vault.shell(
      """
      echo /y.media/ > .gitignore; echo y > y.md; mkdir y.media; echo secret > y.media/p.jpg
      tl rm -y y.md; echo other > y.md
      """)
    try vault.shell("tl trash restore 1 || true")
      .expect(errHas: "would not keep y-2.media/p.jpg as private as y.media/p.jpg")
    try vault.shell("rm y.md; tl trash restore 1; tl mv y z").expect(
      errHas:
        "git kept y.media/p.jpg private, by .gitignore or a filter, and tl sync will send z.media/p.jpg"
    )
  }

  @Test("a repair moves no media to where git would not hide them")
  func privateRepair() throws {
    var vault = try SyncingVault()
    try vault.shell(
      """
      echo /y.media/p.jpg > .gitignore; printf -- '---\\nid: yy\\n---\\n![](y.media/p.jpg)\\n' > y.md
      mkdir y.media; echo secret > y.media/p.jpg; tl sync > /dev/null 2>&1; mv y.md z.md
      """)
    try vault.shell("tl doctor --fix || true")
      .expect(errHas: "would not keep z.media/p.jpg as private as y.media/p.jpg")
    #expect(try vault.shell("ls y.media").stdoutText == "p.jpg\n")
  }

  @Test("a conflict copy that a filter made keeps its name where it would lose the filter")
  func privateCopy() throws {
    var vault = try SyncingVault()
    let copy = "s.conflict-laptop-20261120T080000Z.md"
    try vault.shell(
      """
      git config filter.crypt.clean rev; git config filter.crypt.smudge rev
      printf '/s.md filter=crypt\\n/\(copy) filter=crypt\\n' > .gitattributes
      echo one > s.md; echo two > \(copy); tl sync > /dev/null 2>&1; tl conflict resolve --both \(copy) || ls
      """
    ).expect(outHas: copy, errHas: "git would not keep s-2.md as private as \(copy)")
  }

  @Test("pushes that go elsewhere are shown where the remote is")
  func elsewhere() throws {
    var vault = try SyncingVault()
    try vault.shell(
      "git init -q --bare -b main ../fork.git; git remote add fork ../fork.git;"
        + " git config remote.pushDefault fork; echo x > b.md")
    let fork = vault.folder.path("vault") + "/../fork.git"
    #expect(try vault.sync().stderrText.contains("sent to the branch main of ../fork.git"))
    #expect(
      try vault.shell("tl remote").stdoutText
        == "origin  \(vault.remote)\nfork  ../fork.git  (push)\n", "\(fork)")
    #expect(try vault.shell("tl status").stdoutText.contains("push to     fork  ../fork.git\n"))
    #expect(
      try vault.shell("tl remote check").stdoutText.contains("used    push to   fork, ../fork.git"))
  }

  /// A vault whose remote takes no file above a thousand bytes, and one such file in it.
  private func refused() throws -> SyncingVault {
    var vault = try SyncingVault()
    try vault.folder.writeProgram(
      """
      #!/bin/sh
      while read old new name; do
        git rev-list --objects $old..$new | git cat-file --batch-check='%(objectsize) %(rest)' |
          awk '$1 > 1000 { print "File " $2 " is too large"; exit 1 }' || exit 1
      done
      """, to: "remote.git/hooks/pre-receive")
    try vault.shell("mkdir a.media; head -c 5000 /dev/zero > a.media/v.mp4; echo x > b.md")
    return vault
  }

  @Test("a refused file is named with the command that takes it out")
  func dropped() throws {
    var vault = try refused()
    try vault.sync().expect(
      2,
      errHas:
        "hint: tl sync --drop-unsent a.media/v.mp4 takes that file (4.9 KiB) out of the commit that was not sent; it stays here\n"
    )
    try vault.sync("--drop-unsent", "c.mp4")
      .expect(2, errHas: "c.mp4: no version of it is in a commit that was not sent")
    try vault.runner.tl(["sync", "--drop-unsent", "a.media/v.mp4", "--json"]).expect(
      0, outHas: "\"path\": \"a.media/v.mp4\"",
      errHas: "a.media/v.mp4 was taken out of 1 commit that was not sent; it stays in this folder\n"
    )
    #expect(try vault.sync().stderrText.contains("a.media/v.mp4: not committed: it was taken out"))
    #expect(try vault.shell("git -C ../remote.git show main:b.md").stdoutText == "x\n")
    #expect(try vault.runner.tl(["sync", "--drop-unsent", "x", "--undo"]).status == 64)
  }

  @Test("a file that is deleted again is told to be in the trash")
  func gone() throws {
    var vault = try refused()
    #expect(try vault.sync().status == 2)
    try vault.shell("rm -r a.media")
    try vault.sync().expect(0, errHas: "; its content is in the trash: tl trash restore 1\n")
    try vault.shell("tl trash restore 1")
    #expect(try vault.shell("wc -c < a.media/v.mp4").stdoutText.contains("5000"))
  }

  @Test(
    "on a terminal the commits and files are listed, and it is asked", arguments: ["y\n", "n\n"])
  func asked(typed: String) throws {
    var vault = try refused()
    try TerminalSession.run(
      vault.runner, ["sync"], typed: typed,
      environment: vault.runner.environment.merging(Self.path) { $1 }
    ).expect(
      typed == "y\n" ? 0 : 2,
      has:
        "  a.media/v.mp4  4.9 KiB\ntake this file out of the commits? it stays in the folder [y/N] "
    )
    #expect(try vault.shell("ls a.media").stdoutText == "v.mp4\n")
  }
}
