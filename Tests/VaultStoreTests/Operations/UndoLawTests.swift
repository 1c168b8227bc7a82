import Foundation
import TestSupport
import Testing
import VaultFormat

@testable import VaultStore

@Suite("Operations that are taken back and made again")
struct UndoLawTests {
  @Test(
    "any operations, all undone: every file is as it was, byte for byte; all redone: as they left it"
  )
  func laws() throws {
    try withSeed(cases: caseCount(60)) { generator in
      var history = try RandomOperations(generator)
      var states = [history.texts()]
      for _ in 0..<history.number(1..<7) where try history.operate() {
        states.append(history.texts())
      }
      for state in states.dropLast().reversed() {
        try history.undo()
        #expect(history.texts() == state, "\(history.story)")
      }
      for state in states.dropFirst() {
        try history.redo()
        #expect(history.texts() == state, "\(history.story)")
      }
      generator = history.generator
    }
  }

  @Test(
    "with an editor between them, undone and redone in any order: no word that was saved is gone")
  func edits() throws {
    try withSeed(cases: caseCount(60)) { generator in
      var history = try RandomOperations(generator)
      for _ in 0..<history.number(2..<12) {
        switch history.number(0..<6) {
        case 0: try history.undo()
        case 1: try history.redo()
        case 2: try history.undoSome()
        case 3: try history.editFile()
        default: _ = try history.operate()
        }
      }
      let kept = try history.everything()
      let lost = history.words.filter { !kept.contains($0) }
      #expect(lost.isEmpty, "\(history.story)")
      generator = history.generator
    }
  }
}

/// A vault that changes by chance.
private struct RandomOperations {
  var generator: SeededGenerator
  private(set) var story: [String] = []
  /// Of lines that an editor saved, and nobody took out.
  private(set) var words: [String] = []
  private let vault: TemporaryVault
  private var attached = 0
  /// Of the trash, before the operation.
  private var lastEntry = 0

  init(_ generator: SeededGenerator) throws {
    self.generator = generator
    vault = try TemporaryVault()
    try vault.write(".tl/config.yaml", "format: 1\n")
    try vault.write("old.md", "Old\n")
    try vault.write("people/kaia.md", "---\nid: kaia\nupdated: 2026-01-01T00:00:00Z\n---\nKaia\n")
  }

  var log: OperationLog { OperationLog(vault.folder) }

  mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &generator) }

  /// The files with their bytes, and the settings.
  func texts() -> [String: String] {
    var files = vault.files().filter { $0.value != "/" }
    files[".tl/config.yaml"] = vault.text(".tl/config.yaml")
    return files
  }

  private var notes: [String] { texts().keys.filter { $0.hasSuffix(".md") }.sorted() }

  private func recorder(undoing number: Int? = nil) -> OperationRecorder {
    OperationRecorder(
      LoggedOperation.Head(
        time: "2026-11-20T18:03:11+01:00", face: .commandLine, words: "tl", undoes: number))
  }

  private func writer(_ recorder: OperationRecorder) throws -> NoteWriter {
    var surroundings = Writing.surroundings
    surroundings.makeID = { NoteID(nonEmpty: UUID().uuidString) }
    return try NoteWriter(
      Vault(opening: vault.root), surroundings, zone: Writing.zone, operation: recorder)
  }

  // MARK: - Changing

  /// - Returns: whether it changed something.
  mutating func operate() throws -> Bool {
    story.append("operation:")
    let last = try log.history().first { _ in true }?.operation.number
    let recorder = recorder()
    lastEntry = try Trash(vault.folder).entries().last?.number ?? 0
    for _ in 0..<number(1..<4) {
      let writer = try writer(recorder)
      try change(writer)
    }
    recorder.finish()
    #expect(recorder.problem == nil)
    let entry = try log.history().first { _ in true }
    return entry?.operation.number != last && entry?.isUndoable == true
  }

  private mutating func change(_ writer: borrowing NoteWriter) throws {
    guard let note = notes.randomElement(using: &generator) else { return try add(writer) }
    let place = path(note)
    switch number(0..<9) {
    case 0: try add(writer)
    case 1:
      story.append("edits \(note)")
      let tag = "t\(number(0..<100))"
      _ = try writer.edit(place, provisionalID: ProvisionalID.of(place)) {
        try $0.setting("tags", to: .list([tag]))
      }
    case 2:
      story.append("moves \(note)")
      _ = try? writer.move(place, to: path("moved/\(number(0..<4)).md"))
    case 3:
      story.append("removes \(note)")
      _ = try writer.remove(place)
    case 4:
      story.append("attaches to \(note)")
      try attach(to: place, writer)
    case 5:
      guard let media = texts().keys.filter({ $0.contains(".media/") }).sorted().first else {
        return
      }
      story.append("detaches \(media)")
      _ = try writer.detach(path(media))
    case 6:
      // What is in the trash already: no command brings back what it has removed itself.
      let entries = try Trash(vault.folder).entries()
      // A medium without its note would go to the trash with whatever note comes to its folder.
      guard
        let entry = entries.last(where: { entry in
          entry.number <= lastEntry
            && (entry.what == .note || entry.origin.parent.map(hasNote) ?? false)
        })
      else { return }
      story.append("restores \(entry.origin.text)")
      _ = try writer.restore(entry.number)
    case 7:
      story.append("changes the settings")
      _ = try writer.set(setting: "author", to: .text("a\(number(0..<100))"))
    default:
      story.append("relinks \(note)")
      _ = try writer.replaceText(of: place, provisionalID: ProvisionalID.of(place)) {
        (NoteDocument($0.bytes + bytes("More\n")), true)
      }
    }
  }

  private func hasNote(_ folder: VaultPath) -> Bool {
    MediaFolder.notes(ofFolder: folder).contains { vault.text($0.text) != nil }
  }

  private mutating func add(_ writer: borrowing NoteWriter) throws {
    let title = "New \(number(0..<5))"
    story.append("adds \(title)")
    _ = try writer.create(NewNote(text: title))
  }

  private mutating func attach(to note: VaultPath, _ writer: borrowing NoteWriter) throws {
    attached += 1
    let file = NSTemporaryDirectory() + "/\(UUID().uuidString).jpg"
    try Data("photo \(attached)".utf8).writeAlone(to: file)
    defer { try? FileManager.default.removeItem(atPath: file) }
    _ = try writer.attach(MediaSource(opening: file), to: note, as: "p\(attached).jpg")
  }

  /// Adds a line to a note, as an editor does.
  mutating func editFile() throws {
    guard let note = notes.randomElement(using: &generator), let text = vault.text(note) else {
      return
    }
    let word = "w\(words.count)-\(number(0..<1_000_000))"
    story.append("an editor writes \(word) into \(note)")
    words.append(word)
    try vault.write(note, number(0..<2) == 0 ? text + word + "\n" : "\(text)\n\n\(word)\n")
  }

  /// All that is in files of the vault and in the trash.
  func everything() throws -> String {
    let names = FileManager.default.enumerator(atPath: vault.root)?.allObjects as? [String] ?? []
    return names.filter { !$0.hasPrefix(".tl/local/operations") }
      .compactMap { vault.text($0) }.joined(separator: "\n")
  }

  // MARK: - Undoing

  mutating func undo() throws {
    guard let last = try log.history().first(where: \.isUndoable) else { return }
    try takeBack(last.operation)
  }

  /// Any that is not undone.
  mutating func undoSome() throws {
    let choices = try log.history().filter(\.isUndoable)
    guard let chosen = choices.randomElement(using: &generator) else { return }
    try takeBack(chosen.operation)
  }

  mutating func redo() throws {
    guard let undo = try log.lastUndo() else { return }
    try takeBack(undo)
  }

  private mutating func takeBack(_ operation: LoggedOperation) throws {
    let plan = try OperationReversal(of: operation, in: vault.folder, zone: Writing.zone)
    story.append(
      "undoes \(operation.number): \(plan.steps.map(\.path.text)) \(plan.obstacles.map(\.path.text))"
    )
    let recorder = recorder(undoing: operation.number)
    if plan.steps.isEmpty, plan.obstacles.isEmpty { try log.note(recorder.head) }
    for step in plan.steps {
      let writer = try writer(recorder)
      do {
        _ = try writer.carryOut(step)
      } catch {
        Issue.record("\(step.path.text): \(error) \(story)")
        throw error
      }
    }
    recorder.finish()
  }
}
