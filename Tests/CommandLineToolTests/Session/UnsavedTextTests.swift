import Foundation
import TestSupport
import Testing

/// Every way in which `tl add` can fail, and where the text is then.
@Suite("Unsaved text")
struct UnsavedTextTests {
  private static let text = "A walk\n\nTo the lake\n"

  /// The file for temporary files that holds the text, as the hint names it.
  private static func temporary(_ output: CommandOutput, _ folder: TemporaryFolder) -> String? {
    let mark = "hint: the text is in \(folder.path("tmp"))/"
    let hint = output.stderrText.split(separator: "\n").first { $0.hasPrefix(mark) }
    return hint.map { "tmp/" + $0.dropFirst(mark.count) }
  }

  private static func expectDraft(
    _ output: CommandOutput, _ vault: EditingVault, _ text: String = text,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(output.stdoutText == "", sourceLocation: sourceLocation)
    #expect(output.stderrText.contains(vault.whereabouts(1)), sourceLocation: sourceLocation)
    #expect(vault.draft(1) == text, sourceLocation: sourceLocation)
  }

  private static func expectTemporary(
    _ output: CommandOutput, _ folder: TemporaryFolder,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let path = try #require(temporary(output, folder), sourceLocation: sourceLocation)
    #expect(try folder.readText(path) == text, sourceLocation: sourceLocation)
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(path))
    #expect(attributes[.posixPermissions] as? Int == 0o600, sourceLocation: sourceLocation)
  }

  // MARK: - In a draft

  @Test("settings that cannot be read, or of a newer tl", arguments: ["format: [", "format: 99"])
  func configuration(settings: String) throws {
    var vault = try EditingVault()
    try vault.folder.write(settings + "\n", to: "vault/.tl/config.yaml")
    let output = try vault.runner.tl("add", stdin: Self.text).expect(2)
    Self.expectDraft(output, vault)
  }

  @Test("a folder that cannot be made, with words on the command line")
  func folder() throws {
    var vault = try EditingVault()
    try vault.folder.write("", to: "vault/2027")
    let output = try vault.runner.tl("add", "A", "walk", "--created", "2027-01-01", "-t", "out")
    #expect(output.status == 2)
    Self.expectDraft(output, vault, "A walk")
    // And the draft keeps the options.
    try vault.folder.remove("vault/2027")
    try vault.setEditor("true")
    let resumed = try vault.runner.tl("drafts", "resume", "1")
    #expect(resumed.stdoutText.hasSuffix("  2027/01/2027-01-01-a-walk.md\n"))
    #expect(resumed.stderrText == "with --tag=out --created=2027-01-01\n")
    #expect(try vault.folder.readText("vault/2027/01/2027-01-01-a-walk.md").contains("tags: [out]"))
  }

  @Test(
    "options that are wrong, where the text comes through a pipe",
    arguments: [
      ["--date", "never"], ["--created", "soon"], ["--set", "id=1"], ["-a", "nothing.jpg"],
    ])
  func options(arguments: [String]) throws {
    var vault = try EditingVault()
    let output = try vault.runner.tl(["add"] + arguments, stdin: Self.text)
    #expect([2, 64].contains(output.status))
    Self.expectDraft(output, vault)
  }

  @Test("the same with words on the command line, which the shell remembers: no draft")
  func history() throws {
    var vault = try EditingVault()
    try vault.runner.tl("add", "A walk", "--date", "never").expect(64)
    #expect(vault.drafts == [])
  }

  // MARK: - Elsewhere

  @Test("no vault, and a folder of notes that is none: it is not made one")
  func noVault() throws {
    var runner = try CommandRunner()
    try Self.expectTemporary(runner.tl("add", stdin: Self.text), runner.folder)
    try Self.expectTemporary(runner.tl("add", "--vault", ".", stdin: Self.text), runner.folder)
    #expect(!runner.folder.exists("vault/.tl"))
    let files = runner.folder.contents()
    #expect(try runner.tl("add", "A walk").status == 2)
    #expect(runner.folder.contents() == files)
  }

  @Test("a vault where nothing can be written, not even a draft")
  func noDraft() throws {
    var vault = try EditingVault()
    try? vault.folder.remove("vault/.tl/local")
    try vault.folder.write("", to: "vault/.tl/local")
    let output = try vault.runner.tl("add", stdin: Self.text).expect(2)
    try Self.expectTemporary(output, vault.folder)
  }

  /// Needs the right to mount, as root has; the test above covers the same steps elsewhere.
  @Test("a read-only file system, and a full one", arguments: [true, false])
  func disk(isReadOnly: Bool) throws {
    var runner = try CommandRunner()
    guard let disk = MemoryDisk(at: runner.folder.path("vault"), size: "64k") else { return }
    try runner.tl("init")
    // The lock is there already: what fails is the note.
    try runner.tl("add", "before")
    if isReadOnly {
      try #require(disk.makeReadOnly())
    } else {
      _ = try runner.shell("cat /dev/zero > filler 2> /dev/null")
    }
    let output = try runner.tl("add", stdin: Self.text).expect(2)
    #expect(
      output.stderrText.contains(isReadOnly ? "read-only file system" : "no space left on device"))
    try Self.expectTemporary(output, runner.folder)
    withExtendedLifetime(disk) {}
  }

  @Test("nothing can be written anywhere: the text is in the message")
  func nowhere() throws {
    var vault = try EditingVault()
    try? vault.folder.remove("vault/.tl/local")
    try vault.folder.write("", to: "vault/.tl/local")
    try vault.runner.tl(
      "add", stdin: Self.text, environment: ["TMPDIR": vault.folder.path("nowhere")]
    ).expect(errHas: "hint: the text could not be kept anywhere; it is: A walk", "To the lake")
  }

  // MARK: - The editor

  /// `tl add` as on a terminal, with an editor that is a script.
  private static func add(_ script: String, _ vault: inout EditingVault) throws -> CommandOutput {
    let terminal = try PseudoTerminal()
    try vault.setEditor(script)
    return try vault.runner.shell("tl add < \(terminal.path)")
  }

  @Test("what the editor leaves becomes the note, and no draft is left")
  func editor() throws {
    var vault = try EditingVault()
    try Self.add("printf 'A walk\\n' > \"$1\"", &vault)
      .expect(0, outEnds: "  2026/11/2026-11-20-a-walk.md\n")
    #expect(vault.drafts == [])
  }

  @Test(
    "an editor that leaves nothing writes nothing", arguments: ["true", "printf ' \\n' > \"$1\""])
  func nothing(script: String) throws {
    var vault = try EditingVault()
    try Self.add(script, &vault).expect(64, err: "tl: error: cancelled; nothing written\n")
    #expect(vault.drafts == [])
  }

  @Test("what an editor that fails has saved stays in the draft; the draft is not kept twice")
  func editorFails() throws {
    var vault = try EditingVault()
    let output = try Self.add("printf 'A walk\\n' > \"$1\"; exit 2", &vault).expect(2)
    Self.expectDraft(output, vault, "A walk\n")
    #expect(vault.drafts == ["1-2026-11-20.md", "1.about"])
  }

  @Test("a note that cannot be written after the editor leaves its draft")
  func editorThenLocked() throws {
    var vault = try EditingVault()
    let lock = try HeldLock(vault.folder)
    defer { lock.release() }
    vault.runner.environment["TL_LOCK_WAIT"] = "0"
    let output = try Self.add("printf 'A walk\\n' > \"$1\"", &vault).expect(6)
    Self.expectDraft(output, vault, "A walk\n")
    #expect(vault.drafts == ["1-2026-11-20.md", "1.about"])
  }

  // MARK: - A person

  @Test("broken front matter: the editor opens again when the person says so")
  func again() throws {
    var vault = try EditingVault()
    let terminal = try PseudoTerminal()
    try vault.setEditor(
      "if grep -q broken \"$1\"; then sed -i '/broken/d' \"$1\"; else sed -i 's/^id/broken: [\\n&/' \"$1\"; fi"
    )
    terminal.type("y")
    try vault.runner.shell(
      "tl edit \(EditingVault.note) < \(terminal.path) 2> \(terminal.path)"
    ).expect(0)
    #expect(
      terminal.printed().contains(
        "open the editor again to correct it? (no saves it as it is) [y/N] ")
    )
    #expect(vault.note == EditingVault.text)
  }

  @Test("an interrupt from the keyboard is for the editor alone")
  func interrupt() throws {
    var vault = try EditingVault()
    // The editor sends it to tl, takes it itself, and goes on.
    try vault.setEditor(
      "trap : INT QUIT; echo more >> \"$1\"; kill -INT $PPID $$; kill -QUIT $PPID $$")
    #expect(try vault.edit().status == 0)
    #expect(vault.note.hasSuffix("Last\nmore\n"))
    // One that does not take it dies of it: it has the signal's own meaning.
    try vault.setEditor("echo again >> \"$1\"; kill -INT $$; echo survived >> \"$1\"")
    try vault.edit().expect(errHas: "was ended by signal 2\n")
    #expect(vault.draft(2)?.hasSuffix("more\nagain\n") == true)
  }
}
