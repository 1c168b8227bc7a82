import Journal
import Operations
import TestSupport
import Testing
import VaultFormat
import VaultIndex

@testable import Sharing

@Suite("What is said of notes, for others")
struct SharedTalkTests {
  private static let circles: [String: String] = [
    "circles/a.md": "---\ntl: circle\ntitle: Aunts\naliases: [Everyone]\nviewers: [Lan]\n---\n",
    "circles/b.md": "---\ntl: circle\ntitle: Bees\naliases: [Everyone]\nviewers: [Lan]\n---\n",
  ]
  /// Names in notes and comments, and the only circle that each is the name of.
  private static let names: [(text: String, circle: String?)] = [
    ("Aunts", "a"), ("aunts", "a"), ("Bees", "b"), ("Everyone", nil), ("Nobody", nil),
  ]

  private func talk(
    _ vault: SharingVault, for circle: String
  ) throws -> (notes: [SharedNote], talk: SharedTalk) {
    let path = try #require(VaultPath("circles/\(circle).md"))
    let source = try vault.source()
    let index = try source.scanner().scan()
    let talk = SharedTalk(
      source.comments(of: index), for: [path], among: source.circles(of: index))
    return (try vault.view(for: .circle(path)).notes, talk)
  }

  @Test("a circle reads the comments that name it alone, under the notes that it sees")
  func model() throws {
    try withSeed { generator, seed in
      for _ in 0..<20 {
        var files = Self.circles
        var (shown, said): ([String: Set<String>], [String: [(name: Int, text: String)]]) = (
          [:], [:]
        )
        for note in 0..<4 {
          let name = Self.names[Int.random(in: 0..<Self.names.count, using: &generator)]
          // Ids that are no UUIDs and those of anonymous notes leave as others.
          let isAnonymous = Bool.random(using: &generator)
          files["n\(note).md"] =
            "---\nid: n\(note)\ncircles: [\(name.text)]\nanonymous: \(isAnonymous)\n---\nN\(note)\n"
          if let circle = name.circle { shown[circle, default: []].insert("n\(note)") }
        }
        for number in 0..<10 {
          let note = "n\(Int.random(in: 0..<5, using: &generator))"
          let name = Int.random(in: 0..<Self.names.count, using: &generator)
          files["comments/2026/11/\(number).md"] = """
            ---
            id: c\(number)
            tl: comment
            comment_on: \(note)
            created: 2026-11-0\(1 + number % 9)T10:00:00Z
            circles: [\(Self.names[name].text)]
            ---
            T\(number)
            """
          said[note, default: []].append((name, "T\(number)"))
        }
        let vault = try SharingVault(files)
        for circle in ["a", "b"] {
          let (notes, talk) = try talk(vault, for: circle)
          #expect(Set(notes.map(\.vaultID.text)) == shown[circle] ?? [], "seed \(seed)")
          for note in notes {
            let expected = (said[note.vaultID.text] ?? []).filter {
              Self.names[$0.name].circle == circle
            }.map(\.text)
            #expect(
              Set(talk.comments(on: note).map(\.text)) == Set(expected), "seed \(seed)")
          }
        }
      }
    }
  }

  @Test("an audience that is no circle reads none")
  func none() throws {
    var files = Self.circles
    files["n.md"] = "---\nid: n\npublish: true\n---\nN\n"
    files["comments/2026/11/c.md"] =
      "---\ntl: comment\ncomment_on: n\ncircles: [Aunts]\n---\nT\n"
    let vault = try SharingVault(files)
    let note = try #require(try vault.view(for: .everybody).notes.first)
    #expect(SharedTalk().comments(on: note).isEmpty)
    #expect(try talk(vault, for: "a").talk.comments(on: note).map(\.text) == ["T"])
  }
}
