import Cryptography
import Foundation
import TestSupport
import Testing
import VaultFormat
import VaultIndex
import VaultStore
import WebServer

@testable import Page

@Suite("Notes of the API")
struct NoteAPITests {
  private let note =
    "---\nid: n1\ncreated: 2026-11-20T18:03:00Z\nupdated: 2026-11-20T18:03:00Z\n"
    + "tags: [a] # mine\n---\n\n# T\r\none\r\ntwo\r\n"
  private let uuid = "7d3f0b52-9c1e-4f6a-8b8e-2f1a4c5d6e70"

  @Test("a note is version 1 of the JSON of tl, and its file as it is")
  func reading() async throws {
    let (page, program) = try await RunningPage(["n.md": note]).withProgram()
    let answer = try await program.ask("GET", "/api/v1/notes/n1").expect(200)
    #expect(answer.header("content-type") == "application/json")
    let file = try page.site.live.snapshot.vaultNote("n.md", page)
    #expect(
      answer.body == NoteJSONV1.value(of: file, id: NoteID(nonEmpty: "n1"), withText: true).compact)
    let tag = try #require(answer.header("etag"))
    let known = try await program.ask("GET", "/api/v1/notes/n1", ["If-None-Match": tag])
    #expect(known.status == 304 && known.body.isEmpty)
    let raw = try await program.ask("GET", "/api/v1/notes/n1", ["Accept": "text/markdown"])
    #expect(raw.body == note)
    #expect(raw.header("etag") == "\"\(sha256Hex(note.utf8))\"")
    #expect(tag.hasPrefix("\"\(sha256Hex(note.utf8))-"))
  }

  @Test("a list goes from the newest to the oldest by cursors, and back")
  func list() async throws {
    var files: [String: String] = [:]
    for number in 1...9 {
      files["\(number).md"] =
        "---\nid: n\(number)\ndate: 2026-11-0\(number)\n---\n#t\(number % 2)\n"
    }
    let program = try await RunningPage(files).program(isReadOnly: true)
    var seen: [String] = []
    var path = "/api/v1/notes?limit=4"
    while true {
      let answer = try await program.ask("GET", path).expect(200)
      seen += try #require(try answer.value("notes") as? [[String: Any]]).compactMap {
        $0["id"] as? String
      }
      guard let older = try answer.text("older") else { break }
      path = "/api/v1/notes?limit=4&before=\(older)"
    }
    #expect(seen == (1...9).reversed().map { "n\($0)" })
    let last = try await program.ask("GET", path)
    let newer = try #require(try last.text("newer"))
    let back = try await program.ask("GET", "/api/v1/notes?limit=2&text=no&after=\(newer)")
    #expect(try back.text("notes.0.id") == "n3" && back.text("notes.1.id") == "n2")
    #expect(try back.value("notes.0.text") == nil)
  }

  @Test("a filter is that of the timeline")
  func filter() async throws {
    let program = try await RunningPage([
      "a.md": "---\nid: a\ntags: [kaia]\n---\nrain\n", "b.md": "---\nid: b\n---\nrain\n",
      "c.md": "---\nid: c\ntags: [kaia]\n---\nsun\n",
    ]).program()
    let answer = try await program.ask("GET", "/api/v1/notes?q=rain&t=kaia&kind=text")
    #expect(try answer.text("notes.0.id") == "a")
    #expect(try answer.value("notes.1") == nil)
  }

  @Test(
    "a value of a list or of its counts that cannot be read is an error",
    arguments: [
      "notes?limit=0", "notes?limit=201", "notes?limit=99999999999999999999", "notes?limit=x",
      "notes?kind=poem", "notes?before=x", "notes?after=1", "notes?at=soon",
      "notes?before=1.a&after=1.b", "notes?text=maybe", "notes?t=,", "counts?kind=poem",
      "counts?t=,",
    ])
  func badList(path: String) async throws {
    let page = try await RunningPage()
    let answer = try await page.program().ask("GET", "/api/v1/\(path)")
      .expect(422, code: "invalid_value")
    #expect(try answer.text("error.next")?.isEmpty == false)
  }

  @Test("a query that is none is an error")
  func badQuery() async throws {
    let page = try await RunningPage()
    let answer = try await page.program().ask("GET", "/api/v1/notes?q=since:xyz")
    #expect(answer.status == 400 && answer.code == "bad_request")
  }

  @Test("a text, a file and an object become the notes that tl add would write")
  func adding() async throws {
    let (page, program) = try await RunningPage().withProgram()
    let first = try await program.ask(
      "POST", "/api/v1/notes", body: "---\nmood: calm\n---\n# One\n", type: "text/markdown")
    #expect(first.status == 201)
    #expect(try first.text("title") == "One" && first.text("properties.mood") == "calm")
    let place = try #require(first.header("location"))
    #expect(try await program.ask("GET", place).status == 200)
    let second = try await program.json(
      "POST", "/api/v1/notes", [:],
      #"{"text": "--- no front matter", "title": "Two", "tags": ["Kaia, x"], "date": "2026-05-04", "pinned": true}"#
    ).expect(201)
    #expect(try second.text("text") == "\n--- no front matter\n")
    #expect(try second.value("tags") as? [String] == ["kaia", "x"])
    #expect(try second.text("date")?.hasPrefix("2026-05-04") == true)
    #expect(try second.value("pinned") as? Bool == true)
    #expect(try page.notes().count == 2)
  }

  @Test("a new note has the category of the settings, unless it has its own")
  func category() async throws {
    let program = try await RunningPage(prepare: { folder in
      try folder.write("default_category: Day\n", to: "vault/.tl/config.yaml")
      return nil
    }).program()
    let condition = ["If-None-Match": "*"]
    let answers = [
      try await program.json("POST", "/api/v1/notes", [:], #"{"text": "One"}"#),
      try await program.json("PUT", "/api/v1/notes/\(uuid)", condition, #"{"text": "Two"}"#),
      try await program.json("PUT", "/api/v1/notes/\(uuid)", condition, #"{"text": "Two"}"#),
      try await program.ask(
        "POST", "/share", body: "text=Three", type: "application/x-www-form-urlencoded"),
    ]
    #expect(answers.map(\.status) == [201, 201, 200, 201])
    let categories = try answers.map { try $0.text("properties.category") }
    #expect(categories == Array(repeating: "Day", count: 4))
    let own = try await program.ask(
      "POST", "/api/v1/notes", body: "---\ncategory: Book\n---\nFour\n", type: "text/markdown")
    #expect(try own.text("properties.category") == "Book")
  }

  @Test("an id that another note has is replaced, also of one that was written a moment ago")
  func takenID() async throws {
    let (page, program) = try await RunningPage().withProgram()
    let body = "---\nid: mine\n---\nOne\n"
    let first = try await program.ask("POST", "/api/v1/notes", body: body, type: "text/markdown")
    let second = try await program.ask("POST", "/api/v1/notes", body: body, type: "text/markdown")
    #expect(try first.text("id") == "mine" && second.text("id") != "mine")
    #expect(try page.notes().count == 2)
  }

  @Test("a new note with an id is made once, however often it is sent")
  func once() async throws {
    let (page, program) = try await RunningPage().withProgram()
    let body = #"{"text": "Once", "title": "T", "tags": ["a"], "date": "2026-05-04T10:00:00Z"}"#
    let condition = ["If-None-Match": "*"]
    let first = try await program.json("PUT", "/api/v1/notes/\(uuid)", condition, body)
    let second = try await program.json("PUT", "/api/v1/notes/\(uuid)", condition, body)
    #expect(first.status == 201 && second.status == 200)
    #expect(first.body == second.body)
    #expect(try first.text("id") == uuid)
    #expect(try page.notes().count == 1)
    let other = try await program.json(
      "PUT", "/api/v1/notes/\(uuid)", condition, #"{"text": "Another"}"#)
    #expect(other.status == 412 && other.code == "exists")
    #expect(try other.text("current") == page.text(page.notes()[0]))
    #expect(try other.text("yours")?.hasSuffix("Another\n") == true)
    #expect(try page.notes().count == 1)
  }

  @Test("a new note that is sealed is made once too, and its words are not shown")
  func onceSealed() async throws {
    let (page, program) = try await RunningPage().withProgram()
    let fields = ["If-None-Match": "*", "Content-Type": "text/markdown"]
    func put(_ text: String) async throws -> Browser.Answer {
      try await program.ask("PUT", "/api/v1/notes/\(uuid)", fields, body: text)
    }
    let text = "---\nopen_after: 2999-01-01\n---\nfor later\n"
    let (first, second) = (try await put(text), try await put(text))
    #expect(first.status == 201 && second.status == 200)
    let other = try await put("---\nopen_after: 2999-01-01\n---\nguessed\n").expect(403)
    #expect(![first, second, other].contains { $0.body.contains("for later") })
    #expect(try page.notes().count == 1)
  }

  @Test(
    "the id of a new note is a UUID in lower case",
    arguments: [
      "7D3F0B52-9C1E-4F6A-8B8E-2F1A4C5D6E70", "n2", "7d3f0b52", "..%2F..%2Fetc", "a%2Fb", "~Li4",
    ])
  func badID(id: String) async throws {
    let page = try await RunningPage()
    let answer = try await page.program().json(
      "PUT", "/api/v1/notes/\(id)", ["If-None-Match": "*"], #"{"text": "x"}"#)
    #expect(answer.status == 422)
    #expect(try page.notes().isEmpty)
  }

  @Test("a new version of the present one replaces it, and leaves the rest of the file as it is")
  func replacing() async throws {
    let (page, program) = try await RunningPage(["n.md": note]).withProgram()
    let tag = try #require(try await program.ask("GET", "/api/v1/notes/n1").header("etag"))
    let answer = try await program.json(
      "PUT", "/api/v1/notes/n1", ["If-Match": tag],
      ##"{"text": "# T\none\nTWO\n", "tags": ["a", "b"]}"##)
    #expect(answer.status == 200)
    let text = try page.text("n.md")
    #expect(text.hasSuffix("tags: [a, b] # mine\n---\n\n# T\r\none\r\nTWO\r\n"))
    #expect(answer.header("etag") != tag)
    // The same once more is about a version that is no longer there.
    let stale = try await program.json(
      "PUT", "/api/v1/notes/n1", ["If-Match": tag], ##"{"text": "# T\none\n2\n"}"##)
    #expect(stale.status == 412 && stale.code == "changed")
    #expect(try stale.text("current") == text)
    #expect(try stale.text("yours")?.contains("2\r\n") == true)
    #expect(try page.text("n.md") == text)
  }

  @Test("with its base a version is merged, or both texts are answered")
  func merging() async throws {
    let (page, program) = try await RunningPage(["n.md": note]).withProgram()
    let condition = ["If-Match": "\"\(sha256Hex(note.utf8))\""]
    let others = note.replacing("# T", with: "# Title")
    try page.folder.write(others, to: "vault/n.md")
    func body(_ file: String) throws -> String {
      let data = try JSONSerialization.data(withJSONObject: ["file": file, "base": note])
      return String(decoding: data, as: UTF8.self)
    }
    let mine = note.replacing("two", with: "TWO")
    try await program.json("PUT", "/api/v1/notes/n1", condition, body(mine)).expect(200)
    let text = try page.text("n.md")
    #expect(text.contains("# Title") && text.contains("TWO"))
    // Its answer was lost: nothing more happens.
    try await program.json("PUT", "/api/v1/notes/n1", condition, body(mine)).expect(200)
    #expect(try page.text("n.md") == text)
    let conflict = try await program.json(
      "PUT", "/api/v1/notes/n1", condition, body(note.replacing("# T", with: "# Tee")))
    #expect(conflict.status == 409 && conflict.code == "conflict")
    #expect(try conflict.text("both")?.contains("<<<<<<<") == true)
    #expect(try conflict.text("current") == text)
    let undecided = try await program.json(
      "PUT", "/api/v1/notes/n1", ["If-Match": "\"\(sha256Hex(text.utf8))\""],
      String(
        decoding: JSONSerialization.data(withJSONObject: ["file": conflict.text("both") ?? ""]),
        as: UTF8.self))
    #expect(undecided.status == 422)
    #expect(try page.text("n.md") == text)
    let wrong = try await program.json(
      "PUT", "/api/v1/notes/n1", ["If-Match": "\"\(sha256Hex("x".utf8))\""], body(mine))
    #expect(wrong.status == 422)
  }

  @Test("a version without a condition, or with another id, is refused")
  func conditions() async throws {
    let (page, program) = try await RunningPage(["n.md": note]).withProgram()
    try await program.json("PUT", "/api/v1/notes/n1", [:], #"{"text": "x"}"#).expect(428)
    let both = try await program.json(
      "PUT", "/api/v1/notes/n1", ["If-Match": "*", "If-None-Match": "*"], #"{"text": "x"}"#)
    #expect(both.status == 400)
    let other = try await program.ask(
      "PUT", "/api/v1/notes/n1", ["If-Match": "*"],
      body: note.replacing("id: n1", with: "id: n2"), type: "text/markdown")
    #expect(other.status == 422)
    let missing = try await program.json(
      "PUT", "/api/v1/notes/n9", ["If-Match": "*"], #"{"text": "x"}"#)
    #expect(missing.status == 404)
    #expect(try page.text("n.md") == note)
  }

  @Test("properties change by the edits of tl")
  func changing() async throws {
    let (page, program) = try await RunningPage(["n.md": note]).withProgram()
    let answer = try await program.json(
      "PATCH", "/api/v1/notes/n1", [:],
      #"{"pinned": true, "tags": {"add": ["b"], "remove": ["a"]}, "title": "New", "date": "2026-05-04T08:00:00Z"}"#
    ).expect(200)
    #expect(try answer.text("title") == "New")
    #expect(try answer.value("pinned") as? Bool == true)
    let text = try page.text("n.md")
    #expect(text.contains("tags: [b] # mine\n") && text.contains("date: 2026-05-04T08:00:00Z\n"))
    let cleared = try await program.json(
      "PATCH", "/api/v1/notes/n1", [:], #"{"title": null, "date": null}"#)
    #expect(try cleared.text("title") == "T" && cleared.value("date") == nil)
    let stale = try await program.json(
      "PATCH", "/api/v1/notes/n1", ["If-Match": "\"0\""], #"{"pinned": false}"#)
    #expect(stale.status == 412)
    #expect(try page.text("n.md").contains("pinned: true"))
  }

  @Test(
    "a change that cannot be read changes nothing",
    arguments: [
      ("{", 400), ("[]", 422), (#"{"pinned": "yes"}"#, 422), (#"{"pined": true}"#, 422),
      (#"{"date": "yesterday-ish"}"#, 422), (#"{"date": "2026-11"}"#, 422),
      (##"{"tags": {"add": ["#"]}}"##, 422), (#"{"tags": ["a"]}"#, 422), ("", 400),
      (#"{"id": "other"}"#, 422),
    ])
  func badChange(body: String, status: Int) async throws {
    let page = try await RunningPage(["n.md": note])
    let answer = try await page.program().json("PATCH", "/api/v1/notes/n1", [:], body)
    #expect(answer.status == status)
    #expect(answer.code != nil)
    #expect(try page.text("n.md") == note)
  }

  @Test("a note that is removed lies in the trash")
  func removing() async throws {
    let (page, program) = try await RunningPage(["n.md": note]).withProgram()
    try await program.ask("DELETE", "/api/v1/notes/n1", ["If-Match": "\"0\""]).expect(412)
    let answer = try await program.ask("DELETE", "/api/v1/notes/n1").expect(200)
    #expect(try answer.value("trash") as? Int == 1)
    try await page.settled { $0.count == 0 }
    #expect(try await program.ask("DELETE", "/api/v1/notes/n1").status == 404)
    #expect(try page.notes().isEmpty)
  }

  @Test("a note without an id gets one with its first change")
  func provisional() async throws {
    let program = try await RunningPage(["n.md": "# T\n"]).program()
    let id = try #require(try await program.ask("GET", "/api/v1/notes").text("notes.0.id"))
    let answer = try await program.json("PATCH", "/api/v1/notes/\(id)", [:], #"{"pinned": true}"#)
    #expect(try answer.text("id") == id)
    #expect(try answer.value("id_stored") as? Bool == true)
  }
}

extension LiveSnapshot {
  fileprivate func vaultNote(_ path: String, _ page: RunningPage) throws -> NoteFile {
    try page.site.settings.source.open().note(at: try #require(VaultPath(path)), zone: .utc)
  }
}
