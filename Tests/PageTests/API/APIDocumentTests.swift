import Foundation
import TestSupport
import Testing
import VaultIndex

@testable import Page

@Suite("Documents of the API")
struct APIDocumentTests {
  private let description: APIDescription

  init() throws { description = try APIDescription() }

  @Test("docs/openapi.json has the routes for programs, and no others")
  func routes() throws {
    let operations = description.operations
    let routes = RouteTable.routes.filter(\.isForPrograms)
    #expect(Set(operations.keys) == Set(routes.map(\.name)))
    for route in routes {
      let operation = try #require(operations[route.name])
      #expect(operation.value["summary"]?.text == route.summary)
      #expect((operation.value["security"] != nil) == route.takesTokens, "\(route.name)")
      let names = operation.parameters.filter { $0["in"]?.text == "path" }
        .compactMap { $0["name"]?.text }
      let wanted = route.pattern.description.matches(of: /\{([^}]+)\}/).map { String($0.1) }
      #expect(names == wanted, "\(route.name)")
    }
    for route in RouteTable.routes where APIProblem.answers(route.pattern.description) {
      #expect(route.takesTokens, "\(route.name)")
    }
  }

  @Test("each operation has the errors that all of its kind have")
  func errors() {
    for route in RouteTable.routes where route.takesTokens {
      let all = ["400", "401", "403", "404", "421", "422"]
      let wanted = all + (route.method.isWrite ? ["409", "413", "415", "503", "507"] : [])
      let described = description.operations[route.name]?.answers ?? [:]
      #expect(wanted.filter { described[$0] == nil } == [], "\(route.name)")
    }
  }

  @Test("every reference names something, and everything that can be named is")
  func references() throws {
    let text = try RepositoryRoot.text(of: "docs/openapi.json")
    let used = Set(text.matches(of: /"#\/components\/([A-Za-z0-9\/]+)"/).map { String($0.1) })
    let parts = ["parameters", "responses", "schemas"].flatMap { part in
      (description.root["components"]?[part]?.fields ?? [:]).keys.map { "\(part)/\($0)" }
    }
    #expect(used == Set(parts))
  }

  @Test("it allows the values and keys that the code reads")
  func inputs() throws {
    let schemas = description.schemas
    for (name, keys) in [
      ("NoteInput", NoteInput.Fields.names), ("NotePatch", NotePatch.names),
      ("EventInput", EventInput.names),
    ] {
      #expect(Set((schemas[name]?["properties"]?.fields ?? [:]).keys) == keys, "\(name)")
      #expect(schemas[name]?["additionalProperties"] == .bool(false), "\(name)")
    }
    let list = try #require(description.operations["GET /api/v1/notes"]).parameters
    func schema(_ name: String) -> JSON? { list.first { $0["name"]?.text == name }?["schema"] }
    let kinds = NoteKind.allCases.map { JSON.string($0.rawValue) }
    #expect(schema("kind")?["enum"] == .array(kinds))
    #expect(schemas["Note"]?["properties"]?["kind"]?["enum"] == .array(kinds))
    #expect(schema("limit")?["minimum"] == .number(Double(NoteListAPI.limit.lowerBound)))
    #expect(schema("limit")?["maximum"] == .number(Double(NoteListAPI.limit.upperBound)))
  }

  @Test("the server sends the same document")
  func served() async throws {
    let page = try await RunningPage()
    let answer = try await page.program().ask("GET", "/api/v1/openapi.json")
    #expect(answer.body == (try RepositoryRoot.text(of: "docs/openapi.json")))
    #expect(PageFiles.assets["openapi.json"] == nil)
  }

  @Test("the table of docs/api.md is made of it and of the table of routes")
  func table() throws {
    let path = "docs/api.md"
    let text = try RepositoryRoot.text(of: path)
    let (begin, end) = ("<!-- routes -->\n", "<!-- end of routes -->\n")
    let start = try #require(text.range(of: begin)?.upperBound)
    let stop = try #require(text.range(of: end)?.lowerBound)
    let wanted = text[..<start] + "\n\(description.table)\n\n" + text[stop...]
    if TranscriptFile.isRecording {
      try wanted.write(toFile: RepositoryRoot.path(path), atomically: true, encoding: .utf8)
    }
    #expect(
      text == wanted, "\(path) and the routes differ; TL_RECORD=1 with this test writes it anew")
    #expect(
      !TranscriptFile.isRecording,
      "\(path): recorded; look at the difference, then run without TL_RECORD")
  }
}
