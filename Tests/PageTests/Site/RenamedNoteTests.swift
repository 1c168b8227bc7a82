import TestSupport
import Testing

/// The index knows of a file that another program renamed or removed some twenty milliseconds later.
@Suite("A note that was renamed or removed just before a request for it")
struct RenamedNoteTests {
  private let note = "---\nid: n1\ndate: 2026-11-01\n---\n# T\n- [ ] one\n"

  private struct Ask: CustomTestStringConvertible, Sendable {
    var path: String
    /// Nil for a GET.
    var fields: [String: String]?
    /// The answers if the note was removed.
    var removed: Set<Int> = [404]

    var testDescription: String { path }
  }

  private static let asks = [
    Ask(path: "/n/n1", fields: nil),
    Ask(path: "/n/n1/raw", fields: nil),
    Ask(path: "/n/n1/edit", fields: nil),
    Ask(path: "/n/n1/pin", fields: ["pinned": "true"]),
    // It is gone, as was wanted.
    Ask(path: "/n/n1/trash", fields: [:], removed: [303, 404]),
  ]

  @Test("is found where it is now, or said to be gone", arguments: asks)
  private func found(ask: Ask) async throws {
    for number in 0..<4 {
      let (page, browser) = try await RunningPage(["n.md": note]).withBrowser()
      let token = try await browser.token()
      let isRenamed = number % 2 == 0
      try page.takeAway(renaming: isRenamed)
      var status = 0
      if let fields = ask.fields {
        let named = fields.merging(["token": token, "operation": "operation-\(number)"]) { $1 }
        status = try await browser.post(ask.path, named).status
      } else {
        status = try await browser.get(ask.path).status
      }
      let done = ask.fields == nil ? 200 : 303
      #expect((isRenamed ? [done] : ask.removed).contains(status), "\(number): \(status)")
      if ask.path.hasSuffix("/trash") { #expect(try page.notes().isEmpty, "\(number)") }
      if isRenamed, ask.path.hasSuffix("/pin") {
        #expect(try page.text("new.md").contains("pinned: true"))
      }
    }
  }

  @Test("is found for a program too, which reads, changes and removes it")
  func program() async throws {
    for number in 0..<6 {
      let (page, program) = try await RunningPage(["n.md": note]).withProgram()
      try page.takeAway(renaming: true)
      switch number % 3 {
      case 0:
        #expect(try await program.ask("GET", "/api/v1/notes/n1").status == 200)
      case 1:
        let body = #"{"pinned": true}"#
        let answer = try await program.json("PATCH", "/api/v1/notes/n1", [:], body)
        #expect(answer.status == 200, "\(number)")
        #expect(try page.text("new.md").contains("pinned: true"))
      default:
        #expect(try await program.ask("DELETE", "/api/v1/notes/n1").status == 200)
        #expect(try page.notes().isEmpty)
      }
    }
  }
}
