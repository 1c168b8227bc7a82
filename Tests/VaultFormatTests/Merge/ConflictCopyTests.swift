import TestSupport
import Testing

@testable import VaultFormat

@Suite("Conflict copy")
struct ConflictCopyTests {
  private static let blob = "257cc5642cb1a054f08cc83f2d943e56fd3ebe99"

  private static func copy(_ text: String) throws -> String {
    let id = try #require(NoteID("note"))
    let copy = ConflictCopy.document(
      of: NoteDocument(Array(text.utf8)), note: id, blob: blob, device: "Kaia's phone")
    return String(decoding: copy.bytes, as: UTF8.self)
  }

  private static let keys = "conflict_of: note\nconflict_from: Kaia's phone\n"

  @Test("the copy is the losing file with its own id, marked as a copy")
  func document() throws {
    let id = try #require(NoteID("note"))
    let own = ProvisionalID.ofConflict(id, blob: Self.blob).text
    let body = "---\n\n![cake](walk.media/cake.jpg)\n"
    #expect(
      try Self.copy("---\nid: note  # mine\ntags: [a]\n\(body)")
        == "---\nid: \(own)  # mine\ntags: [a]\n\(Self.keys)\(body)")
    #expect(try Self.copy("---\nuid: 'note'\n\(body)") == "---\nuid: '\(own)'\n\(Self.keys)\(body)")
    #expect(try Self.copy("text\n") == "---\nid: \(own)\n\(Self.keys)---\ntext\n")
    #expect(
      try Self.copy("---\r\nid: note\r\n---\r\n")
        == "---\r\nid: \(own)\r\n\(Self.keys.replacing("\n", with: "\r\n"))---\r\n")
  }

  @Test(
    "a version that cannot be edited is kept unchanged",
    arguments: [
      "---\na: [\n---\ntext\n", "---\n{id: note}\n---\n", "---\nid: &x note\nb: *x\n---\n",
    ])
  func unreadable(text: String) throws {
    #expect(try Self.copy(text) == text)
  }

  @Test("another version, and another note, make another id")
  func ids() throws {
    let (one, other) = (try #require(NoteID("a")), try #require(NoteID("b")))
    let ids = [
      ProvisionalID.ofConflict(one, blob: "1"), ProvisionalID.ofConflict(one, blob: "2"),
      ProvisionalID.ofConflict(other, blob: "1"),
    ]
    #expect(Set(ids).count == 3)
  }

  @Test("a name is possible exactly if it holds the mark and is long enough")
  func possibleNames() throws {
    let pieces = [
      ".conflict-", ".conflict", "conflict-", ".c", "c", "-", ".", "f", "é", "20260101",
    ]
    try withSeed(cases: 20_000) { random in
      let name = random.pick(Int.random(in: 0...9, using: &random), of: pieces).joined()
      let isPossible = name.contains(".conflict-") && name.utf8.count > 26
      #expect(ConflictCopyName.isPossible(Array(name.utf8)) == isPossible, "\(name)")
    }
  }

  @Test("every name is one that other systems take, and is cut at a character's border")
  func names() throws {
    let pieces = ["a", "é", "日本", "🎉", ".", "-", " ", "md", "x.y"]
    try withSeed(cases: 2_000) { random in
      let stem = random.pick(Int.random(in: 1...120, using: &random), of: pieces).joined()
      let name = "n" + stem + random.pick(1, of: [".md", ".markdown", ""]).joined()
      guard let path = VaultPath("folder/" + name),
        PortableName.problems(of: name).allSatisfy({
          if case .tooLong = $0 { true } else { false }
        })
      else { return }
      let device = random.pick(
        Int.random(in: 0...60, using: &random), of: pieces + ["/", "\u{0}"]
      )
      .joined()
      let copy = ConflictCopy.path(
        of: path, device: device, time: Int64.random(in: .min ... .max, using: &random))
      try #require(copy.isUTF8, "\(name)")
      try #require(PortableName.problems(ofBytes: copy.name).isEmpty, "\(name) \(copy.text)")
      try #require(copy.parent == path.parent)
      try #require(copy != path)
      if copy.name.count < 200 { #expect(copy.name.starts(with: path.stem)) }
    }
  }

  @Test("a name of the greatest length keeps its beginning and its extension")
  func longName() throws {
    let path = try #require(VaultPath(String(repeating: "日", count: 84) + ".md"))
    let copy = ConflictCopy.path(of: path, device: "laptop", time: 0)
    let suffix = ".conflict-laptop-19700101T000000Z.md"
    #expect(copy.text == String(repeating: "日", count: (255 - suffix.utf8.count) / 3) + suffix)
    let odd = try #require(VaultPath([0x61] + [UInt8](repeating: 0x80, count: 254)))
    #expect(ConflictCopy.path(of: odd, device: "", time: 0).name.count <= 255)
  }

  @Test(
    "the name has the file, the device and the time",
    arguments: [
      "a.md", "f/list.txt", "no-extension", ".hidden", "two.parts.gz", "ä.conflict-b.pdf",
    ])
  func parsedName(name: String) throws {
    let file = try #require(VaultPath(name))
    let copy = ConflictCopy.path(of: file, device: "Kaia's phone 2", time: 1_795_282_802)
    let numbered = name.dropFirst().contains(".") ? [copy.numbered(2), copy.numbered(117)] : []
    for path in [copy] + numbered {
      let parsed = try #require(ConflictCopyName(path), "\(path.text)")
      #expect(parsed.original == file)
      #expect(parsed.device == "Kaia-s-phone-2")
      #expect(parsed.time.seconds == 1_795_282_802)
      #expect(ConflictCopyName.isPossible(path.name))
    }
  }

  @Test(
    "other names are not those of copies",
    arguments: [
      "a.md", ".conflict-b-20261120T174002Z.md", "a.conflict-20261120T174002Z.md",
      "a.conflict--20261120T174002Z.md", "a.conflict-b-20261399T174002Z.md", "a.conflict-b-2026.md",
      "a.conflict-b-20261120T174002Z-12345.md", "a.conflict-b-20261120T174002Z-x.md",
    ])
  func otherNames(name: String) throws {
    #expect(ConflictCopyName(try #require(VaultPath(name))) == nil)
  }
}
