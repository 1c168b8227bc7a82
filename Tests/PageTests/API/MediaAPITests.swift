import Cryptography
import Foundation
import TestSupport
import Testing
import WebServer

@testable import Page

@Suite("Media of the API")
struct MediaAPITests {
  private let note = "---\nid: n1\n---\nText\n"
  private let content = "not quite a JPEG"
  private var hash: String { sha256Hex(content.utf8) }

  @Test("a raw body becomes a file of the note, once, under a safe name")
  func attaching() async throws {
    let (page, program) = try await RunningPage(["n.md": note]).withProgram()
    let path = "/api/v1/notes/n1/media?name=..%2F..%2Fe%1Bvil.jpg"
    let first = try await program.ask("POST", path, body: content, type: "image/jpeg")
    let second = try await program.ask("POST", path, body: content, type: "image/jpeg")
    #expect(first.status == 201 && second.status == 200)
    #expect(first.body == second.body)
    #expect(try first.text("path") == "n.media/evil.jpg" && first.text("kind") == "photo")
    #expect(try first.text("sha256") == hash)
    #expect(try media(page) == ["evil.jpg"])
    #expect(try page.text("n.media/evil.jpg") == content)
    let shown = try await program.ask("GET", "/api/v1/notes/n1")
    #expect(try shown.text("media.0.path") == "n.media/evil.jpg")
    #expect(try waiting(page).isEmpty)
  }

  @Test("a file that is sent before its note waits, and goes to the note once")
  func staging() async throws {
    let (page, program) = try await RunningPage(["n.md": note]).withProgram()
    let place = "/api/v1/media/\(hash)"
    #expect(try await program.ask("HEAD", place).status == 404)
    #expect(try await program.ask("PUT", place, body: content).status == 201)
    #expect(try await program.ask("PUT", place, body: content).status == 200)
    let head = try await program.ask("HEAD", place)
    #expect(head.status == 200 && head.body.isEmpty)
    #expect(head.header("content-length") == "\(content.utf8.count)")
    let answer = try await program.ask("GET", place)
    #expect(answer.body == content)
    #expect(answer.header("content-security-policy")?.contains("sandbox") == true)
    let attach = "/api/v1/notes/n1/media?name=a.jpg&sha256=\(hash)"
    #expect(try await program.ask("POST", attach).status == 201)
    // The answer was lost.
    let again = try await program.ask("POST", attach).expect(200)
    #expect(try again.text("path") == "n.media/a.jpg")
    #expect(try media(page) == ["a.jpg"])
    #expect(try await program.ask("HEAD", place).status == 404)
    #expect(try waiting(page).isEmpty)
  }

  @Test("a file whose SHA-256 is not known waits under the one that the answer says")
  func stagingUnnamed() async throws {
    let (page, program) = try await RunningPage(["n.md": note]).withProgram()
    for _ in 0..<2 {
      let answer = try await program.ask("POST", "/api/v1/media", body: content).expect(201)
      #expect(try answer.text("sha256") == hash)
    }
    #expect(try waiting(page).count == 1)
    let attach = "/api/v1/notes/n1/media?name=a.jpg&sha256=\(hash)"
    #expect(try await program.ask("POST", attach).status == 201)
    #expect(try page.text("n.media/a.jpg") == content)
  }

  @Test("a file that went to a note and was changed there is not taken for the one that was sent")
  func changedInVault() async throws {
    let (page, program) = try await RunningPage(["n.md": note]).withProgram()
    let place = "/api/v1/media/\(hash)"
    #expect(try await program.ask("PUT", place, body: content).status == 201)
    // As a crash leaves it, before the name in the stage is removed.
    try page.folder.makeFolder("vault/n.media")
    let media = page.folder.path("vault/n.media/a.jpg")
    try FileManager.default.linkItem(atPath: page.folder.path("state/media/\(hash)"), toPath: media)
    let handle = try #require(FileHandle(forWritingAtPath: media))
    try handle.write(contentsOf: Data("changed".utf8))
    try handle.close()
    #expect(try await program.ask("HEAD", place).status == 404)
    #expect(try await program.ask("PUT", place, body: content).status == 201)
    #expect(try await program.ask("GET", place).body == content)
    #expect(try page.text("n.media/a.jpg").hasPrefix("changed"))
  }

  @Test("a file with another content than announced is not kept")
  func wrongContent() async throws {
    let (page, program) = try await RunningPage(["n.md": note]).withProgram()
    try await program.ask("PUT", "/api/v1/media/\(hash)", body: content + "x").expect(422)
    #expect(try await program.ask("HEAD", "/api/v1/media/\(hash)").status == 404)
    #expect(try waiting(page).isEmpty)
  }

  @Test("an upload that stops leaves nothing")
  func stopped() async throws {
    let (page, program) = try await RunningPage(["n.md": note]).withProgram()
    var connection: RawConnection? = try RawConnection(to: page.port)
    _ = await connection?.send(
      "PUT /api/v1/media/\(hash) HTTP/1.1\r\nHost: \(page.host)\r\nContent-Length: 100\r\n"
        + "Authorization: Bearer \(try #require(program.token))\r\n\r\npart")
    while try waiting(page).isEmpty { try await Task.sleep(for: .milliseconds(5)) }
    connection = nil
    while try !waiting(page).isEmpty { try await Task.sleep(for: .milliseconds(5)) }
    #expect(try await program.ask("HEAD", "/api/v1/media/\(hash)").status == 404)
  }

  @Test(
    "what is no name, no hash or no note is refused",
    arguments: [
      ("POST", "/api/v1/notes/n1/media", 422), ("POST", "/api/v1/notes/n1/media?name=", 422),
      ("POST", "/api/v1/notes/n9/media?name=a.jpg", 404),
      ("POST", "/api/v1/notes/n1/media?name=a.jpg&sha256=../x", 422),
      (
        "POST", "/api/v1/notes/n1/media?name=a.jpg&sha256=\(String(repeating: "0", count: 64))", 404
      ),
      ("PUT", "/api/v1/media/\(String(repeating: "A", count: 64))", 422),
      ("GET", "/api/v1/media/..%2F..%2Fsessions.json", 422), ("GET", "/api/v1/media/x", 422),
    ])
  func refusals(method: String, path: String, status: Int) async throws {
    let page = try await RunningPage(["n.md": note])
    let answer = try await page.program().ask(method, path, body: method == "GET" ? "" : "x")
    #expect(answer.status == status)
    #expect(answer.code != nil)
    #expect(try page.text("n.md") == note)
  }

  @Test("a file for which no note comes is removed after seven days")
  func expiry() async throws {
    let later: Int64 = Int64(Date().timeIntervalSince1970) + UploadStage.lifetime + 86_400
    let program = try await RunningPage(["n.md": note], now: { later }).program()
    #expect(try await program.ask("PUT", "/api/v1/media/\(hash)", body: content).status == 201)
    try await program.ask("PUT", "/api/v1/media/\(sha256Hex("b".utf8))", body: "b").expect(201)
    #expect(try await program.ask("HEAD", "/api/v1/media/\(hash)").status == 404)
  }

  @Test("what waits has a limit, for files of an unknown size and for those that come together too")
  func limit() async throws {
    let page = try await RunningPage(
      ["n.md": note], now: { Int64(Date().timeIntervalSince1970) })
    let token = try #require(try page.program().token)
    let size = UploadStage.limit / 4
    for number in 0..<4 {
      let path = page.folder.path("state/media/\(String(repeating: "\(number)", count: 64))")
      _ = FileManager.default.createFile(atPath: path, contents: nil)
      let handle = try #require(FileHandle(forWritingAtPath: path))
      try handle.truncate(atOffset: UInt64(number == 3 ? size - 100 : size))
      try handle.close()
    }
    let head =
      "POST /api/v1/media HTTP/1.1\r\nHost: \(page.host)\r\nConnection: close\r\n"
      + "Authorization: Bearer \(token)\r\n"
    let chunked = try RawConnection(to: page.port)
    await chunked.send(
      head + "Transfer-Encoding: chunked\r\n\r\n65\r\n"
        + String(repeating: "x", count: 0x65) + "\r\n0\r\n\r\n")
    #expect(await chunked.receive().hasPrefix("HTTP/1.1 507 "))
    #expect(try waiting(page).count == 4)
    var first: RawConnection? = try RawConnection(to: page.port)
    _ = await first?.send(head + "Content-Length: 80\r\n\r\npart")
    while try waiting(page).count == 4 { try await Task.sleep(for: .milliseconds(5)) }
    let body = String(repeating: "y", count: 80)
    let second = try RawConnection(to: page.port)
    await second.send(head + "Content-Length: 80\r\n\r\n" + body)
    #expect(await second.receive().hasPrefix("HTTP/1.1 507 "))
    first = nil
    while try waiting(page).count == 5 { try await Task.sleep(for: .milliseconds(5)) }
    var status = 507
    while status == 507 {
      status = try await APIClient(page: page, token: token)
        .ask("POST", "/api/v1/media", body: body).status
    }
    #expect(status == 201)
  }

  @Test("the share menu's form becomes a note with its files")
  func sharing() async throws {
    let (page, program) = try await RunningPage().withProgram()
    let form = try await program.ask(
      "POST", "/share", body: "title=A+page&url=https%3A%2F%2Fexample.org&tags=web%2C+later",
      type: "application/x-www-form-urlencoded")
    #expect(form.status == 201)
    #expect(try form.text("text") == "\nA page\n\nhttps://example.org\n")
    #expect(try form.value("tags") as? [String] == ["web", "later"])
    func part(_ head: String, _ content: String) -> String {
      "--B\r\nContent-Disposition: form-data; \(head)\r\n\r\n\(content)\r\n"
    }
    let files = try await program.ask(
      "POST", "/share",
      body: part("name=\"text\"", "From the beach")
        + part("name=\"files\"; filename=\"a.jpg\"", content) + "--B--\r\n",
      type: "multipart/form-data; boundary=B")
    #expect(files.status == 201)
    #expect(try files.text("media.0.kind") == "photo")
    let empty = try await program.ask(
      "POST", "/share", body: "title=+", type: "application/x-www-form-urlencoded")
    #expect(empty.status == 422)
    #expect(try page.notes().count == 2)
  }

  @Test("a shared photo gives its note the date and the place, as in a form")
  func sharedPhoto() async throws {
    let page = try await RunningPage()
    let head = "--B\r\nContent-Disposition: form-data; name=\"files\"; filename=\"a.jpg\"\r\n\r\n"
    let body =
      try Array(head.utf8) + RepositoryRoot.bytes(of: "Tests/MediaTests/Fixtures/photo.jpg")
      + Array("\r\n--B--\r\n".utf8)
    let token = try page.program().token ?? ""
    let answer = try await Browser(page: page).send(
      "POST", "/share",
      ["Authorization": "Bearer \(token)", "Content-Type": "multipart/form-data; boundary=B"],
      body: body)
    #expect(answer.status == 201)
    #expect(try answer.text("date")?.hasPrefix("2020-11-20T18:03:11") == true)
    #expect(try page.text(page.notes()[0]).contains("\ncoordinates: [-33.8584, 151.211167]\n"))
  }

  private func media(_ page: RunningPage) throws -> [String] {
    try page.folder.names(in: "vault/n.media")
  }

  /// The files in the state folder that belong to no note yet.
  private func waiting(_ page: RunningPage) throws -> [String] {
    try ["media", "uploads"].flatMap { try page.folder.names(in: "state/\($0)") }
  }
}
