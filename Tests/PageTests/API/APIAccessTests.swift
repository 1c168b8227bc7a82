import Foundation
import TestSupport
import Testing

@testable import Page

@Suite("Who may use the API")
struct APIAccessTests {
  private let note = "---\nid: n1\n---\nSecret\n"

  @Test("without a token there is nothing, and the answer says what to do")
  func strangers() async throws {
    let program = try await RunningPage(["n.md": note]).program()
    for token in [nil, "", "guessed", String(repeating: "x", count: 5_000), "../../sessions.json"] {
      var stranger = program
      stranger.token = token
      let answer = try await stranger.ask("GET", "/api/v1/notes")
        .expect(401, code: "no_token", lacks: "Secret")
      #expect(answer.header("www-authenticate") == "Bearer")
    }
  }

  @Test("a write without a token is told so, and one by a page of somebody is not")
  func writes() async throws {
    let page = try await RunningPage(["n.md": note])
    var program = try page.program()
    program.token = nil
    let fields = ["Content-Type": "text/markdown"]
    try await program.ask("POST", "/api/v1/notes", fields, body: "x").expect(401, code: "no_token")
    let foreign = fields.merging(["Origin": "https://evil.example"]) { $1 }
    #expect(try await program.ask("POST", "/api/v1/notes", foreign, body: "x").status == 403)
  }

  @Test("a vault whose disk is away is unavailable, not empty")
  func away() async throws {
    let (page, program) = try await RunningPage(["n.md": note]).withProgram()
    let (vault, away) = (page.folder.path("vault"), page.folder.path("away"))
    func codes() async throws -> [String?] {
      try await [
        program.ask("GET", "/api/v1/notes"), program.ask("GET", "/api/v1/notes/n1"),
        program.ask("POST", "/api/v1/notes", body: "x", type: "text/markdown"),
      ].map { $0.status == 503 ? $0.code : "\($0.status)" }
    }
    try FileManager.default.moveItem(atPath: vault, toPath: away)
    #expect(try await codes() == ["unavailable", "unavailable", "unavailable"])
    try FileManager.default.createDirectory(atPath: vault, withIntermediateDirectories: false)
    #expect(try await codes() == ["unavailable", "unavailable", "unavailable"])
    try FileManager.default.removeItem(atPath: vault)
    try FileManager.default.moveItem(atPath: away, toPath: vault)
    #expect(try await program.ask("GET", "/api/v1/notes/n1").status == 200)
  }

  @Test("a compressed body is refused, and becomes no note")
  func compressed() async throws {
    let page = try await RunningPage(["n.md": note])
    let fields = ["Content-Type": "text/markdown", "Content-Encoding": "gzip"]
    let answer = try await page.program().ask("POST", "/api/v1/notes", fields, body: "x")
    #expect(answer.status == 415 && answer.code == "wrong_content_type")
  }

  @Test("a token is valid at this machine's own addresses, where nothing else is")
  func ownAddress() async throws {
    let (page, browser) = try await RunningPage(["n.md": note]).withBrowser()
    for host in ["127.0.0.1:\(page.port)", "localhost:\(page.port)", "[::1]:\(page.port)"] {
      var program = try page.program()
      program.host = host
      #expect(try await program.ask("GET", "/api/v1/notes/n1").status == 200)
      for path in ["/", "/n/n1", "/n/n1/raw", "/login", "/media/x.jpg", "/events"] {
        #expect(try await program.ask("GET", path).status == 421, "\(path)")
      }
      #expect(try await browser.get("/api/v1/notes", ["Host": host]).status == 421)
      program.token = "guessed"
      #expect(try await program.ask("GET", "/api/v1/notes").status == 401)
    }
  }

  @Test("a name that leads here, and a page of another site, get nothing with a token either")
  func foreign() async throws {
    let page = try await RunningPage(["n.md": note])
    var program = try page.program()
    for origin in [
      "https://evil.example", "null", "http://127.0.0.1:\(page.port)", "http://localhost:1",
    ] {
      let answer = try await program.ask("GET", "/api/v1/notes", ["Origin": origin])
      #expect(answer.status == 403 && answer.code == "foreign_page")
    }
    try await program.ask("GET", "/api/v1/notes", ["Sec-Fetch-Site": "cross-site"]).expect(403)
    program.host = "evil.example:\(page.port)"
    try await program.ask("GET", "/api/v1/notes").expect(421, code: "wrong_host")
    program.host = "127.0.0.1.evil.example"
    #expect(try await program.ask("GET", "/api/v1/notes").status == 421)
  }

  @Test(
    "a token that only reads changes nothing",
    arguments: [
      ("POST", "/api/v1/notes"), ("PUT", "/api/v1/notes/n1"), ("PATCH", "/api/v1/notes/n1"),
      ("DELETE", "/api/v1/notes/n1"), ("POST", "/api/v1/notes/n1/media?name=a"),
      ("PUT", "/api/v1/media/\(String(repeating: "0", count: 64))"), ("POST", "/share"),
      ("GET", "/api/v1/operations"), ("POST", "/api/v1/operations/1/undo"),
    ])
  func readOnlyToken(method: String, path: String) async throws {
    let (page, program) = try await RunningPage(["n.md": note]).withProgram(isReadOnly: true)
    #expect(try await program.ask("GET", "/api/v1/notes/n1").status == 200)
    let answer = try await program.json(method, path, ["If-Match": "*"], #"{"text": "x"}"#)
    #expect(answer.status == 403 && answer.code == "token_reads_only")
    #expect(try page.text("n.md") == note)
    #expect(try page.notes() == ["n.md"])
  }

  @Test("a page that was started to be read changes nothing")
  func readOnlyPage() async throws {
    let page = try await RunningPage(["n.md": note], isReadOnly: true)
    try await page.program().ask("DELETE", "/api/v1/notes/n1").expect(403, code: "read_only")
    #expect(try page.text("n.md") == note)
  }

  @Test("a removed token opens nothing from then on")
  func removal() async throws {
    let (page, program) = try await RunningPage().withProgram()
    #expect(try await program.ask("GET", "/api/v1/notes").status == 200)
    // As `tl serve token remove` does, in another process.
    let store = try TokenStore(.scripts, in: page.folder.path("state"))
    #expect(try store.remove(named: "test"))
    #expect(try await program.ask("GET", "/api/v1/notes").status == 401)
    #expect(try !store.remove(named: "test"))
  }

  @Test("no file of the state folder has a token in it")
  func storage() async throws {
    let page = try await RunningPage()
    let token = try #require(try page.program().token)
    let state = page.folder.path("state")
    for name in try #require(FileManager.default.enumerator(atPath: state)).compactMap({
      $0 as? String
    }) {
      #expect(!name.contains(token))
      let bytes = FileManager.default.contents(atPath: "\(state)/\(name)")
      #expect(bytes.map { !String(decoding: $0, as: UTF8.self).contains(token) } ?? true)
    }
    let folder = try FileManager.default.attributesOfItem(atPath: "\(state)/tokens")
    #expect(folder[.posixPermissions] as? Int == 0o700)
  }

  @Test("a token needs no form token, and no cookie is given for it")
  func cookies() async throws {
    let program = try await RunningPage(["n.md": note]).program()
    let answer = try await program.json("PATCH", "/api/v1/notes/n1", [:], #"{"pinned": true}"#)
    #expect(answer.status == 200)
    #expect(answer.header("set-cookie") == nil)
    #expect(try await program.ask("GET", "/").status == 401)
  }

  @Test("a script of the page uses the API with its session, and says that it is one")
  func session() async throws {
    let (page, browser) = try await RunningPage(["n.md": note]).withBrowser()
    #expect(try await browser.get("/api/v1/notes/n1").status == 200)
    var headers = ["Origin": "http://\(page.host)", "Content-Type": "application/json"]
    let body = #"{"pinned": true}"#
    let form = try await browser.send("PATCH", "/api/v1/notes/n1", headers, body: body)
    #expect(form.status == 403 && form.code == "foreign_page")
    headers["X-Requested-With"] = "tl"
    try await browser.send("PATCH", "/api/v1/notes/n1", headers, body: body).expect(200)
    let share = try await browser.send(
      "POST", "/share",
      ["Origin": "http://\(page.host)", "Content-Type": "application/x-www-form-urlencoded"],
      body: "text=x")
    #expect(share.status == 401)
  }

  @Test(
    "what cannot be understood has a status, a code and a next step",
    arguments: [
      ("GET", "/api/v1/nothing", "", 404), ("PUT", "/api/v1/notes", "", 405),
      ("TRACE", "/api/v1/notes", "", 405), ("GET", "/api/v1/notes/%00", "", 404),
      ("GET", "/api/v1/notes/a%2F..%2Fb", "", 404), ("GET", "/api/v1/notes/../../etc", "", 404),
      ("GET", "/api/v1/notes/", "", 404), ("POST", "/api/v1/notes", "text/plain2", 415),
      ("POST", "/api/v1/notes", "application/json", 400),
      ("POST", "/api/v1/notes", "text/markdown", 422), ("POST", "/share", "application/json", 415),
      ("PATCH", "/api/v1/notes/n1", "text/markdown", 415),
    ])
  func refusals(method: String, path: String, type: String, status: Int) async throws {
    let page = try await RunningPage(["n.md": note])
    let answer = try await page.program().ask(
      method, path, body: "", type: type.isEmpty ? nil : type)
    #expect(answer.status == status)
    for key in ["code", "message", "next"] {
      #expect(try answer.text("error.\(key)")?.isEmpty == false)
    }
    if status == 405 { #expect(answer.header("allow")?.contains("GET") == true) }
  }

  @Test("a body over the limit is refused before it is read")
  func tooLarge() async throws {
    let (page, program) = try await RunningPage(["n.md": note]).withProgram()
    for (method, path, type, length) in [
      ("POST", "/api/v1/notes", "text/markdown", "16777217"),
      ("POST", "/api/v1/notes", "application/json", "9999999999999999"),
      ("POST", "/api/v1/notes/n1/media?name=a.jpg", "image/jpeg", "2147483649"),
      ("PUT", "/api/v1/media/\(String(repeating: "0", count: 64))", "image/jpeg", "2147483649"),
    ] {
      let connection = try RawConnection(to: page.port)
      let answer = await connection.ask(
        "\(method) \(path) HTTP/1.1\r\nHost: \(page.host)\r\nContent-Type: \(type)\r\n"
          + "Authorization: Bearer \(try #require(program.token))\r\n"
          + "Content-Length: \(length)\r\n\r\n", until: "\"next\"")
      #expect(answer.hasPrefix("HTTP/1.1 413 ") && answer.contains("too_large"), "\(path)")
    }
  }
}
