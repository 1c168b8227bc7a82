import Foundation
import NIOHTTP1
import NotesyncServer
import SystemCalls
import TestSupport
import Testing
import WebServer

/// `tl serve` as a program, with the page and the notesync server on one port.
@Suite("The page and notesync on one port")
struct OnePortTests {
  /// A vault with a note, an account and a program that serves it until `body` has returned.
  private func serve(
    _ options: [String] = [], account: String? = "ada",
    _ body: @escaping @Sendable (Served) async throws -> Void
  ) async throws {
    try await withOwnThreads { try await run(options, account, body) }
  }

  private func run(
    _ options: [String], _ account: String?,
    _ body: @escaping @Sendable (Served) async throws -> Void
  ) async throws {
    let folder = try TemporaryFolder()
    let program = try #require(builtProgram("tl-net"))
    let port = Int(try LoopbackListener().port)
    let account = account.map { "echo word | \"$0\" --vault vault serve user add \($0) || exit 1" }
    let script = """
      "$0" init vault && echo "# Hello" > vault/a.md || exit 1
      \(account ?? "")
      "$0" --vault vault serve --listen 127.0.0.1:\(port) \(options.joined(separator: " ")) >log 2>&1 &
      until grep -q "http://" log; do kill -0 $! || exit 1; sleep 0.05; done
      mv log ready
      until [ -e stop ]; do kill -0 $! || exit 1; sleep 0.05; done
      kill $!
      wait $!
      cat ready
      """
    let environment = ["HOME": folder.path("home"), "PATH": "/usr/bin:/bin", "TZ": "UTC"]
    let (ends, signal) = AsyncStream.makeStream(of: Result<CommandOutput, any Error>.self)
    Thread.detachNewThread {
      signal.yield(
        Result {
          try runProgram(
            "/bin/sh", ["-c", script, program], in: folder.path, environment: environment)
        })
      signal.finish()
    }
    while !FileManager.default.fileExists(atPath: folder.path("ready")) {
      try await Task.sleep(for: .milliseconds(20))
      if let log = try? String(contentsOfFile: folder.path("log"), encoding: .utf8),
        log.contains("error")
      {
        throw CommandFailure(description: log)
      }
    }
    let result: Result<Void, any Error>
    do {
      try await body(Served(folder: folder, port: port))
      result = .success(())
    } catch {
      result = .failure(error)
    }
    try folder.write("", to: "stop")
    for await end in ends { _ = try end.get() }
    try result.get()
  }

  private struct Served: Sendable {
    let folder: TemporaryFolder
    let port: Int

    /// - Returns: an answer whose body is all that came.
    func send(
      _ method: String, _ path: String, _ headers: [String: String] = [:], body: String = ""
    ) async throws -> Answer {
      let connection = try RawConnection(to: port)
      var all = ["Host": "127.0.0.1:\(port)", "Connection": "close"]
      if method != "GET" { all["Content-Length"] = "\(body.utf8.count)" }
      all.merge(headers) { $1 }
      let head = all.map { "\($0): \($1)\r\n" }.joined()
      let text = await connection.ask("\(method) \(path) HTTP/1.1\r\n\(head)\r\n\(body)")
      let status = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
      return Answer(status: status, headers: [:], body: Array(text.utf8))
    }

    /// The name of the page, which its address has.
    func pageHost() throws -> String {
      let log = try String(contentsOfFile: folder.path("ready"), encoding: .utf8)
      let start = try #require(log.range(of: "http://")?.upperBound)
      return String(log[start...].prefix { $0 != "/" })
    }

    func invitation() throws -> String {
      let log = try String(contentsOfFile: folder.path("ready"), encoding: .utf8)
      let start = try #require(log.range(of: "/login?code=")?.lowerBound)
      return String(log[start...].prefix { !$0.isWhitespace })
    }

    func apiKey() throws -> String {
      let path = try #require(folder.contents().first { $0.hasSuffix("/api-key") })
      return try String(contentsOfFile: folder.path(path), encoding: .utf8)
        .trimmingCharacters(in: .whitespacesAndNewlines)
    }
  }

  @Test("tl serve feed add prints the addresses of a feed and of its calendar, which open both")
  func feed() async throws {
    try await serve { served in
      let host = try served.pageHost()
      let printed = try runProgram(
        try #require(builtProgram("tl-net")),
        ["--vault", "vault", "serve", "feed", "add", "Everything"], in: served.folder.path,
        environment: [
          "HOME": served.folder.path("home"), "PATH": "/usr/bin:/bin", "TZ": "UTC",
        ]
      ).expect(0, errHas: "a calendar the second")
      let addresses = printed.stdoutText.split(separator: "\n").map(String.init)
      let start = "http://\(host)"
      #expect(addresses.count == 2 && addresses.allSatisfy { $0.hasPrefix(start) })
      for (address, type) in zip(addresses, ["application/atom+xml", "text/calendar"]) {
        try await served.send("GET", String(address.dropFirst(start.count)), ["Host": host])
          .expect(200, has: "Hello", type)
      }
    }
  }

  @Test("one process answers the browser and the apps, each by its own rules")
  func both() async throws {
    try await serve { served in
      let host = try served.pageHost()
      #expect(host.hasSuffix(".localhost:\(served.port)"))
      // The page: at its own name, by a code.
      #expect(try await served.send("GET", "/", ["Host": host]).status == 401)
      #expect(try await served.send("GET", "/").status == 421)
      let entered = try await served.send("GET", served.invitation(), ["Host": host]).expect(303)
      let field = try #require(
        entered.text.split(separator: "\r\n").first { $0.lowercased().hasPrefix("set-cookie:") })
      let cookie = String(field.dropFirst("set-cookie: ".count).prefix { $0 != ";" })
      try await served.send("GET", "/", ["Host": host, "Cookie": cookie]).expect(200, has: "Hello")

      // The apps: at any name, by the key and a token.
      let login = try await served.send(
        "POST", "/auth/login", ["Content-Type": "application/json"],
        body: "{\"username\": \"ada\", \"password\": \"word\"}")
      #expect(login.status == 200, "\(login.text)")
      let body = login.text.components(separatedBy: "\r\n\r\n").last ?? ""
      let value = try JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any]
      let tokens = try #require(value?["tokens"] as? [String: String])
      let token = try #require(tokens["access_token"])
      try await served.send(
        "GET", "/api/notes",
        ["X-API-Key": try served.apiKey(), "Authorization": "Bearer \(token)"]
      ).expect(200, has: "Hello")

      // But for a page whose name somebody resolves to this machine.
      for name in ["evil.example:\(served.port)", "127.0.0.1:\(served.port)"] {
        let fields = [
          "Content-Type": "application/json", "Host": name,
          "Origin": "http://evil.example:\(served.port)",
        ]
        let guess = try await served.send(
          "POST", "/auth/login", fields, body: "{\"username\": \"ada\", \"password\": \"word\"}")
        #expect(guess.status == 403)
      }
      let form = ["Content-Type": "application/x-www-form-urlencoded"]
      for origin in ["http://\(host)", "http://127.0.0.1:\(served.port)"] {
        let fields = form.merging(["Origin": origin]) { $1 }
        let answer = try await served.send("POST", "/auth/oauth_start", fields, body: "a=b")
        #expect(answer.text.contains("<form"), "\(origin)")
      }

      // Neither is let in by what the other one takes.
      #expect(
        try await served.send("GET", "/api/notes", ["Host": host, "Cookie": cookie]).status == 401)
      #expect(
        try await served.send("GET", "/", ["Host": host, "Authorization": "Bearer \(token)"]).status
          == 401)
      #expect(
        try await served.send("GET", "/api/v1/counts", ["Host": host, "Cookie": cookie]).status
          == 200)
    }
  }

  @Test("an account that is added while it runs is let in, by browser and app")
  func addedLater() async throws {
    try await serve(account: nil) { served in
      let login: @Sendable () async throws -> Int = {
        try await served.send(
          "POST", "/auth/login", ["Content-Type": "application/json"],
          body: "{\"username\": \"ada\", \"password\": \"word\"}"
        ).status
      }
      #expect(try await login() == 404)
      #expect(!served.folder.contents().contains { $0.hasSuffix("/api-key") })
      let program = try #require(builtProgram("tl-net"))
      let added = try runProgram(
        program, ["--vault", served.folder.path("vault"), "serve", "user", "add", "ada"],
        in: served.folder.path, stdin: Array("word\n".utf8),
        environment: ["HOME": served.folder.path("home"), "PATH": "/usr/bin:/bin", "TZ": "UTC"])
      #expect(added.status == 0, "\(added.stderrText)")
      #expect(try await login() == 200)
      let host = try served.pageHost()
      let entered = try await served.send(
        "POST", "/login",
        [
          "Host": host, "Origin": "http://\(host)",
          "Content-Type": "application/x-www-form-urlencoded",
        ], body: "name=ada&password=word")
      #expect(entered.status == 303)
    }
  }

  @Test("the apps have all below /api and /auth, except for what is below /api/v1")
  func paths() {
    for (path, isTheirs) in [
      ("/api/notes", true), ("/api/notes/", true), ("/api/notesync", true),
      ("/api/auth/exchange", true),
      ("/api/unknown", true), ("/api/v2", true), ("/api/v1x", true), ("/api/", true),
      ("/api", true),
      ("/auth", true), ("/auth/login", true), ("/api/v1", false), ("/api/v1/counts", false),
      ("/", false), ("", false), ("/n/auth", false), ("/authors", false), ("/apis", false),
      ("//api/notes", false), ("api/notes", false),
    ] {
      #expect(NotesyncServer.isPath(path) == isTheirs, "\(path)")
    }
  }

  @Test("--only page leaves the apps out, --only notesync the page")
  func only() async throws {
    try await serve(["--only", "page"]) { served in
      let host = try served.pageHost()
      #expect(try await served.send("GET", "/auth/oauth_start", ["Host": host]).status == 404)
      #expect(try await served.send("GET", "/api/notes", ["Host": host]).status == 404)
      #expect(try await served.send("GET", "/", ["Host": host]).status == 401)
    }
    try await serve(["--only", "notesync"]) { served async throws in
      #expect(try await served.send("GET", "/api/notes").status == 401)
      #expect(try await served.send("GET", "/").status == 404)
      #expect(try await served.send("GET", "/login").status == 404)
    }
  }
}
