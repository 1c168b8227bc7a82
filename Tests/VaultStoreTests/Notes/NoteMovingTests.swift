import Foundation
import SystemCalls
import Testing
import VaultFormat

@testable import VaultStore

@Suite("Notes that move, go and come back")
struct NoteMovingTests {
  private let vault: TemporaryVault

  init() throws { vault = try TemporaryVault() }

  /// Moves, and gives back where the media are and every file afterwards.
  private static func move(
    _ from: String, to: String, in files: [String]
  ) throws -> (media: String?, files: [String]) {
    let vault = try TemporaryVault()
    for file in files { try vault.write(file, file) }
    let media = try vault.writing { try $0.move(path(from), to: path(to))?.text }
    return (
      media, vault.files().filter { $0.value != "/" }.map { "\($0.key)=\($0.value)" }.sorted()
    )
  }

  @Test("the media folder goes along, into folders that are made")
  func moves() throws {
    let plain = try Self.move("a.md", to: "x/y/b.md", in: ["a.md"])
    #expect(plain.media == nil && plain.files == ["x/y/b.md=a.md"])
    let media = try Self.move(
      "a.md", to: "x/b.markdown", in: ["a.md", "a.media/1.jpg", "a.media/s/2.jpg"])
    #expect(media.media == "x/b.media")
    #expect(
      media.files == [
        "x/b.markdown=a.md", "x/b.media/1.jpg=a.media/1.jpg", "x/b.media/s/2.jpg=a.media/s/2.jpg",
      ])
    let same = try Self.move("a.md", to: "a.markdown", in: ["a.md", "a.media/1.jpg"])
    #expect(
      same.media == "a.media" && same.files == ["a.markdown=a.md", "a.media/1.jpg=a.media/1.jpg"])
  }

  @Test("a name may change in letter case or normal form alone")
  func caseOnly() throws {
    let upper = try Self.move("note.md", to: "Note.md", in: ["note.md", "note.media/1.jpg"])
    #expect(
      upper.media == "Note.media"
        && upper.files == ["Note.md=note.md", "Note.media/1.jpg=note.media/1.jpg"])
    let form = try Self.move("é.md", to: "e\u{301}.md", in: ["é.md"])
    #expect(form.files.map { Array($0.utf8) } == [bytes("e\u{301}.md=é.md")])
  }

  @Test("a shared media folder stays with the note that is left")
  func twins() throws {
    let result = try Self.move("a.md", to: "b.md", in: ["a.md", "a.markdown", "a.media/1.jpg"])
    #expect(result.media == "a.media")
    #expect(result.files == ["a.markdown=a.markdown", "a.media/1.jpg=a.media/1.jpg", "b.md=a.md"])
  }

  /// Where `a.md` goes, what else is there, and what is taken.
  static let takenNames: [(String, [String], String)] = [
    ("b.md", ["b.md"], "b.md"), ("b.md", ["B.md"], "B.md"),
    ("x/É.md", ["x/e\u{301}.MD"], "x/e\u{301}.MD"),
    ("b.md", ["b.media/x.jpg"], "b.media"), ("b.md", ["B.MEDIA"], "B.MEDIA"),
    ("b.md", ["b.markdown"], "b.markdown"),
    ("b.md", ["b.md/x"], "b.md"), ("a.md", [], "a.md"),
  ]

  @Test(
    "a name that is taken is refused and nothing has moved, with media and without",
    arguments: takenNames)
  func taken(_ target: String, _ others: [String], _ name: String) throws {
    for media in [[], ["a.media/1.jpg"]] {
      let vault = try TemporaryVault()
      for file in ["a.md"] + others + media { try vault.write(file, file) }
      let before = vault.files()
      let error = #expect(throws: StoreError.self) {
        try vault.writing { try $0.move(path("a.md"), to: path(target)) }
      }
      #expect(error?.reason == .taken)
      #expect(error.map { Array($0.path.utf8) } == bytes(name))
      #expect(vault.files() == before)
    }
  }

  @Test(
    "a path where no note would be is refused",
    arguments: [
      "b.txt", "b", "b.MD", ".md", ".b.md", ".tl/b.md", ".git/x/b.md", "x/.hidden/b.md",
      "c.media/b.md", "c.media/d/b.md",
    ])
  func noNote(_ target: String) throws {
    for file in ["a.md", "a.media/1.jpg", "c.markdown"] { try vault.write(file, file) }
    let before = vault.files()
    #expect(throws: StoreError(target, .invalidName)) {
      try vault.writing { try $0.move(path("a.md"), to: path(target)) }
    }
    #expect(vault.files() == before)
    #expect(vault.text(".tl/b.md") == nil)
  }

  @Test("an orphan media folder is a folder like any other")
  func intoOrphan() throws {
    #expect(
      try Self.move("a.md", to: "o.media/b.md", in: ["a.md", "o.media/x.jpg"]).files.first
        == "o.media/b.md=a.md")
  }

  @Test("a note that is not there makes no folders; a link on the way is not followed")
  func missing() throws {
    let outside = try TemporaryVault()
    let error = #expect(throws: StoreError.self) {
      try vault.writing { try $0.move(path("gone.md"), to: path("x/y.md")) }
    }
    #expect(error?.path == "gone.md" && error?.system?.isMissing == true)
    #expect(vault.files().isEmpty)
    try vault.write("a.md", "a")
    try vault.link("l", to: outside.root)
    #expect(throws: StoreError("l", .link)) {
      try vault.writing { try $0.move(path("a.md"), to: path("l/a.md")) }
    }
    #expect(vault.text("a.md") == "a" && outside.files().isEmpty)
  }

  // MARK: - Removing and media

  @Test("a removed note and its media come back as they were")
  func remove() throws {
    for file in ["x/a.md", "x/a.media/1.jpg"] { try vault.write(file, file) }
    let before = vault.files()
    let result = try vault.writing { try $0.remove(path("x/a.md")) }
    #expect(vault.files().filter { $0.value != "/" }.isEmpty)
    #expect(
      result.entry.origin == path("x/a.md") && result.entry.time == "2026-11-20T18:03:11+01:00")
    #expect(result.entry.file.flatMap { vault.text($0.text) } == "x/a.md")
    _ = try vault.writing { _ in try Trash(vault.folder).restore(result.entry.number) }
    #expect(vault.files() == before)
  }

  @Test("a file is copied in under a portable name in NFC, and nothing is replaced")
  func attach() throws {
    let outside = try TemporaryVault()
    try vault.write("a.md", "text")
    try outside.write("Caf\u{65}\u{301}: 1?.jpg", "one")
    let attach = {
      try vault.writing { writer in
        try writer.attach(
          MediaSource(opening: outside.absolute("Caf\u{65}\u{301}: 1?.jpg")), to: path("a.md")
        ).text
      }
    }
    #expect(try Array(attach().utf8) == bytes("a.media/Café- 1-.jpg"))
    #expect(try Array(attach().utf8) == bytes("a.media/Café- 1--2.jpg"))
    #expect(vault.text("a.md") == "text" && vault.text("a.media/Café- 1-.jpg") == "one")
    #expect(outside.files().count == 1)
    #expect(throws: StoreError("a.txt", .invalidName)) {
      try vault.writing {
        try $0.attach(
          MediaSource(opening: outside.absolute("Caf\u{65}\u{301}: 1?.jpg")), to: path("a.txt"))
      }
    }
  }

  @Test("a detached file goes to the trash and comes back; the note stays as it is")
  func detach() throws {
    for file in ["a.md", "a.media/1.jpg", "a.media/2.jpg"] { try vault.write(file, file) }
    let entry = try vault.writing { try $0.detach(path("a.media/1.jpg")) }
    #expect(
      vault.text("a.media/1.jpg") == nil && vault.text("a.media/2.jpg") != nil
        && vault.text("a.md") == "a.md")
    _ = try vault.writing { _ in try Trash(vault.folder).restore(entry.number) }
    #expect(vault.text("a.media/1.jpg") == "a.media/1.jpg")
  }
}
