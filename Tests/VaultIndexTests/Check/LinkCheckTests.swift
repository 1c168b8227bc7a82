import Foundation
import TestSupport
import Testing
import VaultFormat
import VaultStore

@testable import VaultIndex

@Suite("Broken links")
struct LinkCheckTests {
  /// A vault with a few files and a note `notes/n.md` with this text; what is found, by code.
  private func codes(_ text: String) throws -> [String] {
    try vault(text).check().findings.map { "\($0.finding.severity) \($0.finding.code.rawValue)" }
  }

  private func vault(_ text: String) throws -> CheckedVault {
    try CheckedVault([
      "notes/n.md": text, "notes/other.md": "",
      "notes/long.markdown": "---\nid: l\ncreated: 2026-01-01\n---\n",
      "notes/n.media/p.jpg": "x", "a b.md": "", "img/photo.png": "x", "Case.md": "",
      "with#hash.md": "",
      "img/only here.gif": "x", ".hidden/file.txt": "x", "v1.2 plan.md": "",
    ])
  }

  @Test(
    "links to existing files have no findings",
    arguments: [
      "[a](other.md)", "[a](./other.md)", "[a](../notes/other.md)", "[a](<../a b.md>)",
      "[a](../a%20b.md)",
      "[a](other)", "[a](long)", "![a](n.media/p.jpg)", "[a](other.md#part)", "[a](other.md?x=1)",
      "[a](../img)", "[a](../img/)", "[a](..)", "[a](../with%23hash.md)", "[a](../with#hash.md)",
      "[a](../.hidden/file.txt)", "[a]: other.md", "[a](#part)", "[a](https://x.org/y.md)",
      "[a](/site/x.md)",
      "[a]({{ x }}/y.md)", "[[other]]", "[[OTHER]]", "[[notes/other]]", "[[a b]]", "[[a b|alias]]",
      "[[other#part]]", "![[photo.png]]", "![[img/photo.png|300]]", "![[Only Here.gif]]",
      "[[#part]]",
      "[[v1.2 plan]]", "[[./other]]", "[[../Case]]", "`[a](gone.md)`", "[[other.md]]",
    ])
  func fine(text: String) throws {
    #expect(try codes(text) == [])
  }

  @Test(
    "broken links are found, with their kinds",
    arguments: [
      ("[a](gone.md)", "warning broken-link"), ("![a](gone.jpg)", "warning broken-link"),
      ("![a](gone)", "warning broken-link"), ("[a]: gone.pdf", "warning broken-link"),
      ("![[gone.png]]", "warning broken-link"), ("[a](other.md/x.md)", "warning broken-link"),
      ("[[gone]]", "info missing-note"), ("[[notes/gone|x]]", "info missing-note"),
      ("[a](gone)", "info page-link"), ("[a](gone/)", "info page-link"),
      ("[a](gone.html)", "info page-link"),
      ("[a](other/)", "info page-link"), ("[a](../../up.md)", "info link-outside"),
      ("[a](Other.md)", "warning link-spelling"), ("[a](../case.md)", "warning link-spelling"),
      ("![a](photo.png)", "info link-by-name"), ("[a](img/photo.png)", "info link-by-name"),
      ("[a](Case.md)", "info link-by-name"),
    ])
  func found(text: String, expected: String) throws {
    #expect(try codes(text) == [expected])
  }

  @Test("NFC and NFD of a name are told apart as files, and found for Obsidian")
  func normalization() throws {
    let vault = try CheckedVault([
      "n.md": "[a](cafe\u{301}.md) [[cafe\u{301}]]", "caf\u{E9}.md": "",
    ])
    // A file system that knows one form only finds the file itself.
    let isOneName = FileManager.default.fileExists(atPath: vault.temporary.path("cafe\u{301}.md"))
    #expect(vault.lines == (isOneName ? [] : ["n.md:5:5: warning: link-spelling"]))
  }

  @Test(
    "a destination is reported once per note, at its first occurrence, with the number of occurrences"
  )
  func repeated() throws {
    let vault = try vault("text\n\n[a](gone.md) é [b](gone.md)\n\n- ![c](gone.md)\n")
    #expect(
      vault.lines == [
        "notes/n.md:7:5: warning: broken-link", "notes/n.md:9:8: warning: broken-link",
      ])
    #expect(
      vault.messages == [
        "gone.md leads to no file (2 times in this note)", "gone.md leads to no file",
      ])
  }

  @Test("a file of the note's own media folder is suggested")
  func suggestion() throws {
    let vault = try vault("![p](old.media/p.jpg)")
    #expect(
      vault.messages == ["old.media/p.jpg leads to no file; notes/n.media/p.jpg has that name"])
  }

  @Test("a link through a symbolic link is not called broken")
  func throughLink() throws {
    let vault = try vault("[a](there/x.md)")
    symlink("..", vault.temporary.path("notes/there"))
    #expect(vault.lines == ["notes/there:1:1: warning: symbolic-link"])
  }
}
