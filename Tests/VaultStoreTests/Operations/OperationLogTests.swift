import Foundation
import SystemCalls
import TestSupport
import Testing
import VaultFormat

@testable import VaultStore

@Suite("The log of operations")
struct OperationLogTests {
  private let vault: TemporaryVault
  private var log: OperationLog { OperationLog(vault.folder) }

  init() throws {
    vault = try TemporaryVault()
    try vault.write(".tl/config.yaml", "format: 1\n")
  }

  private func head(undoing number: Int? = nil) -> LoggedOperation.Head {
    LoggedOperation.Head(
      time: "2026-11-20T18:03:11+01:00", face: .page, words: "Changes a note", undoes: number)
  }

  /// Runs changes as one operation.
  private func operate(_ body: (borrowing NoteWriter) throws -> Void) throws -> OperationRecorder {
    let recorder = OperationRecorder(head())
    do {
      let writer = try NoteWriter(
        Vault(opening: vault.root), Writing.surroundings, zone: Writing.zone, operation: recorder)
      try body(writer)
    }
    recorder.finish()
    return recorder
  }

  /// Makes the second paragraph of notes `TWO`.
  private func capitalize(_ names: [String]) throws {
    _ = try operate { writer in
      for name in names {
        try writer.replaceText(of: path(name), provisionalID: Writing.id) { _ in
          (NoteDocument(bytes("one\n\nTWO\n\nthree\n")), false)
        }
      }
    }
  }

  private func last() throws -> LoggedOperation {
    try #require(try log.history().first { _ in true }?.operation)
  }

  private func reversal(_ operation: LoggedOperation) throws -> OperationReversal {
    try OperationReversal(of: operation, in: vault.folder, zone: Writing.zone)
  }

  private static let changes: [FileChange] = [
    .text(path("a.md"), before: nil, after: bytes("one\n\ntwo\n")),
    .text(path("a.md"), before: bytes("one\n\ntwo\n"), after: bytes("one\n\nthree\n")),
    .text(path("b\n.md"), before: bytes("x"), after: []),
    .moved(path("a.md"), to: path("b/ä %.md")),
    .removed(path("a.md"), FileChange.Content(size: 7, mark: "1 2")),
    .broughtBack(path("a.md")),
    .added(path("a.media/p.jpg"), FileChange.Content(size: 5, mark: "17 3")),
  ]

  @Test(
    "what is written is read again, and a file that a crash has cut has the changes up to there")
  func record() throws {
    var file = head(undoing: 3).record
    for change in Self.changes {
      file += change.record + LoggedOperation.Mark.done.record
    }
    let whole = try #require(
      LoggedOperation(number: 4, parsing: file + LoggedOperation.Mark.end.record))
    #expect(whole.changes == Self.changes && whole.isComplete && whole.undecided.isEmpty)
    #expect(whole.head.words == "Changes a note" && whole.head.undoes == 3)
    for end in file.indices {
      let cut = LoggedOperation(number: 4, parsing: Array(file[..<end]))
      #expect(cut?.isComplete ?? false == false)
      #expect(Self.changes.starts(with: cut?.changes ?? []), "cut at \(end)")
    }
  }

  @Test("an undo of syncs is about the last one, however often it was undone and made again")
  func lastSync() throws {
    func note(undoing number: Int? = nil) throws {
      try log.note(
        LoggedOperation.Head(
          time: "2026-11-20T18:03:11+01:00", face: .sync, words: "tl sync", undoes: number))
    }
    #expect(try log.lastSync() == nil)
    for _ in 1...2 { try note() }
    #expect(try log.lastSync()?.operation.number == 2)
    for number in 2...4 {
      try note(undoing: number)
      let last = try #require(try log.lastSync())
      #expect(last.operation.number == 2)
      #expect(last.isUndone == number.isMultiple(of: 2))
    }
  }

  @Test("a log of a stranger reaches neither git nor the files of this device, and is no trap")
  func hostile() throws {
    let lines = [
      "moved: a.md\nto: .git/hooks/pre-push", "moved: .GIT/config\nto: a.md",
      "removed: .tl/local/operations/1\nsize: 1\nmark: 1", "moved: ../a.md\nto: a.md",
      "text: a.md\nbefore: 9223372036854775807\nkept: 0 0\nafter: 9223372036854775807",
      "text: a.md\nbefore: -5\nkept: -1 9223372036854775807\nafter: 1",
    ]
    for line in lines {
      let file = head().record + bytes(line + "\n\nxxxxxxxxxx\ndone: yes\n\n")
      #expect(LoggedOperation(number: 1, parsing: file)?.changes.isEmpty ?? false, "\(line)")
    }
  }

  @Test("a change that was begun is taken back if it was made, and only then")
  func undecided() throws {
    try vault.write("a.md", "before\n")
    let recorder = OperationRecorder(head())
    let change = FileChange.text(path("a.md"), before: bytes("before\n"), after: bytes("after\n"))
    try recorder.begin(change, in: vault.folder)
    let operation = try #require(try log.history().first { _ in true }?.operation)
    #expect(operation.changes == [change] && operation.isDoubtful && !operation.isComplete)
    #expect(try reversal(operation).steps.isEmpty)
    #expect(try reversal(operation).obstacles.isEmpty)
    try vault.write("a.md", "after\n")
    #expect(try reversal(operation).steps.map(\.path) == [path("a.md")])
  }

  @Test("where the log cannot be written, notes are, and it is said")
  func unwritable() throws {
    try vault.write(".tl/local/operations", "in the way")
    let recorder = try operate { _ = try $0.create(NewNote(text: "New")) }
    #expect(recorder.problem != nil && vault.files().count > 0)
  }

  /// Needs the right to mount, as root has on most machines.
  @Test("without room in the log no text and no name is replaced, and what loses nothing is done")
  func fullLog() throws {
    try vault.makeFolder(".tl/local/operations")
    let place = vault.absolute(".tl/local/operations")
    // A page for the filler, and one for the records.
    guard let disk = MemoryDisk(at: place, size: "8k") else { return }
    defer { withExtendedLifetime(disk) {} }
    try vault.write(".tl/local/operations/filler", String(repeating: "x", count: 4096))
    let long = String(repeating: "long\n", count: 1000)
    for (name, text) in [("a.md", "one\n"), ("b.md", long), ("c.md", "three\n"), ("d.md", "")] {
      try vault.write(name, text)
    }
    try vault.write("c.media/p.jpg", "photo")
    var errors: [StoreError] = []
    let recorder = try operate { writer in
      // The record of c.md would fit, but would come after the rest of the one that did not.
      for name in ["a.md", "b.md", "c.md"] {
        do {
          try writer.replace(path(name)) { _ in bytes("new\n") }
        } catch let error as StoreError {
          errors.append(error)
        }
      }
      do throws(StoreError) {
        _ = try writer.move(path("c.md"), to: path("e.md"))
      } catch {
        errors.append(error)
      }
      _ = try writer.remove(path("d.md"))
      _ = try writer.create(NewNote(text: "New"))
    }
    #expect(errors.map(\.path) == ["b.md", "c.md", "c.md"])
    #expect(recorder.hasChanged && recorder.changed?.paths == [path("a.md")])
    #expect(errors.allSatisfy { $0.system?.isFull == true })
    #expect(vault.text("a.md") == "new\n" && vault.text("b.md") == long)
    #expect(vault.text("c.md") == "three\n" && vault.text("c.media/p.jpg") == "photo")
    #expect(vault.text("d.md") == nil && recorder.problem?.system?.isFull == true)
    let operation = try #require(recorder.logged)
    #expect(operation.changes.map(\.path) == [path("a.md")])
    #expect(try reversal(operation).steps.map(\.path) == [path("a.md")])
  }

  @Test("a note that moves back, because the log has no room for its media, was not changed")
  func fullLogOfMove() throws {
    try vault.makeFolder(".tl/local/operations")
    let place = vault.absolute(".tl/local/operations")
    guard let disk = MemoryDisk(at: place, size: "8k") else { return }
    defer { withExtendedLifetime(disk) {} }
    try vault.write(".tl/local/operations/filler", String(repeating: "x", count: 4096))
    // The records of two moves have more than a page.
    let folder = Array(repeating: String(repeating: "d", count: 250), count: 5)
      .joined(separator: "/")
    try vault.write("\(folder)/a.md", "one\n")
    try vault.write("\(folder)/a.media/p.jpg", "photo")
    var error: StoreError?
    let recorder = try operate { writer in
      do throws(StoreError) {
        _ = try writer.move(path("\(folder)/a.md"), to: path("\(folder)/b.md"))
      } catch let failure {
        error = failure
      }
    }
    #expect(error?.path == "\(folder)/a.media" && error?.system?.isFull == true)
    #expect(vault.text("\(folder)/a.md") == "one\n")
    #expect(vault.text("\(folder)/a.media/p.jpg") == "photo")
    #expect(!recorder.hasChanged && recorder.changed == nil && recorder.problem == nil)
    #expect(try reversal(last()).steps.isEmpty)
    #expect(try reversal(last()).obstacles.isEmpty)
  }

  @Test("an undo that finds no room for its first record is none, and leaves no file")
  func fullLogOfUndo() throws {
    try vault.makeFolder(".tl/local/operations")
    let place = vault.absolute(".tl/local/operations")
    guard let disk = MemoryDisk(at: place, size: "4k") else { return }
    defer { withExtendedLifetime(disk) {} }
    try vault.write(".tl/local/operations/filler", String(repeating: "x", count: 4096))
    try vault.write("a.md", "one\n")
    let recorder = OperationRecorder(head(undoing: 1))
    let change = FileChange.text(path("a.md"), before: bytes("one\n"), after: [])
    #expect(throws: StoreError.self) { try recorder.begin(change, in: vault.folder) }
    #expect(try log.folder.numbers().isEmpty && recorder.number == nil)
    // Nothing was changed that could not be undone.
    #expect(recorder.problem == nil && !recorder.hasChanged)
  }

  @Test("a text that is too large to be kept does not hide what else the operation changed")
  func tooLarge() throws {
    for name in ["a.md", "b.md", "c.md"] { try vault.write(name, "old\n") }
    let recorder = try operate { writer in
      for (name, count) in [("a.md", 1), ("b.md", 1 << 26 + 1), ("c.md", 1)] {
        try writer.replace(path(name)) { _ in Array(repeating: UInt8(ascii: "x"), count: count) }
      }
    }
    #expect(recorder.problem?.path == "b.md")
    #expect(recorder.logged?.changes.map(\.path) == [path("a.md"), path("c.md")])
    #expect(recorder.logged?.undecided.isEmpty == true)
  }

  @Test("a note that moved and at once moved back is no obstacle")
  func movedBack() throws {
    try vault.write("a.md", "text\n")
    let recorder = OperationRecorder(head())
    let move = FileChange.moved(path("a.md"), to: path("b.md"))
    _ = try recorder.recording(move, in: vault.folder) { true }
    let plan = try reversal(try #require(recorder.logged))
    #expect(plan.steps.isEmpty && plan.obstacles.isEmpty)
  }

  @Test("an id that a repair stores is in it")
  func storedID() throws {
    try vault.write("a.md", "text\n")
    let recorder = try operate { writer in
      _ = try writer.repair(.storeID(path("a.md"), Repair.NewID(Writing.id, replacing: nil)))
    }
    let plan = try reversal(try #require(recorder.logged))
    _ = try operate { for step in plan.steps { _ = try $0.carryOut(step) } }
    #expect(vault.text("a.md") == "text\n")
  }

  @Test("an operation that changes nothing is not in it")
  func nothing() throws {
    _ = try operate { _ in }
    #expect(try Array(log.history()).isEmpty)
  }

  @Test("what was changed since in the same place stays, and the rest is taken back")
  func changedSince() throws {
    try vault.write(["a.md": "one\n\ntwo\n\nthree\n", "b.md": "one\n\ntwo\n\nthree\n"])
    try capitalize(["a.md", "b.md"])
    let stored = try #require(vault.text("a.md"))
    try vault.write("a.md", stored.replacingOccurrences(of: "TWO", with: "other"))
    try vault.write("b.md", stored.replacingOccurrences(of: "three", with: "THREE"))
    let plan = try reversal(last())
    #expect(plan.obstacles == [.changed(path("a.md"))])
    #expect(plan.steps.map(\.path) == [path("b.md")])
    _ = try operate { for step in plan.steps { _ = try $0.carryOut(step) } }
    // The id that the operation stored stays: others may know it by now.
    let text = try #require(vault.text("b.md"))
    #expect(text.hasSuffix("one\n\ntwo\n\nTHREE\n") && text.contains("id: \(Writing.id.text)"))
  }

  @Test("a note that was changed or removed since the plan is named, and the others are taken back")
  func changedSinceThePlan() throws {
    let names = ["a.md", "b.md", "c.md"]
    for name in names { try vault.write(name, "one\n\ntwo\n\nthree\n") }
    try capitalize(names)
    let plan = try reversal(last())
    let stored = try #require(vault.text("c.md"))
    try vault.write("c.md", stored.replacingOccurrences(of: "TWO", with: "other"))
    try vault.folder.removeFile(path("b.md"))
    var kept: [String] = []
    _ = try operate { writer in
      for failure in writer.carryOut(plan.steps) {
        switch failure {
        case .obstacle(let obstacle): kept.append(obstacle.path.text)
        case .error(_, let path): kept.append("not there: \(path.text)")
        }
      }
    }
    #expect(kept == ["c.md", "not there: b.md"])
    #expect(vault.text("a.md")?.contains("TWO") == false)
  }

  @Test("only its owner can read it")
  func permissions() throws {
    _ = try operate { _ = try $0.create(NewNote(text: "New")) }
    let attributes = try FileManager.default.attributesOfItem(
      atPath: vault.absolute(".tl/local/operations/1"))
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test("cleared, it is empty, and no number is given again")
  func clearing() throws {
    for _ in 0..<2 { _ = try operate { _ = try $0.create(NewNote(text: "New")) } }
    #expect(try log.clear() == 2)
    _ = try operate { _ = try $0.create(NewNote(text: "New")) }
    #expect(try log.history().map(\.operation.number) == [3])
  }
}
