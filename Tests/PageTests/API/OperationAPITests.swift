import Foundation
import TestSupport
import Testing
import VaultIndex

@testable import Page

@Suite("Operations of the API")
struct OperationAPITests {
  private static let files = [
    "a.md": "---\nid: a\n---\n# Market day\n\nSeven stalls.\n",
    "s.md": "---\nid: s\ntags: [old]\nopen_after: 2043-01-01\n---\nSecret words\n",
  ]
  private static let path = "/api/v1/operations"

  @Test("what was changed is listed as tl undo lists it, and taken back once")
  func undo() async throws {
    let (page, program) = try await RunningPage(Self.files).withProgram()
    #expect(
      (try await program.ask("GET", Self.path).value("operations") as? [Any])?.isEmpty == true)
    _ = try await page.browser().post("/n/a/pin", [:])
    let list = try await program.ask("GET", Self.path)
    #expect(list.status == 200 && list.header("cache-control") == "private, no-cache")
    #expect(try list.value("operations.0.number") as? Int == 1)
    #expect(try list.text("operations.0.by") == "page")
    #expect(try list.text("operations.0.words") == "on the page: pins a note")
    #expect(try list.value("operations.0.files") as? [String] == ["a.md"])
    #expect(try list.text("operations.0.state") == "done")
    for _ in 0..<2 {
      let answer = try await program.ask("POST", Self.path + "/1/undo")
      #expect(try answer.status == 200 && answer.text("state") == "undone")
      #expect(try page.text("a.md") == Self.files["a.md"])
    }
    let after = try await program.ask("GET", Self.path)
    #expect((try after.value("operations") as? [Any])?.count == 1)
    #expect(try after.text("operations.0.state") == "undone")
    // An undo is redone by tl redo and the page.
    for number in ["2", "99", "0", "x", "99999999999999999999"] {
      let answer = try await program.ask("POST", "\(Self.path)/\(number)/undo")
      #expect(answer.status == 404 && answer.code == "no_such_operation", "\(number)")
    }
  }

  @Test("what was changed since in the same place is named, and stays")
  func conflict() async throws {
    let (page, program) = try await RunningPage(Self.files).withProgram()
    let body = ##"{"text": "# Market day\n\nEight stalls.\n"}"##
    try await program.json("PUT", "/api/v1/notes/a", ["If-Match": "*"], body).expect(200)
    let changed = try page.text("a.md").replacing("Eight", with: "Nine")
    try page.folder.write(changed, to: "vault/a.md")
    let answer = try await program.ask("POST", Self.path + "/1/undo")
    #expect(answer.status == 409 && answer.code == "changed_since")
    #expect(try answer.value("notes") as? [String] == ["a.md"])
    #expect(try page.text("a.md") == changed)
  }

  @Test("an operation of a sealed note is not there, also one from before it was sealed")
  func sealed() async throws {
    let (page, program) = try await RunningPage(Self.files).withProgram()
    let rename = ["tag": "old", "to": "new", "count": "0"]
    #expect(try await page.browser().post("/tags/rename", rename).status == 303)
    #expect(try page.text("s.md").contains("new"))
    _ = try await page.browser().post("/n/a/pin", [:])
    let body = ##"{"file": "---\nid: a\nopen_after: 2043-01-01\n---\nHidden\n"}"##
    try await program.json("PUT", "/api/v1/notes/a", ["If-Match": "*"], body).expect(200)
    try await page.settled { index in
      index.notes(withID: "a").contains { index.opening($0) != nil }
    }
    let list = try await program.ask("GET", Self.path)
    #expect((try list.value("operations") as? [Any])?.isEmpty == true, "\(list.body)")
    for number in 1...3 {
      #expect(try await program.ask("POST", "\(Self.path)/\(number)/undo").status == 404)
    }
    #expect(try page.text("s.md").contains("new"))
  }
}
