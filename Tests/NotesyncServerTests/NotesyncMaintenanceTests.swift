import Foundation
import Page
import SystemCalls
import TestSupport
import Testing
import VaultFormat
import Words

@testable import NetworkTool
@testable import Notesync

/// What the page has notesync do, with a server and a vault of their own.
@Suite("Notesync for the page")
struct NotesyncMaintenanceTests {
  private func withPair(_ body: (ProgramPair, NotesyncMaintenance) throws -> Void) throws {
    let pair = try ProgramPair()
    defer { pair.end() }
    try pair.start()
    try body(pair, maintenance(of: pair.folder.path("client"), pair.environment))
  }

  private func maintenance(of vault: String, _ variables: [String: String]) -> NotesyncMaintenance {
    let surroundings = Surroundings(now: { Int64(Date.now.timeIntervalSince1970) }, zone: .utc) {
      NoteID(nonEmpty: UUID().uuidString.lowercased())
    }
    return NotesyncMaintenance(
      NotesyncVault(
        path: vault, environment: Environment(variables), surroundings: surroundings),
      followsSync: false)
  }

  private func note(_ number: Int) -> String {
    "---\nid: 00000000-0000-4000-8000-00000000000\(number)\n---\n\n# Note \(number)\n"
  }

  @Test("a vault without a server has no state; a signed-in one says what waits")
  func status() throws {
    try withPair { pair, maintenance in
      #expect(maintenance.status() == nil)
      try pair.signIn()
      try pair.folder.write(note(1), to: "client/a.md")
      let status = try #require(maintenance.status())
      #expect(status.isSignedIn && !status.holdsDeletions)
      #expect(status.rows.map(\.label) == ["signed in", "last sync", "last error", "pending"])
      #expect(status.rows[1].text == "never")
      #expect(status.rows[3].text.hasPrefix("1 new"), "\(status.rows[3])")
    }
  }

  @Test("a sync, a restore of what was removed with the folder, and a comparison of all notes")
  func works() throws {
    try withPair { pair, maintenance in
      try pair.signIn()
      for number in 1...3 { try pair.folder.write(note(number), to: "client/n\(number).md") }
      let sent = maintenance.perform(.sync(allowsDeletions: false), nil)
      #expect(sent.problem == nil && sent.lines.count == 3, "\(sent)")
      #expect(sent.remarks.contains { $0.hasPrefix("sent 3 notes") }, "\(sent)")

      let compared = maintenance.perform(.resync, nil)
      #expect(compared.problem == nil && compared.lines.isEmpty, "\(compared)")
      #expect(try pair.contents(of: "server") == pair.contents(of: "client"))

      // All notes are gone from the folder: a restore brings them back.
      for number in 1...3 {
        try pair.folder.remove("client/n\(number).md")
      }
      let plan = maintenance.planRestore(10)
      #expect(plan.lines.count == 3 && plan.lines.allSatisfy { $0.hasPrefix("received") })
      #expect(try pair.contents(of: "client").isEmpty)
      let restored = maintenance.perform(.restore(count: nil), nil)
      #expect(restored.problem == nil && restored.lines.count == 3, "\(restored)")
      #expect(try pair.contents(of: "server") == pair.contents(of: "client"))
    }
  }

  @Test("so many deletions that they are rarely meant are held, until they are allowed")
  func deletions() throws {
    try withPair { pair, maintenance in
      try pair.signIn()
      let numbers = 1...9
      for number in numbers { try pair.folder.write(note(number), to: "client/n\(number).md") }
      #expect(maintenance.perform(.sync(allowsDeletions: false), nil).problem == nil)
      for number in numbers {
        try pair.folder.remove("client/n\(number).md")
      }
      #expect(maintenance.status()?.holdsDeletions == true)
      let held = maintenance.perform(.sync(allowsDeletions: false), nil)
      #expect(held.holdsDeletions && held.problem == nil, "\(held)")
      #expect(try pair.contents(of: "server").count == 9)
      let done = maintenance.perform(.sync(allowsDeletions: true), nil)
      #expect(!done.holdsDeletions && done.lines.count == 9, "\(done)")
      #expect(try pair.contents(of: "server").isEmpty)
    }
  }

  @Test("a server that is gone, no sign-in and no vault say so and what to do")
  func problems() throws {
    try withPair { pair, maintenance in
      try pair.signIn()
      pair.killServer()
      let problem = try #require(maintenance.perform(.sync(allowsDeletions: false), nil).problem)
      #expect(problem.message.contains("cannot be reached"), "\(problem)")
      #expect(maintenance.planRestore(nil).problem != nil)
      #expect(problem.hints == ["unsent changes are kept: try again later"])
    }
    let pair = try ProgramPair()
    defer { pair.end() }
    let unknown = try #require(
      maintenance(of: pair.folder.path("client"), pair.environment).perform(.resync, nil).problem)
    #expect(unknown.hints == ["tl notesync login URL signs in"], "\(unknown)")
    let none = maintenance(of: "/nonexistent", pair.environment)
    #expect(none.status() == nil)
    #expect(none.perform(.resync, nil).problem != nil)
  }

  @Test("buttons follow what notesync found out, and no word of a line")
  func values() throws {
    var push = PushReport()
    let path = try #require(VaultPath("tl: error: signed in.md"))
    push.created = [path]
    push.aside = [
      UnsentNote(
        path: path, noteID: NoteID(nonEmpty: "n1"),
        reason: .refused(status: 422, "--allow-deletes"))
    ]
    let refused = NotesyncMaintenance.Outcome(nil, push)
    #expect(refused.problem == nil && !refused.holdsDeletions, "\(refused)")
    #expect(refused.lines.count == 1 && refused.remarks.contains { $0.contains("--allow-deletes") })

    var pull = PullReport()
    pull.heldRemovals = [path]
    #expect(NotesyncMaintenance.Outcome(pull, nil).holdsDeletions)

    var status = NotesyncStatus(
      server: try ServerAddress("https://notes.example.org"), isSignedIn: false,
      lastError: "signed in   held back", queue: NotesyncPlan())
    #expect(!NotesyncMaintenance.Status(status, user: nil, zone: .utc).isSignedIn)
    #expect(!NotesyncMaintenance.Status(status, user: nil, zone: .utc).holdsDeletions)
    status.isSignedIn = true
    #expect(NotesyncMaintenance.Status(status, user: nil, zone: .utc).isSignedIn)
  }
}
