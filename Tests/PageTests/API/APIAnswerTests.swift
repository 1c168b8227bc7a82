import Cryptography
import TestSupport
import Testing

@testable import Page

@Suite("Answers of the API, by docs/openapi.json")
struct APIAnswerTests {
  /// The page's clock says 2026-11-18.
  private static let files = [
    "people/kaia.md":
      "---\ntl: person\nid: kaia-id\ntitle: Kaia\nrole: child\nbirthday: 2025-11-18\n---\n",
    "steps.md":
      "---\nid: steps\ncreated: 2026-11-01T10:00:00Z\ndate: 2026-10-31\npeople: [Kaia]\nmilestone: first-steps\nplace: Park\ncategory: walk\ntags: [walk]\n---\n# Steps\n\nFour of them.\n",
    "last-year.md": "---\nid: last-year\ncreated: 2025-11-18T08:00:00Z\n---\nA year ago.\n",
    "letter.md":
      "---\nid: letter\ncreated: 2024-11-18T08:00:00Z\nopen_after: 2030-01-01\n---\nSealed.\n",
    "opens.md":
      "---\nid: opens\ncreated: 2024-01-01T08:00:00Z\nopen_after: 2026-11-18\n---\nIt is open.\n",
    "trackers/water.md":
      "---\ntl: tracker\nunit: glasses\nevery: 2 days\n---\n\n- 2026-11-09\n- 2026-11-10 = 2: cold\n",
  ]
  private static let uuid = "7d3f0b52-9c1e-4f6a-8b8e-2f1a4c5d6e70"
  private static let bytes = "not quite a JPEG"
  private static let hash = sha256Hex(bytes.utf8)

  private struct Asked {
    var operation: String
    var path: String
    var status = 200
    var headers: [String: String] = [:]
    var body = ""
    var type = "application/json"
  }

  private static let reading = [
    Asked(operation: "GET /api/v1/notes", path: "/api/v1/notes"),
    Asked(operation: "GET /api/v1/notes", path: "/api/v1/notes?text=no&limit=1"),
    Asked(operation: "GET /api/v1/notes/{id}", path: "/api/v1/notes/steps"),
    Asked(operation: "GET /api/v1/notes/{id}", path: "/api/v1/notes/letter"),
    Asked(operation: "GET /api/v1/trackers", path: "/api/v1/trackers"),
    Asked(operation: "GET /api/v1/trackers/{item}", path: "/api/v1/trackers/water"),
    Asked(operation: "GET /api/v1/trackers/{item}/events", path: "/api/v1/trackers/water/events"),
    Asked(operation: "GET /api/v1/places", path: "/api/v1/places"),
    Asked(operation: "GET /api/v1/categories", path: "/api/v1/categories"),
    Asked(operation: "GET /api/v1/people", path: "/api/v1/people"),
    Asked(
      operation: "GET /api/v1/people/{item}/milestones", path: "/api/v1/people/kaia/milestones"),
    Asked(operation: "GET /api/v1/today", path: "/api/v1/today?months=1"),
    Asked(operation: "GET /api/v1/stats", path: "/api/v1/stats"),
    Asked(operation: "GET /api/v1/counts", path: "/api/v1/counts"),
    Asked(operation: "GET /api/v1/suggest", path: "/api/v1/suggest?q=w"),
  ]

  private static let writing = [
    Asked(
      operation: "POST /api/v1/notes", path: "/api/v1/notes", status: 201,
      body: #"{"text": "Four more", "tags": ["walk"], "date": "2026-11-02", "pinned": true}"#),
    Asked(
      operation: "PUT /api/v1/notes/{id}", path: "/api/v1/notes/\(uuid)", status: 201,
      headers: ["If-None-Match": "*"], body: #"{"text": "Once"}"#),
    Asked(
      operation: "PATCH /api/v1/notes/{id}", path: "/api/v1/notes/steps",
      body: #"{"pinned": true, "tags": {"add": ["a"]}}"#),
    Asked(
      operation: "POST /api/v1/notes/{id}/media", path: "/api/v1/notes/steps/media?name=a.jpg",
      status: 201, body: bytes, type: "image/jpeg"),
    Asked(
      operation: "PUT /api/v1/media/{sha256}", path: "/api/v1/media/\(hash)", status: 201,
      body: bytes, type: "application/octet-stream"),
    Asked(
      operation: "POST /api/v1/media", path: "/api/v1/media", status: 201, body: bytes,
      type: "application/octet-stream"),
    Asked(
      operation: "POST /share", path: "/share", status: 201, body: "text=Shared&tags=a",
      type: "application/x-www-form-urlencoded"),
    Asked(
      operation: "POST /api/v1/trackers/{item}/events", path: "/api/v1/trackers/water/events",
      status: 201, body: #"{"value": 2.5, "text": "warm"}"#),
    Asked(operation: "GET /api/v1/notes/{id}", path: "/api/v1/notes/steps"),
    Asked(operation: "DELETE /api/v1/notes/{id}", path: "/api/v1/notes/last-year"),
    Asked(operation: "GET /api/v1/operations", path: "/api/v1/operations"),
    Asked(
      operation: "POST /api/v1/operations/{number}/undo", path: "/api/v1/operations/2/undo"),
  ]

  private static let refused = [
    Asked(operation: "GET /api/v1/notes", path: "/api/v1/notes?limit=0", status: 422),
    Asked(operation: "GET /api/v1/notes/{id}", path: "/api/v1/notes/none", status: 404),
    Asked(operation: "POST /api/v1/notes", path: "/api/v1/notes", status: 400, body: "{"),
    Asked(
      operation: "PUT /api/v1/notes/{id}", path: "/api/v1/notes/steps", status: 428,
      body: #"{"text": "x"}"#),
    Asked(
      operation: "PUT /api/v1/notes/{id}", path: "/api/v1/notes/steps", status: 412,
      headers: ["If-Match": "\"\(hash)\""], body: #"{"text": "x"}"#),
  ]

  @Test("each is as its schema says, and each operation is asked")
  func answers() async throws {
    let description = try APIDescription()
    let operations = description.operations
    let program = try await RunningPage(Self.files).program()
    let events = try await program.ask("GET", "/api/v1/trackers/water/events")
    let event = try #require(try events.text("events.0.id"))
    let removal = Asked(
      operation: "DELETE /api/v1/trackers/{item}/events/{event}",
      path: "/api/v1/trackers/water/events/\(event)")
    let all = Self.reading + Self.writing + [removal] + Self.refused
    for asked in all {
      let operation = try #require(operations[asked.operation])
      let schema = try #require(description.schema(of: operation, status: asked.status))
      let method = String(asked.operation.prefix { $0 != " " })
      let answer = try await program.ask(
        method, asked.path, asked.headers, body: asked.body,
        type: method == "GET" ? nil : asked.type)
      #expect(answer.status == asked.status, "\(method) \(asked.path): \(answer.body)")
      let differences = description.differences(try JSON(answer.body), schema)
      #expect(differences == [], "\(method) \(asked.path)")
    }
    let described = operations.values.filter { operation in
      [200, 201].contains { description.schema(of: operation, status: $0) != nil }
    }
    #expect(Set(described.map(\.name)) == Set(all.map(\.operation)))
  }

  @Test("a value that is not as its schema says is found")
  func differences() throws {
    let description = try APIDescription()
    let problem = try #require(description.schemas["Problem"])
    let right = #"{"error": {"code": "a", "message": "b", "next": "c"}}"#
    #expect(description.differences(try JSON(right), problem) == [])
    let wrong = #"{"error": {"code": 1, "message": "b", "more": true}}"#
    #expect(
      Set(description.differences(try JSON(wrong), problem)) == [
        ".error.next is missing", ".error.more is not described",
        ".error.code: number(1.0) is none of [\"string\"]",
      ])
  }
}
