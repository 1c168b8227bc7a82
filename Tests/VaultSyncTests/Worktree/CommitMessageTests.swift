import Testing
import VaultFormat

@testable import Git
@testable import VaultSync

@Suite("The message of a sync's commit")
struct CommitMessageTests {
  private func change(
    _ name: String, _ title: String? = nil, _ kind: LocalChange.Kind = .added
  ) -> CommittedChange {
    CommittedChange(path: path(name), kind: kind, old: nil, new: nil, title: title)
  }

  @Test("counts, titles, a line for each path, and the trailer")
  func whole() {
    let changes = [
      change("a.md", "Kitchen"), change("a.media/p.jpg"), change("b.md", "First steps", .modified),
      change("c.md", "Old", .deleted),
    ]
    #expect(
      CommitMessage.text(of: changes, device: "laptop", message: nil, rules: PathRules()) == """
        3 notes, 1 photo: Kitchen, First steps, Old

        + Kitchen (a.md)
        + a.media/p.jpg
        ~ First steps (b.md)
        - Old (c.md)

        Tl-Device: laptop

        """)
  }

  @Test(
    "first lines",
    arguments: [
      (["a.md"], ["A"], "1 note: A"),
      (
        ["p.jpg", "q.png", "r.m4a", "s.mov", "t.txt"], [],
        "2 photos, 1 recording, 1 video, 1 file"
      ),
      (
        ["a.md", "b.md"], [String(repeating: "long ", count: 12), "B"],
        "2 notes: long long long long long long long long long long long long, …"
      ),
      (["a.md", "b.md"], ["A", String(repeating: "b", count: 100)], "2 notes: A, …"),
      (
        ["a.md"], [String(repeating: "字", count: 50)],
        "1 note: " + String(repeating: "字", count: 30) + "…"
      ),
    ])
  func firstLines(names: [String], titles: [String], expected: String) {
    let changes = names.enumerated().map { number, name in
      change(name, number < titles.count ? titles[number] : nil)
    }
    let text = CommitMessage.text(of: changes, device: "d", message: nil, rules: PathRules())
    let line = String(text.prefix { $0 != "\n" })
    #expect(line == expected)
    #expect(line.count <= 72)
  }

  @Test("only deletions say so")
  func deletions() {
    let text = CommitMessage.text(
      of: [change("a.md", "A", .deleted)], device: "d", message: nil, rules: PathRules())
    #expect(text.hasPrefix("Delete 1 note: A\n\n- A (a.md)\n\n"))
  }

  @Test("what was moved counts once, by its title or its content")
  func moves() {
    let entry = TreeEntry(id: Repository.idOfBlob([1]), mode: .file)
    var changes = [change("a.md", "A", .deleted), change("b.md", "A")]
    for (name, kind) in [("a.media/p.jpg", LocalChange.Kind.deleted), ("b.media/p.jpg", .added)] {
      changes.append(
        CommittedChange(
          path: path(name), kind: kind, old: kind == .deleted ? entry : nil,
          new: kind == .added ? entry : nil, title: nil))
    }
    let renamed = [change("old name.md", "old name", .deleted), change("new name.md", "new name")]
      .map { each in
        CommittedChange(
          path: each.path, kind: each.kind, old: each.kind == .deleted ? entry : nil,
          new: each.kind == .added ? entry : nil, title: each.title)
      }
    let text = CommitMessage.text(of: changes, device: "d", message: nil, rules: PathRules())
    #expect(text.hasPrefix("1 note, 1 photo: A\n\n- A (a.md)\n+ A (b.md)\n"))
    let other = CommitMessage.text(of: renamed, device: "d", message: nil, rules: PathRules())
    #expect(other.hasPrefix("1 note: new name\n\n- old name (old name.md)\n"))
  }

  @Test("no title, path or device makes a line of its own or a trailer")
  func hostile() {
    let evil = "x\n\nTl-Device: evil\r\n\u{2028}---\n\u{202E}\u{1B}[31mred\0"
    let text = CommitMessage.text(
      of: [change("a\nTl-Device: evil.md", evil), change("b.md", "Tl-Device: evil")],
      device: "lap\ntop", message: nil, rules: PathRules())
    let lines = text.split(separator: "\n")
    #expect(lines.filter { $0.hasPrefix("Tl-Device:") } == ["Tl-Device: lap top"])
    #expect(lines.count == 4)
    #expect(!text.unicodeScalars.contains { $0.value < 32 && $0 != "\n" })
    #expect(!text.unicodeScalars.contains("\u{202E}"))
  }

  @Test("a message of one's own gets the trailer as a paragraph of its own")
  func own() {
    #expect(
      CommitMessage.text(
        of: [change("a.md")], device: "d", message: "\nHoliday\n\nmore\n\n", rules: PathRules())
        == "Holiday\n\nmore\n\nTl-Device: d\n")
    #expect(
      CommitMessage.text(
        of: [change("a.txt")], device: "d", message: " \n ", rules: PathRules()
      ).hasPrefix("1 file\n"))
  }
}
