import Foundation
import Page
import SystemCalls
import TestSupport
import Testing

@testable import NetworkTool

/// What the page has `tl notesync` do, with a server and a vault of their own.
@Suite("Notesync as the page starts it")
struct NotesyncCareTests {
  private func withPair(_ body: (ProgramPair, NotesyncCare) throws -> Void) throws {
    let pair = try ProgramPair()
    defer { pair.end() }
    try pair.start()
    let program = NotesyncProgram(
      path: pair.program, vault: pair.folder.path("client"),
      variables: .exactly(pair.environment))
    try body(pair, NotesyncCare(program, followsSync: false))
  }

  private func note(_ number: Int) -> String {
    "---\nid: 00000000-0000-4000-8000-00000000000\(number)\n---\n\n# Note \(number)\n"
  }

  @Test("a vault without a server has no state; a signed-in one says what waits")
  func status() throws {
    try withPair { pair, care in
      #expect(care.status() == nil)
      try pair.signIn()
      try pair.folder.write(note(1), to: "client/a.md")
      let status = try #require(care.status())
      #expect(status.isSignedIn && !status.holdsDeletions)
      #expect(status.rows.map(\.label) == ["signed in", "last sync", "last error", "waits"])
      #expect(status.rows[1].text == "never")
      #expect(status.rows[3].text.hasPrefix("1 new"), "\(status.rows[3])")
    }
  }

  @Test("a sync, a restore of what was removed with the folder, and a comparison of all notes")
  func works() throws {
    try withPair { pair, care in
      try pair.signIn()
      for number in 1...3 { try pair.folder.write(note(number), to: "client/n\(number).md") }
      let sent = care.perform(.sync(allowsDeletions: false))
      #expect(sent.problem == nil && sent.lines.count == 3, "\(sent)")
      #expect(sent.remarks.contains { $0.hasPrefix("sent 3 notes") }, "\(sent)")

      let compared = care.perform(.resync)
      #expect(compared.problem == nil && compared.lines.isEmpty, "\(compared)")
      #expect(try pair.contents(of: "server") == pair.contents(of: "client"))

      // All notes are gone from the folder: a restore brings them back.
      for number in 1...3 {
        try FileManager.default.removeItem(atPath: pair.folder.path("client/n\(number).md"))
      }
      let plan = care.planRestore(10)
      #expect(plan.lines.count == 3 && plan.lines.allSatisfy { $0.hasPrefix("received") })
      #expect(try pair.contents(of: "client").isEmpty)
      let restored = care.perform(.restore(count: nil))
      #expect(restored.problem == nil && restored.lines.count == 3, "\(restored)")
      #expect(try pair.contents(of: "server") == pair.contents(of: "client"))
    }
  }

  @Test("so many deletions that they are rarely meant are held, until they are allowed")
  func deletions() throws {
    try withPair { pair, care in
      try pair.signIn()
      let numbers = 1...9
      for number in numbers { try pair.folder.write(note(number), to: "client/n\(number).md") }
      #expect(care.perform(.sync(allowsDeletions: false)).problem == nil)
      for number in numbers {
        try FileManager.default.removeItem(atPath: pair.folder.path("client/n\(number).md"))
      }
      #expect(care.status()?.holdsDeletions == true)
      let held = care.perform(.sync(allowsDeletions: false))
      #expect(held.holdsDeletions && held.problem == nil, "\(held)")
      #expect(try pair.contents(of: "server").count == 9)
      let done = care.perform(.sync(allowsDeletions: true))
      #expect(!done.holdsDeletions && done.lines.count == 9, "\(done)")
      #expect(try pair.contents(of: "server").isEmpty)
    }
  }

  @Test("a server that is gone, and a program that is not there, say so and what to do")
  func problems() throws {
    try withPair { pair, care in
      try pair.signIn()
      pair.killServer()
      let problem = try #require(care.perform(.sync(allowsDeletions: false)).problem)
      #expect(problem.message.contains("cannot be reached"), "\(problem)")
      #expect(care.planRestore(nil).problem != nil)
      let none = NotesyncCare(NotesyncProgram(path: nil, vault: "/nonexistent"), followsSync: true)
      #expect(none.status() == nil)
      #expect(none.perform(.resync).problem?.message == "notesync could not be started")
    }
  }
}
