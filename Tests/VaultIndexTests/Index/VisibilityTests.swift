import TestSupport
import Testing
import VaultFormat

@testable import VaultIndex
@testable import VaultStore

@Suite("What may be shown")
struct VisibilityTests {
  private static let opens = CalendarDay(year: 2043, month: 5, day: 17)!
  private static let today = Visibility(
    on: CalendarDay(year: 2026, month: 11, day: 20)!, zone: .utc)
  private static let files = [
    "s.md": "---\nid: s\nopen_after: 2043-05-17\n---\nHidden\n", "s.media/a/b.jpg": "x",
    "copy.md": "---\nid: c\nconflict_of: s\n---\nHidden\n", "copy.media/c.jpg": "x",
    "open.md": "---\nid: o\n---\nOpen\n", "open.media/d.jpg": "x",
  ]

  private static func index(_ visibility: Visibility = today) throws -> VaultIndex {
    let folder = try TemporaryFolder(files)
    return try VaultScanner(
      VaultFolder(opening: folder.path), zone: .utc, threads: 1, sealedOn: visibility.today
    ).scan()
  }

  private static func document(_ name: String) throws -> NoteDocument {
    NoteDocument(Array(try #require(files[name]).utf8))
  }

  @Test("a note is sealed until its day, and its copy as long as it is")
  func documents() throws {
    let index = try Self.index()
    for name in ["s.md", "copy.md", "open.md"] {
      let document = try Self.document(name)
      let isSealed = name != "open.md"
      let answer = Self.today.answer(for: document, in: index)
      #expect(answer == (isSealed ? .sealed(until: Self.opens) : .visible), "\(name)")
      #expect(Self.today.staysInVault(document, in: index) == isSealed)
      #expect(Self.today.counts(document) != isSealed)
      let note = try #require(VaultPath(name).flatMap(NoteNames(of: index).note(at:)))
      #expect(Self.today.answer(for: note, in: index) == answer)
      #expect(Self.today.answer(for: NoteDocument([]), at: note, in: index) == answer)
    }
    let then = Visibility(on: Self.opens, zone: .utc)
    let opened = try Self.index(then)
    #expect(try then.answer(for: Self.document("s.md"), in: opened) == .visible)
    #expect(try then.answer(for: Self.document("copy.md"), in: opened) == .visible)
    #expect(try then.counts(Self.document("s.md")) && !then.counts(Self.document("copy.md")))
  }

  @Test("whoever opens early sees all")
  func early() throws {
    let early = Visibility(on: Self.today.today, zone: .utc, opensEarly: true)
    let names = NoteNames(of: try Self.index())
    for name in ["s.md", "copy.md"] {
      let (document, path) = (try Self.document(name), try #require(VaultPath(name)))
      #expect(early.answer(for: document, in: names.index) == .visible)
      #expect(early.answer(forVersion: document, at: path, in: names, after: []) == .visible)
      #expect(early.answer(for: path, in: names) == .visible)
    }
  }

  @Test(
    "media are sealed as their notes are, in folders too",
    arguments: [
      ("s.media/a/b.jpg", true), ("copy.media/c.jpg", true), ("open.media/d.jpg", false),
      ("s.md", true), ("d.jpg", false),
    ])
  func media(path: String, isSealed: Bool) throws {
    let names = NoteNames(of: try Self.index())
    let answer = Self.today.answer(for: try #require(VaultPath(path)), in: names)
    #expect((answer.opening != nil) == isSealed)
  }

  @Test(
    "no version is shown of a note that is sealed now, by its id or its path",
    arguments: [
      ("---\nid: s\n---\nEarlier\n", "former.md", true), ("No keys\n", "s.md", true),
      ("---\nid: x\nconflict_of: s\n---\n", "gone.md", true),
      ("---\nid: x\nopen_after: 2043-05-17\n---\n", "gone.md", true),
      ("---\nid: x\n---\n", "gone.md", false), ("---\nid: o\n---\n", "open.md", false),
    ])
  func versions(text: String, path: String, isSealed: Bool) throws {
    let (names, path) = (NoteNames(of: try Self.index()), try #require(VaultPath(path)))
    let answer = Self.today.answer(
      forVersion: NoteDocument(Array(text.utf8)), at: path, in: names, after: [])
    #expect((answer.opening != nil) == isSealed)
    var operation = LoggedOperation(
      number: 1, head: .init(time: "", face: .commandLine, words: "tl add Earlier"))
    #expect(!Self.today.hides(operation, in: names, after: []))
    operation.changes = [.text(path, before: nil, after: Array(text.utf8))]
    #expect(Self.today.hides(operation, in: names, after: []) == isSealed)
    operation.changes = [.moved(path, to: path)]
    #expect(Self.today.hides(operation, in: names, after: []) == (path.text == "s.md"))
  }

  @Test("of a note that is gone its last state decides, by its id and its path, in each source")
  func lastStates() throws {
    let gone = try #require(VaultPath("gone.md"))
    let sealed = "---\nid: g\nopen_after: 2043-05-17\n---\nHidden\n"
    let open = "---\nid: g\n---\nEarlier\n"
    func document(_ text: String) -> NoteDocument { NoteDocument(Array(text.utf8)) }
    func states(_ newestFirst: [String]) -> LastStates {
      var states = LastStates()
      for text in newestFirst { states.add(document(text), at: gone, by: Self.today) }
      return states
    }
    let names = NoteNames(of: try Self.index())
    let other = try #require(VaultPath("open.md"))
    func isHidden(
      _ text: String, at path: VaultPath, _ states: LastStates...,
      by visibility: Visibility = Self.today
    ) -> Bool {
      visibility.answer(forVersion: document(text), at: path, in: names, after: states) != .visible
    }
    let (wasSealed, wasOpen) = (states([sealed, open]), states([open, sealed]))
    #expect(isHidden(open, at: gone, wasSealed) && !isHidden(open, at: gone, wasOpen))
    #expect(isHidden(open, at: gone, wasOpen, wasSealed))
    // By its id where another note has its path, and by its path without an id.
    #expect(isHidden(open, at: other, wasSealed) && isHidden("No keys\n", at: gone, wasSealed))
    #expect(isHidden("---\nid: x\nconflict_of: g\n---\n", at: other, wasSealed))
    // Nor by a path that another note had later, if its own state is known.
    let replaced = states([sealed.replacing("id: g", with: "id: h"), open])
    #expect(!isHidden(open, at: gone, replaced))
    #expect(isHidden("No keys\n", at: gone, replaced))
    #expect(isHidden("---\nid: x\n---\n", at: gone, replaced))
    // It had no id before it was sealed.
    let given = states([sealed, "Earlier\n"])
    #expect(isHidden("Earlier\n", at: gone, given))
    // A note that is in the vault is what it is there.
    #expect(!isHidden("---\nid: o\n---\n", at: gone, wasSealed))
    let opened = Visibility(on: Self.opens, zone: .utc)
    let early = Visibility(on: Self.today.today, zone: .utc, opensEarly: true)
    #expect(!isHidden(open, at: gone, wasSealed, by: early))
    var later = LastStates()
    later.add(document(sealed), at: gone, by: opened)
    #expect(!isHidden(open, at: gone, later, by: opened))
    var operation = LoggedOperation(
      number: 1, head: .init(time: "", face: .commandLine, words: "tl rm gone.md"))
    operation.changes = [.moved(gone, to: gone)]
    #expect(Self.today.hides(operation, in: names, after: [wasSealed]))
    #expect(!Self.today.hides(operation, in: names, after: [wasOpen]))
  }

  /// What the trash and the log know of the note `gone.md` with the id `g`.
  private static func kept(
    _ prepare: (VaultFolder, OperationRecorder, VaultPath) throws -> Void
  ) throws -> [LastStates] {
    let files = try TemporaryFolder([".tl/config.yaml": "format: 1\n"])
    let folder = try VaultFolder(opening: files.path)
    let recorder = OperationRecorder(.init(time: "", face: .commandLine, words: "tl rm"))
    try prepare(folder, recorder, #require(VaultPath("gone.md")))
    recorder.finish()
    return LastStates.kept(in: folder, by: today, besides: NoteNames(of: try index()))
  }

  private static func isHidden(_ last: [LastStates]) throws -> Bool {
    let (names, path) = (NoteNames(of: try index()), try #require(VaultPath("gone.md")))
    let earlier = NoteDocument(Array("---\nid: g\n---\nEarlier\n".utf8))
    return today.answer(forVersion: earlier, at: path, in: names, after: last) != .visible
  }

  private static let sealed = Array("---\nid: g\nopen_after: 2043-05-17\n---\nHidden\n".utf8)
  private static let opened = Array("---\nid: g\n---\nOpen\n".utf8)
  private static let time = "2026-11-20T08:00:00Z"

  @Test("what was removed is newer than what the log wrote, and a version in the trash is not")
  func removed() throws {
    for (isRemoved, removed, isHidden) in [
      (true, Self.opened, false), (false, Self.opened, true), (true, Self.sealed, true),
    ] {
      let last = try Self.kept { folder, recorder, path in
        _ = try recorder.recording(
          .text(path, before: Self.opened, after: Self.sealed), in: folder
        ) { true }
        _ = try Trash(folder).put(version: removed, of: path, at: Self.time)
        guard isRemoved else { return }
        _ = try recorder.recording(
          .removed(path, FileChange.Content(ofNote: removed)), in: folder
        ) { true }
      }
      #expect(try Self.isHidden(last) == isHidden)
    }
  }

  @Test("a text that may not have been written is no state", arguments: [true, false])
  func undecided(isSealed: Bool) throws {
    let (first, second) = isSealed ? (Self.sealed, Self.opened) : (Self.opened, Self.sealed)
    let last = try Self.kept { folder, recorder, path in
      _ = try recorder.recording(.text(path, before: nil, after: first), in: folder) { true }
      try recorder.begin(.text(path, before: first, after: second), in: folder)
    }
    #expect(try Self.isHidden(last) == isSealed)
  }

  @Test("a draft in the trash is no state, nor is one of a note that is in the vault")
  func present() throws {
    let (open, draft) = (VaultPath("open.md"), VaultPath(".tl/local/drafts/1.md"))
    let last = try Self.kept { folder, recorder, _ in
      _ = try Trash(folder).put(version: Self.opened, of: #require(draft), at: Self.time)
      for text in ["---\nid: o\n---\nEarlier\n", "---\nid: x\nopen_after: 2043-05-17\n---\n"] {
        _ = try recorder.recording(
          .text(#require(open), before: nil, after: Array(text.utf8)), in: folder
        ) { true }
      }
    }
    func known(_ id: String) throws -> [Visibility.Answer] {
      let id = try #require(NoteID(id))
      return last.compactMap { $0.answer(of: id) }
    }
    #expect(try known("g").isEmpty && known("o").isEmpty)
    #expect(try known("x") == [.sealed(until: Self.opens)])
  }

  @Test("of a sealed note its day is shown, and no word")
  func shown() throws {
    let folder = try TemporaryFolder(Self.files)
    let vault = try Vault(opening: folder.path)
    let note = try vault.note(at: #require(VaultPath("s.md")), zone: .utc)
    let shown = Self.today.shown(note, Self.today.answer(for: note.document))
    #expect(shown.sealedUntil == Self.opens && shown.document.bodyText.isEmpty)
    #expect(Self.today.shown(note, .visible).document.bytes == note.document.bytes)
  }
}
