import Journal
import TestSupport
import Testing
import VaultFormat
import VaultIndex
import VaultStore

@testable import Operations

@Suite("What goes to the trash with a note")
struct NoteRemovalTests {
  private static let time = "2026-11-20T18:00:00Z"

  private func source(_ folder: TemporaryFolder) throws -> NoteSource {
    let now = try #require(NoteTime(Self.time, zone: .utc)).seconds
    let surroundings = Surroundings(now: { now }, zone: .utc) {
      ProvisionalID.ofDay(CalendarDay(clamping: 0))
    }
    return NoteSource(try Vault(opening: folder.path), surroundings, zone: .utc, threads: 1)
  }

  private func vault(comments: [(name: String, note: String)]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write("format: 1\n", to: ".tl/config.yaml")
    for note in ["n0", "n1", "n2"] {
      try folder.write("---\nid: \(note)\n---\nNote \(note)\n", to: "\(note).md")
    }
    for (name, note) in comments {
      try folder.write(
        "---\nid: \(name)\ntl: comment\ncomment_on: \(note)\n---\nWords\n",
        to: "comments/2026/11/\(name).md")
    }
    return folder
  }

  private func removal(_ source: NoteSource, _ note: String) throws -> NoteRemoval {
    let path = try #require(VaultPath("\(note).md"))
    return try source.removal(
      of: path, id: NoteID(nonEmpty: note), in: source.scanner().scan(keepsText: false))
  }

  private func files(_ folder: TemporaryFolder) throws -> [String: String] {
    var files: [String: String] = [:]
    for path in folder.contents() where path.hasSuffix(".md") && !path.hasPrefix(".tl/") {
      // A folder may have such a name.
      files[path] = try? folder.readText(path)
    }
    return files
  }

  @Test("the comments on the note go, and no other; one entry brings all of it back")
  func law() throws {
    try withSeed(cases: 30) { generator in
      let comments = (0..<Int.random(in: 0...6, using: &generator)).map { number in
        (name: "c\(number)", note: "n\(Int.random(in: 0...2, using: &generator))")
      }
      let folder = try vault(comments: comments)
      let before = try files(folder)
      let note = "n\(Int.random(in: 0...2, using: &generator))"
      let source = try source(folder)
      let removal = try removal(source, note)
      let writer = try source.writer(as: nil, timeout: nil)
      let result = try writer.remove(removal)
      #expect(result.leftovers.isEmpty)
      let own = comments.filter { $0.note == note }.map { "comments/2026/11/\($0.name).md" }
      #expect(Set(try files(folder).keys) == Set(before.keys).subtracting(own + ["\(note).md"]))
      let restored = try writer.restore(result.entry.number)
      #expect(restored.leftovers.isEmpty)
      #expect(Set(restored.companions) == Set(result.companions.map(\.number)))
      #expect(try files(folder) == before)
      #expect(try Trash(source.vault.folder).entries().isEmpty)
    }
  }

  @Test("a comment that was removed before its note stays in the trash when the note comes back")
  func removedBefore() throws {
    let folder = try vault(comments: [("c0", "n0"), ("c1", "n0")])
    let source = try source(folder)
    let writer = try source.writer(as: nil, timeout: nil)
    let gone = try writer.remove(try #require(VaultPath("comments/2026/11/c0.md")))
    let result = try writer.remove(removal(source, "n0"))
    _ = try writer.restore(result.entry.number)
    #expect(try Trash(source.vault.folder).entries().map(\.number) == [gone.entry.number])
    #expect(try files(folder)["comments/2026/11/c1.md"] != nil)
  }

  @Test("the comments stay while another file has the id of the note, and go with the last one")
  func copies() throws {
    let folder = try vault(comments: [("c0", "n0")])
    try folder.write("---\nid: n0\n---\nA copy\n", to: "copy.md")
    let source = try source(folder)
    let index = try source.scanner().scan(keepsText: false)
    let paths = try ["n0.md", "copy.md"].map { try #require(VaultPath($0)) }
    let (book, id) = (try source.comments(), NoteID(nonEmpty: "n0"))
    for path in paths {
      #expect(NoteRemoval(of: path, id: id, book, in: index, source.vault.folder).comments.isEmpty)
      let both = NoteRemoval(
        of: path, id: id, book, besides: Set(paths), in: index, source.vault.folder)
      #expect(both.comments.count == 1)
    }
    let writer = try source.writer(as: nil, timeout: nil)
    try _ = writer.remove(try #require(paths.last))
    #expect(try removal(source, "n0").comments.count == 1)
  }

  @Test("a note that cannot be moved keeps its comments")
  func noteStays() throws {
    let folder = try vault(comments: [("c0", "gone")])
    let before = try files(folder)
    let source = try source(folder)
    let writer = try source.writer(as: nil, timeout: nil)
    let comment = try #require(VaultPath("comments/2026/11/c0.md"))
    try folder.makeFolder("folder.md")
    for name in ["gone.md", "folder.md"] {
      let path = try #require(VaultPath(name))
      let result = try? writer.remove(path, with: [comment])
      #expect(result == nil)
    }
    #expect(try files(folder) == before)
  }

  @Test("a note whose creation is taken back takes along what was said of it, and brings it back")
  func undoneCreation() throws {
    let folder = try vault(comments: [("c0", "n0")])
    let others = try files(folder)
    let source = try source(folder)
    let log = OperationLog(source.vault.folder)
    func operate(_ body: (borrowing NoteWriter) throws -> Void) throws -> OperationReversal {
      let recorder = OperationRecorder(
        LoggedOperation.Head(time: Self.time, face: .page, words: "writes"))
      try body(source.writer(as: recorder, timeout: nil))
      recorder.finish()
      let operation = try #require(try log.history().first { _ in true }?.operation)
      return try OperationReversal(of: operation, in: source.vault.folder, zone: .utc)
    }
    let creation = try operate { writer in
      let path = try #require(VaultPath("new.md"))
      _ = try writer.create(Array("---\nid: new\n---\nNew\n".utf8), at: path)
    }
    for name in ["c1", "c2"] {
      try folder.write(
        "---\nid: \(name)\ntl: comment\ncomment_on: new\n---\nWords\n",
        to: "comments/2026/11/\(name).md")
    }
    let before = try files(folder)
    let undo = try operate { writer in
      let companions = source.companions(of: creation) {
        try source.scanner().scan(keepsText: false)
      }
      let failures = writer.carryOut(creation.steps, with: companions)
      #expect(failures.isEmpty)
    }
    #expect(try files(folder) == others)
    _ = try operate { writer in #expect(writer.carryOut(undo.steps).isEmpty) }
    #expect(try files(folder) == before)
  }

  @Test("one operation takes all of it back")
  func undo() throws {
    let folder = try vault(comments: [("c0", "n0"), ("c1", "n0")])
    let before = try files(folder)
    let source = try source(folder)
    let recorder = OperationRecorder(
      LoggedOperation.Head(time: Self.time, face: .page, words: "removes"))
    do {
      let writer = try source.writer(as: recorder, timeout: nil)
      _ = try writer.remove(removal(source, "n0"))
      recorder.finish()
    }
    let log = OperationLog(source.vault.folder)
    let operation = try #require(try log.history().first { _ in true }?.operation)
    let reversal = try OperationReversal(of: operation, in: source.vault.folder, zone: .utc)
    #expect(reversal.obstacles.isEmpty && reversal.steps.count == 3)
    let writer = try source.writer(as: nil, timeout: nil)
    let failures = writer.carryOut(reversal.steps)
    #expect(failures.isEmpty)
    #expect(try files(folder) == before)
  }
}
