import Foundation
import TestSupport
import Testing
import VaultFormat
import VaultStore

@testable import VaultIndex

@Suite("Checking a vault")
struct VaultCheckerTests {
  @Test("a valid vault has no findings and needs no repair")
  func sound() throws {
    let vault = try CheckedVault([
      "a.md": "![p](a.media/p.jpg) [b](sub/b.md) [[b]] ![[p.jpg]]\n", "a.media/p.jpg": "x",
      "sub/b.md": "text\n",
      "plan.pdf": "x",
    ])
    #expect(vault.lines == [])
    #expect(vault.check().repairs == [])
    #expect(vault.check().noteCount == 2)
  }

  @Test("an empty vault is valid")
  func empty() throws {
    #expect(try CheckedVault([:]).lines == [])
  }

  // MARK: - Files

  @Test("unreadable front matter, bytes that are not text, and conflicts are found")
  func text() throws {
    let vault = try CheckedVault([
      "broken.md": "---\nid: [\n---\n", "open.md": "---\nid: x\n", "zero.md": "a\u{0}b\n",
      "conflict.md": "<<<<<<< HEAD\na\n=======\nb\n>>>>>>> x\n",
      "example.md": "```\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> x\n```\n",
    ])
    try vault.temporary.write([0x2D, 0x0A, 0xFF, 0x0A], to: "latin.md")
    try vault.temporary.write("+++\ntitle = \"x\"\n+++\n", to: "2026-11-20-hugo.md")
    #expect(
      vault.lines.filter { !$0.contains("created-unknown") && !$0.contains("id-not-stored") } == [
        "2026-11-20-hugo.md:1:1: info: foreign-front-matter",
        "broken.md:3:1: error: broken-front-matter",
        "conflict.md:5:1: error: conflict-marker",
        "example.md:6:1: info: conflict-in-code",
        "latin.md:2:1: warning: invalid-utf8",
        "open.md:1:1: warning: unclosed-front-matter",
        "zero.md:5:2: warning: nul-byte",
      ])
    #expect(vault.check().repairs == [])
  }

  @Test("a photo of which only Git LFS's pointer is here is found")
  func largeFiles() throws {
    let pointer =
      "version https://git-lfs.github.com/spec/v1\noid sha256:"
      + String(repeating: "4d7a", count: 16) + "\nsize 12345\n"
    let vault = try CheckedVault([
      "2026/a.md": "a\n", "2026/a.media/p.jpg": pointer, "2026/a.media/q.jpg": "x" + pointer,
      "2026/pointer.txt": pointer,
    ])
    #expect(vault.lines == ["2026/a.media/p.jpg:1:1: warning: large-file-elsewhere"])
  }

  @Test(
    "unreadable and contradictory values are found, on the fast path and the slow one")
  func fields() throws {
    let configuration = "format: 1\ncategories: [day, Café]\n"
    // An anchor needs libyaml.
    for way in ["", "more: &anchor x\n"] {
      let vault = try CheckedVault(
        [
          "1.md": "---\nid: a1\ncreated: yesterday\n\(way)---\n",
          "2.md":
            "---\nid: a2\ncreated: 2026-11-20\npinned: maybe\ntags: {a: b}\norder: first\n\(way)---\n",
          "3.md":
            "---\nid: a3\ncreated: 2026-11-20T12:00:00Z\nupdated: 2026-11-20T11:00:00Z\n\(way)---\n",
          "4.md": "---\nid: a4\ncreated: 2026-11-20T12:00:00Z\nupdated: 2026-11-20\n\(way)---\n",
          "5.md": "---\nid: a5\ncreated: 2026-11-20\ncategory: night\n\(way)---\n",
          "6.md": "---\nid: a6\ncreated: 2026-11-20\ncategory: Cafe\u{301}\n\(way)---\n",
          "7.md": "---\nid: [a]\ncreated: 2026-11-20\n\(way)---\n",
          "8.md": "---\nid: '@1'\ncreated: 2026-11-20\n\(way)---\n",
          "9.md":
            "---\nid: a9\ncreated: 2026-11-20\npublish: maybe\nanonymous: 3\nstarred: [x]\n\(way)---\n",
          "10.md": "---\nid: b0\ncreated: 2026-11-20\ntemperature: warm\n\(way)---\n",
          "11.md": "---\nid: b1\ncreated: 2026-11-20\ntemperature: [1, 2]\n\(way)---\n",
          "12.md": "---\nid: b2\ncreated: 2026-11-20\ntemperature: -2.5\n\(way)---\n",
          "13.md": "---\nid: b3\ncreated: 2026-11-20\ntemperature: ~\n\(way)---\n",
          "14.md": "---\nid: b4\ncreated: 2026-11-20\ntemperature: ''\n\(way)---\n",
        ], configuration: configuration)
      #expect(
        vault.lines == [
          "1.md:3:1: warning: unreadable-time",
          "10.md:4:1: warning: unreadable-number", "11.md:4:1: warning: unreadable-number",
          "2.md:4:1: warning: unreadable-boolean", "2.md:5:1: warning: unreadable-tags",
          "2.md:6:1: warning: unreadable-number", "3.md:4:1: info: updated-before-created",
          "5.md:4:1: info: unknown-category", "6.md:4:1: info: category-spelling",
          "7.md:2:1: warning: unusable-id",
          "8.md:2:1: warning: unusable-id", "9.md:4:1: warning: unreadable-boolean",
          "9.md:5:1: warning: unreadable-boolean", "9.md:6:1: warning: unreadable-boolean",
        ], "\(way)")
      let repair = Repair.spellCategory(try #require(VaultPath("6.md")), as: "Café")
      #expect(vault.check().repairs == [repair], "\(way)")
    }
  }

  @Test("names that are invalid or the same on other systems are found, in media folders too")
  func names() throws {
    let vault = try CheckedVault([
      "what?.md": "", "con.md": "", "Ärger.md": "", "a\u{308}rger.md": "", "Sub/x.md": "",
      "sub/y.md": "",
      "long-enough-name.md": "", "n.md": "", "n.media/a:b.jpg": "", "n.media/P.jpg": "",
      "n.media/p.jpg": "",
      "trailing-blank /z.md": "", "dot-at-the-end.": "",
    ])
    #expect(
      vault.lines == [
        "con.md:1:1: warning: refused-name", "dot-at-the-end.:1:1: warning: refused-name",
        "n.media/a:b.jpg:1:1: warning: refused-name", "n.media/p.jpg:1:1: warning: clashing-names",
        "sub:1:1: warning: clashing-names", "trailing-blank :1:1: warning: refused-name",
        "what?.md:1:1: warning: refused-name", "Ärger.md:1:1: warning: clashing-names",
      ])
  }

  @Test("a path that is not UTF-8 is found")
  func notUTF8() throws {
    let vault = try CheckedVault(["a.md": ""])
    let name = Array(vault.temporary.path.utf8) + Array("/caf".utf8) + [0xE9] + Array(".txt".utf8)
    let file = (name + [0]).withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { fopen($0.baseAddress!, "w") }
    }
    guard let file else { return }  // macOS refuses such names itself
    fclose(file)
    #expect(vault.lines == ["caf\u{FFFD}.txt:1:1: warning: name-not-utf8"])
  }

  @Test("links and FIFOs are found and not touched")
  func special() throws {
    let vault = try CheckedVault(["a.md": "", "a.media/p.jpg": "", "a.media/sub/x.jpg": ""])
    let root = vault.temporary.path
    symlink("a.md", root + "/link.md")
    symlink(".", root + "/loop")
    symlink("p.jpg", root + "/a.media/l.jpg")
    mkfifo(root + "/fifo.md", 0o644)
    mkfifo(root + "/a.media/fifo", 0o644)
    #expect(
      vault.lines == [
        "a.media/fifo:1:1: warning: special-file", "a.media/l.jpg:1:1: warning: symbolic-link",
        "a.media/sub:1:1: warning: folder-in-media", "fifo.md:1:1: warning: special-file",
        "link.md:1:1: warning: symbolic-link", "loop:1:1: warning: symbolic-link",
      ])
  }

  @Test("files above the limit of the settings are found: notes, media and others")
  func sizes() throws {
    let big = String(repeating: "x", count: 1100)
    let vault = try CheckedVault(
      ["a.md": big, "b.md": "", "b.media/p.jpg": big, "b.media/q.jpg": "x", "c.pdf": big],
      configuration: "media:\n  max_size: 1 KiB\n")
    #expect(
      vault.lines == [
        "a.md:1:1: warning: file-too-large", "b.media/p.jpg:1:1: warning: file-too-large",
        "c.pdf:1:1: warning: file-too-large",
      ])
  }

  @Test("media without a note, and two notes with one media folder, are found")
  func media() throws {
    let vault = try CheckedVault([
      "gone.media/p.jpg": "", "a.md": "", "a.media/p.jpg": "", "b.md": "", "b.media/.hidden": "",
      "deep/gone.media/note.md": "",
    ])
    let head = "---\nid: m\ncreated: 2026-11-20\n---\n"
    try vault.temporary.write(head, to: "a.markdown")
    // As an interrupted import leaves it: git knows no empty folder, and nothing in it is lost.
    try vault.temporary.makeFolder("empty.media")
    #expect(
      vault.lines == [
        "a.markdown:1:1: warning: shared-media", "deep/gone.media:1:1: warning: media-without-note",
        "gone.media:1:1: warning: media-without-note",
      ])
  }

  @Test("findings of the settings, and of a file that may not be read, are among the others")
  func settings() throws {
    let vault = try CheckedVault(["a.md": ""], configuration: "format: 1\neditor: rm\n")
    #expect(vault.lines == [".tl/config.yaml:2:1: warning: vault-setting"])
  }

  @Test("of a conflict copy no value is told while its note is sealed", arguments: [true, false])
  func sealedCopy(isSealed: Bool) throws {
    let seal = isSealed ? "open_after: 2043-05-17\n" : ""
    let created = "created: 2026-11-20T12:00:00Z\n"
    let vault = try CheckedVault(
      [
        "a-copy.md":
          "---\nid: copy\nconflict_of: plan\n\(created)category: surprise\ndate: surprise\n---\n",
        "b-plan.md": "---\nid: plan\n\(created)\(seal)---\n",
        "c-other.md": "---\nid: other\nconflict_of: none\n\(created)date: present\n---\n",
      ], configuration: "format: 1\ncategories: [Surprise]\n")
    let today = CalendarDay(year: 2026, month: 11, day: 20)
    let check = vault.check(sealedOn: today)
    let messages = check.findings.map(\.finding.message).joined(separator: "\n")
    #expect(messages.contains("surprise") != isSealed, "\(messages)")
    #expect(messages.contains("present"), "\(messages)")
    let copy = check.findings.filter { $0.path.text == "a-copy.md" }
    #expect(copy.contains { $0.finding.message.contains("date") })
    #expect(check.repairs.isEmpty == isSealed)
  }

  @Test("the result does not depend on the number of threads")
  func threads() throws {
    var files: [String: String] = [:]
    for number in 0..<400 {
      files["\(number % 7)/note-\(number % 50)-\(number).md"] =
        "---\nid: \(number % 90)\n---\n[a](gone-\(number).md)\n"
    }
    let vault = try CheckedVault(files)
    let one = vault.check(threads: 1)
    for threads in [2, 4, 8] {
      let many = vault.check(threads: threads)
      #expect(many.findings == one.findings)
      #expect(many.repairs == one.repairs)
    }
  }
}
