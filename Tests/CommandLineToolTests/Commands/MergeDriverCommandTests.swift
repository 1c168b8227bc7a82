import Foundation
import TestSupport
import Testing

/// tl beside plain git, which runs `tl merge-driver` for notes.
@Suite("tl merge-driver")
struct MergeDriverCommandTests {
  private static let base = """
    ---
    id: 11111111-2222-4333-8444-555555555555
    created: 2026-01-01T10:00:00+01:00
    updated: 2026-01-01T10:00:00+01:00
    tags: [a, b]
    ---

    First

    Middle

    Last

    """

  /// Two clones of one remote, `one` and `two`, with one note; git merges as plain git does.
  private struct Clones {
    let folder: TemporaryFolder
    var runner: CommandRunner

    init() throws {
      folder = try TemporaryFolder()
      runner = try CommandRunner(folder: folder, directory: "devices")
      try run("git init -q --bare -b main ../remote.git && tl init one && cd one")
      try folder.write(MergeDriverCommandTests.base, to: "devices/one/note.md")
      try run("cd one && tl remote set \"$PWD/../../remote.git\" && tl sync")
      try run("tl clone ../remote.git two && tl clone ../remote.git three")
    }

    @discardableResult
    mutating func run(_ command: String, status: Int = 0) throws -> CommandOutput {
      let output = try runner.shell(command)
      #expect(output.status == status, "\(command)\n\(output.stdoutText)\(output.stderrText)")
      return output
    }

    func note(_ device: String) throws -> String {
      try folder.readText("devices/\(device)/note.md")
    }

    func write(_ changes: (String, String)..., to device: String) throws {
      let text = changes.reduce(MergeDriverCommandTests.base) {
        $0.replacingOccurrences(of: $1.0, with: $1.1)
      }
      try folder.write(text, to: "devices/\(device)/note.md")
    }
  }

  @Test("git merge gives the bytes of tl sync where both sides edited one note without overlap")
  func sameBytes() throws {
    var clones = try Clones()
    for device in ["two", "three"] {
      try clones.write(
        ("First", "First, by two"), ("tags: [a, b]", "tags: [b, two]"),
        ("updated: 2026-01-01T10", "updated: 2026-01-02T10"), to: device)
      try clones.run("cd \(device) && git commit -qam two")
    }
    try clones.write(
      ("Last", "Last, by one"), ("tags: [a, b]", "tags: [a, b, one]\nmood: calm"),
      ("updated: 2026-01-01T10", "updated: 2026-01-03T10"), to: "one")
    try clones.run("cd one && tl sync")

    try clones.run("cd two && git pull -q --no-rebase --no-edit")
    try clones.run("cd three && tl sync")
    let merged = try clones.note("three")
    #expect(try clones.note("two") == merged)
    #expect(merged.contains("First, by two") && merged.contains("Last, by one"))
    #expect(merged.contains("tags: [b, two, one]") || merged.contains("tags: [b, one, two]"))
    #expect(merged.contains("updated: 2026-01-03T10") && merged.contains("mood: calm"))
  }

  @Test("an overlap gets git's marks, and tl sync does not record them")
  func overlap() throws {
    var clones = try Clones()
    try clones.write(("Middle", "Middle of one"), to: "one")
    try clones.run("cd one && tl sync")
    try clones.write(("Middle", "Middle of two"), to: "two")
    try clones.run("cd two && git commit -qam two")
    try clones.run("cd two && git pull -q --no-rebase --no-edit", status: 1)
    let marked = try clones.note("two")
    #expect(
      marked.contains(
        "<<<<<<< ours\nMiddle of two\n=======\nMiddle of one\n>>>>>>> theirs\n"))
    try clones.run("cd two && tl sync", status: 2).expect(errHas: "a merge is not finished here")
    try clones.run("cd two && git merge --abort")
    #expect(try clones.note("two").contains("Middle of two"))
  }

  @Test("where tl is gone git merges as it would without it")
  func fallback() throws {
    var clones = try Clones()
    try clones.write(("Last", "Last, by one"), to: "one")
    try clones.run("cd one && tl sync")
    try clones.write(("First", "First, by two"), to: "two")
    try clones.run(
      """
      cd two && git commit -qam two
      driver=$(git config merge.tl.driver)
      printf '%s' "$driver" | grep -q "$(readlink -f "$(command -v tl)")"
      git config merge.tl.driver "$(printf '%s' "$driver" | sed 's|\\[ -x [^]]*\\]|[ -x /gone/tl ]|')"
      git pull -q --no-rebase --no-edit
      """)
    let merged = try clones.note("two")
    #expect(merged.contains("First, by two") && merged.contains("Last, by one"))
  }

  @Test("a clone that lost the setting gets it back from the next command that uses git")
  func repaired() throws {
    var clones = try Clones()
    try clones.run("cd two && git config --remove-section merge.tl && rm .git/info/attributes")
    try clones.run("cd two && tl sync && git config merge.tl.driver | grep -q 'merge-driver -- %O'")
    try clones.run("cd two && git check-attr merge note.md | grep -q 'merge: tl'")
  }

  @Test("a file that cannot be read is an error with its name, and ours stays")
  func unreadable() throws {
    var clones = try Clones()
    let output = try clones.run(
      "cd one && cp note.md ours && tl merge-driver gone ours note.md -- -odd.md", status: 2)
    #expect(output.stderrText.contains("tl: error: -odd.md: cannot read gone to merge it"))
    #expect(try clones.folder.readText("devices/one/ours") == Self.base)
  }
}
