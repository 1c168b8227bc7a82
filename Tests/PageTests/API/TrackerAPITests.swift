import Foundation
import TestSupport
import Testing
import VaultFormat

@testable import Page

@Suite("Trackers of the API")
struct TrackerAPITests {
  private let coffee =
    "---\nid: c1\ncreated: 2026-10-01T09:00:00Z\ntl: tracker\ntitle: Coffee\nunit: cups\n---\n\n## Log\n\n"
    + "- 2026-11-14T08:10:00Z = 2\n- 2026-11-16T07:55:00Z\n"
  private let path = "trackers/coffee.md"

  @Test("a tracker is as tl since prints it, and the list has all")
  func reading() async throws {
    let page = try await RunningPage([path: coffee, "trackers/tea.md": "---\ntl: tracker\n---\n"])
    let program = try page.program(isReadOnly: true)
    let answer = try await program.ask("GET", "/api/v1/trackers/coffee").expect(200)
    #expect(try answer.text("title") == "Coffee" && answer.text("elapsed") == "2.1 d ago")
    #expect(try answer.value("events") as? Int == 2)
    let list = try await program.ask("GET", "/api/v1/trackers")
    #expect((try list.value("trackers") as? [Any])?.count == 2)
    try await program.ask("GET", "/api/v1/trackers/cocoa").expect(404, code: "no_such_tracker")
  }

  @Test("events go from the newest to the oldest by their ids")
  func events() async throws {
    let lines = (1...9).map { "- 2026-11-0\($0): \($0)\n" }.joined()
    let page = try await RunningPage([path: "---\nid: c1\ntl: tracker\n---\n" + lines])
    let program = try page.program(isReadOnly: true)
    var seen: [String] = []
    var next: String? = ""
    while let before = next {
      let query = before.isEmpty ? "" : "&before=\(before)"
      let answer = try await program.ask("GET", "/api/v1/trackers/c1/events?limit=4\(query)")
      #expect(answer.status == 200)
      seen += try #require(try answer.value("events") as? [[String: Any]])
        .compactMap { $0["text"] as? String }
      next = try answer.text("older")
    }
    #expect(seen == (1...9).reversed().map(String.init))
    for bad in ["limit=0", "limit=x", "before=x"] {
      let answer = try await program.ask("GET", "/api/v1/trackers/c1/events?\(bad)")
      #expect(answer.status == 422 && answer.code == "invalid_value")
    }
  }

  @Test("a shortcut without a body logs now, and the same operation again logs nothing more")
  func logging() async throws {
    let (page, program) = try await RunningPage([path: coffee]).withProgram()
    let answer = try await program.ask("POST", "/api/v1/trackers/coffee/events").expect(201)
    #expect(try answer.text("said") == "Coffee: 0.0 s ago")
    #expect(try page.text(path).hasSuffix("- 2026-11-18T11:06:40Z\n"))
    let body = #"{"value": 2.5, "text": "large", "time": "2026-11-18T09:00:00Z"}"#
    for _ in 0..<2 {
      let answer = try await program.json(
        "POST", "/api/v1/trackers/coffee/events", ["Tl-Operation": "operation-7"], body)
      #expect(answer.status == 201)
    }
    #expect(try page.text(path).components(separatedBy: "= 2.5: large").count == 2)
    let form = try await program.ask(
      "POST", "/api/v1/trackers/c1/events", body: "value=120%2F80&text=home",
      type: "application/x-www-form-urlencoded")
    #expect(form.status == 201)
    #expect(try page.text(path).contains("= 120/80: home"))
  }

  @Test("an event is taken back by its id, and not when it was changed")
  func removing() async throws {
    let (page, program) = try await RunningPage([path: coffee]).withProgram()
    let logged = try await program.ask("POST", "/api/v1/trackers/coffee/events")
    let id = try #require(try logged.text("event"))
    let address = "/api/v1/trackers/coffee/events/\(id)"
    #expect(try await program.ask("DELETE", address).status == 200)
    #expect(try page.text(path).hasSuffix("- 2026-11-16T07:55:00Z\n"))
    try await program.ask("DELETE", address).expect(409, code: "conflict")
    let unknown = try await program.ask("DELETE", "/api/v1/trackers/coffee/events/x")
    #expect(unknown.status == 404 && unknown.code == "no_such_event")
  }

  @Test(
    "what cannot be read is refused, and nothing is written",
    arguments: [
      #"{"value": "5,2"}"#, #"{"time": "christmas"}"#, #"{"values": 2}"#, #"{"value": [1]}"#, "[]",
    ])
  func refused(body: String) async throws {
    let page = try await RunningPage([path: coffee])
    let answer = try await page.program().json("POST", "/api/v1/trackers/coffee/events", body)
    #expect(answer.status == 422 && answer.code == "invalid_value")
    #expect(try page.text(path) == coffee)
  }

  @Test("a token that reads only logs nothing")
  func readOnly() async throws {
    let (page, program) = try await RunningPage([path: coffee]).withProgram(isReadOnly: true)
    try await program.ask("POST", "/api/v1/trackers/coffee/events").expect(403)
    #expect(try page.text(path) == coffee)
  }
}

extension APIClient {
  fileprivate func json(_ method: String, _ path: String, _ body: String) async throws
    -> Browser.Answer
  {
    try await json(method, path, [:], body)
  }
}
