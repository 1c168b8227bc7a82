import Foundation
import TestSupport
import Testing

@testable import Page

@Suite("Documents of the API")
struct APIDocumentTests {
  @Test("docs/openapi.json is made of the table of routes")
  func openAPI() throws {
    try check("docs/openapi.json", against: OpenAPIDocument.text)
  }

  @Test("the table of docs/api.md is made of the table of routes")
  func table() throws {
    let path = "docs/api.md"
    let text = try RepositoryRoot.text(of: path)
    let (begin, end) = ("<!-- routes -->\n", "<!-- end of routes -->\n")
    let start = try #require(text.range(of: begin)?.upperBound)
    let stop = try #require(text.range(of: end)?.lowerBound)
    let wanted = text[..<start] + "\n\(RouteDocument.table)\n\n" + text[stop...]
    try check(path, against: String(wanted))
  }

  @Test("the server sends the same document")
  func served() async throws {
    let page = try await RunningPage()
    let answer = try await page.program().ask("GET", "/api/v1/openapi.json")
    #expect(answer.body == OpenAPIDocument.text)
  }

  @Test("the document names only schemas that it has, and all of them")
  func schemas() throws {
    let used = Set(
      OpenAPIDocument.text.matches(of: /#\/components\/schemas\/([A-Za-z]+)/).map { String($0.1) })
    #expect(used == Set(APISchemas.all.map(\.0)))
  }

  @Test(
    "the names in braces of a path are described, and no others",
    arguments: RouteTable.routes.map(\.pattern.description))
  func parameters(path: String) {
    for route in RouteTable.routes where route.pattern.description == path {
      guard let description = route.description else { continue }
      let names = path.matches(of: /\{([^}]+)\}/).map { String($0.1) }
      #expect(description.parameters.filter { $0.place == .path }.map(\.name) == names)
    }
  }

  @Test("every address below /api/v1 is described")
  func isComplete() {
    for route in RouteTable.routes where APIProblem.answers(route.pattern.description) {
      #expect(route.description != nil, "\(route.pattern)")
      #expect(route.takesTokens, "\(route.pattern)")
    }
  }

  private func check(_ path: String, against wanted: String) throws {
    let file = RepositoryRoot.path(path)
    if TranscriptFile.isRecording {
      try wanted.write(toFile: file, atomically: true, encoding: .utf8)
    }
    let kept = try? RepositoryRoot.text(of: path)
    #expect(
      kept == wanted,
      "\(path) and the routes differ; TL_RECORD=1 with this test writes it anew")
    #expect(
      !TranscriptFile.isRecording,
      "\(path): recorded; look at the difference, then run without TL_RECORD")
  }
}
