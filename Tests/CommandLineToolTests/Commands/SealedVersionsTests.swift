import Foundation
import TestSupport
import Testing

@Suite("What is kept of sealed notes")
struct SealedVersionsTests {
  private static let sealed = "---\nid: plan\nopen_after: 2999-05-17\n---\n# Plan\n\nA surprise\n"

  @Test("words from before a note was sealed and renamed are not shown, nor those of its copy")
  func history() throws {
    var vault = try SyncingVault()
    try vault.folder.write("---\nid: plan\n---\n# Plan\n\nA surprise\n", to: "vault/plan.md")
    #expect(try vault.runner.tl("diff").stdoutText.contains("A surprise"))
    try vault.runner.tl("sync")
    try vault.folder.remove("vault/plan.md")
    try vault.folder.write(Self.sealed, to: "vault/2026-11-20.md")
    try vault.folder.write(
      "---\nid: copy\nconflict_of: plan\n---\n# Plan\n\nA surprise too\n", to: "vault/copy.md")
    try vault.runner.tl("diff").expect(0, outLacks: "surprise")
    try vault.runner.tl("sync")
    for arguments in [["log", "-p"], ["log", "-p", "--json"], ["log", "-p", "plan"]] {
      let log = try vault.runner.tl(arguments).expect(0, outLacks: "surprise")
      #expect(!log.stdoutText.isEmpty)
    }
  }

  @Test("nor once it was deleted, in the history and in the log of operations, until its day")
  func deleted() throws {
    var vault = try SyncingVault()
    let added = try vault.runner.tl("add", "Plan\n\nA surprise").stdoutText
    let path = try #require(added.split(whereSeparator: \.isWhitespace).last.map(String.init))
    try vault.runner.tl("sync")
    #expect(try vault.runner.tl("seal", path, "2999-05-17").status == 0)
    try vault.runner.tl("sync")
    #expect(try vault.runner.tl("rm", "-y", path).status == 0)
    // What the trash knows, and then what the log and the history know.
    for isEmptied in [false, true] {
      if isEmptied {
        try vault.runner.tl("sync")
        #expect(try vault.runner.tl("trash", "empty", "-y").status == 0)
      }
      for arguments in [
        ["log", "-p"], ["log", "-p", "--json"], ["log", "-p", path], ["diff"], ["undo", "--list"],
      ] {
        let output = try vault.runner.tl(arguments)
        #expect(output.status == 0)
        #expect(!output.stdoutText.contains("surprise"), "\(arguments): \(output.stdoutText)")
      }
    }
    #expect(try vault.runner.tl("operations", "clear", "-y").status == 0)
    let log = try vault.runner.tl("log", "-p")
    #expect(!log.stdoutText.contains("surprise"), "\(log.stdoutText)")
  }

  @Test("an operation from before a note was sealed has no words")
  func operations() throws {
    var vault = try EditingVault()
    let added = try vault.runner.tl("add", "A surprise").stdoutText
    let path = try #require(added.split(whereSeparator: \.isWhitespace).last)
    #expect(try vault.runner.tl("undo", "--list").stdoutText.contains("tl add 'A surprise'"))
    #expect(try vault.runner.tl("seal", String(path), "2999-05-17", "--rename").status == 0)
    for arguments in [["undo", "--list"], ["undo", "--list", "--json"]] {
      try vault.runner.tl(arguments).expect(outHas: "tl add", outLacks: "A surprise")
    }
  }

  @Test("the trash names no media of one, and a draft no title")
  func trashAndDrafts() throws {
    var vault = try EditingVault(Self.sealed)
    try vault.folder.write("x", to: "vault/s.media/cake.jpg")
    try vault.folder.write(Self.sealed.replacing("id: plan", with: "id: s"), to: "vault/s.md")
    #expect(try vault.runner.tl("rm", "-y", "s.md").status == 0)
    let trash = try vault.runner.tl("trash", "--json").stdoutText
    #expect(trash.contains("s.md") && !trash.contains("cake"), "\(trash)")
    #expect(try !vault.runner.tl("trash").stdoutText.contains("photo"))
    try vault.setEditor("echo '# A surprise' > \"$1\"; exit 1")
    #expect(try vault.runner.tl("edit", "--open-early", EditingVault.note).status != 0)
    try vault.runner.tl("drafts").expect(outHas: "a sealed note", outLacks: "A surprise")
  }

  @Test("the trash names the media of one that was opened by hand before it was removed")
  func openedByHand() throws {
    var vault = try EditingVault()
    let text = "---\nid: plan\n---\n# Plan\n"
    try vault.folder.write(text, to: "vault/plan.md")
    try vault.folder.write("x", to: "vault/plan.media/cake.jpg")
    #expect(try vault.runner.tl("seal", "plan.md", "2999-05-17").status == 0)
    try vault.folder.write(text, to: "vault/plan.md")
    #expect(try vault.runner.tl("rm", "-y", "plan.md").status == 0)
    try vault.runner.tl("trash", "--json").expect(0, outHas: "cake.jpg")
  }

  @Test("warnings and hints tell neither its links nor its media")
  func hints() throws {
    var vault = try EditingVault(
      Self.sealed.replacing("A surprise", with: "[A surprise](../../gift.md)"))
    try vault.folder.write("x", to: "vault/2026/11/note.media/cake.jpg")
    try vault.folder.write("# Gift\n", to: "vault/gift.md")
    let detached = try vault.runner.tl("attach", EditingVault.note, "--remove", "none.jpg")
    #expect(detached.status != 0 && !detached.stderrText.contains("cake"), "\(detached.stderrText)")
    try vault.runner.tl("rm", "-y", "gift.md").expect(0, errLacks: "../gift.md")
  }
}
