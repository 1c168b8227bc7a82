import Foundation
import TestSupport
import Testing

/// What a person at a terminal is asked, and what comes of the answer.
@Suite("Questions of a sync")
struct SyncQuestionTests {
  /// What `tl` shows on a terminal where `typed` is typed ahead, without the echo of it.
  private func ask(
    _ vault: SyncingVault, _ arguments: [String], typed: String, echo: String? = nil
  ) throws -> TerminalSession {
    // At a time of its own, and with git.
    let own = ["TL_NOW": "2026-11-20T18:30:00+01:00", "PATH": "/usr/bin:/bin"]
    var session = try TerminalSession.run(
      vault.runner, arguments, typed: typed,
      environment: vault.runner.environment.merging(own) { $1 })
    let echo = echo ?? typed
    session.expect(starts: echo)
    session.screen.removeFirst(min(echo.count, session.screen.count))
    return session
  }

  // MARK: Joining

  /// A vault of one note whose remote holds another vault.
  private func strangers() throws -> SyncingVault {
    var vault = try SyncingVault(isSynced: false)
    try vault.shell(
      """
      tl sync --no-push; git clone -q ../remote.git ../other 2>/dev/null; cd ../other
      echo one > b.md; echo two > c.md; git add -A; git commit -qm two; git push -q origin HEAD:main
      """)
    return vault
  }

  private static let joining =
    "the remote is another vault: 2 notes there, 1 here; join both into one? [y/N] "

  @Test("two vaults without anything in common are joined after a yes")
  func joined() throws {
    var vault = try strangers()
    try ask(vault, ["sync"], typed: "y\n")
      .expect(0, ends: "2 notes received, 1 note sent\n", has: Self.joining)
    #expect(try vault.shell("ls *.md").stdoutText == "a.md\nb.md\nc.md\n")
    #expect(
      try vault.shell("git -C ../remote.git ls-tree --name-only main").stdoutText.contains("a.md"))
  }

  @Test(
    "a no, and anything that is no yes, leaves both as they are",
    arguments: ["n\n", "\n", "\u{04}"])
  func notJoined(typed: String) throws {
    var vault = try strangers()
    // What ends the input has no echo.
    try ask(vault, ["sync"], typed: typed, echo: "").expect(
      2,
      ends: """
        tl: error: the remote is another vault: 2 notes there, 1 here, and no history in common
        hint: tl sync --join joins both into one vault; nothing is lost

        """,
      has: Self.joining)
    #expect(try vault.shell("ls *.md").stdoutText == "a.md\n")
  }

  @Test("--no-input asks nothing")
  func noInput() throws {
    let vault = try strangers()
    try ask(vault, ["sync", "--no-input"], typed: "y\n")
      .expect(2, has: "tl sync --join", lacks: "[y/N]")
  }

  // MARK: Gates

  /// Thirty notes that are recorded, of which all but five are removed from the folder.
  private func emptied() throws -> SyncingVault {
    var vault = try SyncingVault()
    try vault.shell("for n in $(seq 10 39); do echo $n > n$n.md; done; tl sync; rm n[123]?.md")
    return vault
  }

  @Test("many deletions: some of the names, a question, and all is recorded after a yes")
  func deletions() throws {
    var vault = try emptied()
    try ask(vault, ["sync"], typed: "y\n").expect(
      0,
      starts: (10...19).map { "  n\($0).md\n" }.joined() + """
          and 20 more
        30 of 31 notes are gone; deleted on purpose? [y/N] sent       n10.md  n10 (removed)

        """)
    #expect(
      try vault.shell("git -C ../remote.git ls-tree --name-only main").stdoutText.contains("n10")
        == false)
  }

  @Test("after a no they are held back, said once with what to do, and nothing is lost")
  func heldDeletions() throws {
    var vault = try emptied()
    try ask(vault, ["sync"], typed: "n\n").expect(
      2,
      ends: """
        tl: warning: n39.md: deleted here; the deletion is not committed yet
        everything else is up to date
        tl: error: 30 files need your attention: n10.md, n11.md, n12.md and 27 more
        hint: if you meant to delete them: tl sync --allow-deletes; if not, check that the folder or disk is complete

        """)
    #expect(
      try vault.shell("git -C ../remote.git ls-tree --name-only main").stdoutText.contains("n10"))
    try vault.runner.tl("status")
      .expect(errHas: "nothing else to sync\nhint: if you meant to delete them")
  }

  @Test("a large file is asked about by name and size")
  func largeFile() throws {
    var vault = try SyncingVault()
    try vault.shell("printf 'media:\\n  max_size: 1000\\n' >> .tl/config.yaml; tl sync")
    try vault.shell("head -c 2000 /dev/zero > big.jpg")
    try ask(vault, ["sync"], typed: "n\n").expect(
      2, starts: "big.jpg has 2 KiB, more than 1000 bytes; commit it anyway? [y/N] ",
      has:
        "tl: error: 1 file needs your attention: big.jpg\nhint: run tl sync on a terminal to decide"
    )
    try ask(vault, ["sync"], typed: "y\n").expect(0, ends: "1 file sent\n")
  }

  // MARK: Undo

  /// A vault into which another device brought a change and a note.
  private func arrived() throws -> SyncingVault {
    var vault = try SyncingVault()
    try vault.shell(
      """
      git clone -q ../remote.git ../other; cd ../other
      echo '# Changed' > a.md; echo '# New' > b.md; git add -A; git commit -qm two; git push -q
      cd ../vault; tl sync
      """)
    return vault
  }

  private static let list = """
    as before   a.md  First
    goes        b.md  New
    undo the last sync that received something, here and on all devices? [y/N]\u{20}
    """

  @Test("an undo lists what every device will see, and takes it back after a yes")
  func undo() throws {
    var vault = try arrived()
    try ask(vault, ["sync", "--undo"], typed: "y\n").expect(
      0,
      screen: Self.list + """
        undone     a.md  First
        undone     b.md  New (removed)
        2 notes undone, 2 notes sent

        """)
    #expect(try vault.shell("cat *.md").stdoutText == "# First\n")
  }

  @Test("tl undo after a sync asks the same and does the same, and tl redo makes it again")
  func undoOfLastOperation() throws {
    var vault = try arrived()
    try ask(vault, ["undo"], typed: "y\n")
      .expect(0, starts: Self.list, ends: "2 notes undone, 2 notes sent\n")
    #expect(try vault.shell("cat *.md").stdoutText == "# First\n")
    #expect(try ask(vault, ["redo"], typed: "y\n").status == 0)
    #expect(try vault.shell("cat *.md").stdoutText == "# Changed\n# New\n")
    #expect(try ask(vault, ["undo"], typed: "n\n").screen == Self.list + "nothing was undone\n")
    #expect(try vault.shell("cat *.md").stdoutText == "# Changed\n# New\n")
  }

  @Test("a dry run of tl undo lists what devices would see; without a terminal it says what to run")
  func undoWithoutQuestion() throws {
    var vault = try arrived()
    try vault.runner.tl("undo", "--dry-run")
      .expect(0, out: "as before   a.md  First\ngoes        b.md  New\n")
    try ask(vault, ["undo", "--no-input"], typed: "y\n").expect(
      2,
      screen: """
        tl: error: the last change came with a sync
        hint: tl sync --undo -y takes back what it received

        """)
    #expect(try vault.shell("cat *.md").stdoutText == "# Changed\n# New\n")
    try vault.shell("tl sync --undo -y")
    try ask(vault, ["redo", "--no-input"], typed: "y\n")
      .expect(has: "tl sync --undo -y, once more, makes it again")
  }

  @Test("a sync before the last one is not taken for it")
  func undoOfEarlierSync() throws {
    var vault = try arrived()
    try vault.shell(
      """
      cd ../other; echo '# Later' > a.md; git commit -qam three; git push -q
      cd ../vault; tl sync; tl sync --undo -y --no-push
      """)
    for words in [["undo"], ["undo", "--dry-run"], ["undo", "1"]] {
      try ask(vault, words, typed: "y\n").expect(
        2, screen: "tl: error: 1 is a sync, of which only the last one can be taken back\n")
    }
    #expect(try vault.shell("cat *.md").stdoutText == "# Changed\n# New\n")
  }

  @Test("a no to an undo changes nothing")
  func noUndo() throws {
    var vault = try arrived()
    try ask(vault, ["sync", "--undo"], typed: "n\n")
      .expect(2, screen: Self.list + "nothing was undone\n")
    #expect(try vault.shell("cat *.md").stdoutText == "# Changed\n# New\n")
  }
}
