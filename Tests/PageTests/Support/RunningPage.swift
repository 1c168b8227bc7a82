import Foundation
import Synchronization
import SystemCalls
import TestSupport
import Testing
import VaultFormat
import VaultIndex
import VaultStore
import WebServer

@testable import Page

/// A vault in a temporary folder, shown by a real server on loopback.
final class RunningPage: Sendable {
  let folder: TemporaryFolder
  let site: PageSite
  let port: Int
  let host: String
  /// Also of the accounts that it was started with.
  let accounts: AccountsFile
  private let running: Task<Void, any Error>

  /// Given back also by a start that fails.
  private final class Slot: Sendable {
    deinit { PageSlots.shared.give() }
  }

  /// - Parameters:
  ///   - files: by path in the vault.
  ///   - old: of a page that has ended, to start it again.
  ///   - accounts: passwords by name.
  ///   - lockTimeout: in seconds.
  ///   - isBehindProxy: the page is told the addresses of clients, and knows none without.
  ///   - prepare: called with the folder of everything before the page starts.
  init(
    _ files: [String: String] = [:], in old: TemporaryFolder? = nil, isReadOnly: Bool = false,
    isHome: Bool = false, mediaProgram: String? = nil, lockTimeout: Int = 10,
    connectionLimit: Int = 512,
    accounts: [String: String] = [:], isBehindProxy: Bool = false,
    now: @escaping @Sendable () -> Int64 = { 1_795_000_000 },
    prepare: (TemporaryFolder) throws -> MaintenanceSettings? = { _ in nil }
  ) async throws {
    await PageSlots.shared.take()
    let slot = Slot()
    folder = try old ?? TemporaryFolder()
    if !FileManager.default.fileExists(atPath: folder.path("vault/.tl")) {
      try folder.makeFolder("vault/.tl")
    }
    for (path, text) in files { try folder.write(text, to: "vault/\(path)") }
    let maintenance = try prepare(folder)
    let vault = folder.path("vault")
    let source = LiveSource(
      zone: .utc, threads: 2, today: { NoteTime(instant: now(), zone: .utc).day },
      milliseconds: { MonotonicClock.nanoseconds() / 1_000_000 }
    ) { () throws(StoreError) in try Vault(opening: vault) }
    let surroundings = Surroundings(now: now, zone: .utc) {
      var generator = SystemRandomNumberGenerator()
      return NoteID.random(using: &generator)
    }
    // The port is known only when the server listens, and the page has to know it before.
    port = PagePorts.next()
    host = "tl-test.localhost:\(port)"
    var settings = PageSettings(
      origin: "http://\(host)", source: source, surroundings: surroundings,
      stateFolder: folder.path("state"), vaultName: "Diary")
    settings.isReadOnly = isReadOnly
    settings.isHome = isHome
    settings.mediaProgram = mediaProgram
    settings.lockTimeout = lockTimeout
    settings.maintenance = maintenance
    self.accounts = AccountsFile(folder.path("state/accounts.json"))
    for (name, password) in accounts {
      try self.accounts.add(name, password: password, cost: .least)
    }
    let directory = AccountDirectory(self.accounts, queueLimit: 16, cost: .least) { _ in }
    settings.accounts = PageAccounts(
      PasswordSignIn(
        directory, KnownNetworks(folder.path("state/networks.json")), now: now),
      vault: SystemPath.resolved(vault) ?? vault)
    let site = try PageSite(settings) { _ in }
    self.site = site
    var web = WebServerSettings(port: port)
    web.allowsInsecureProxy = isBehindProxy
    web.connectionLimit = connectionLimit
    let server = try WebServer(web, site: site) { _ in }
    let (ready, signal) = AsyncStream.makeStream(of: Void.self)
    // The system has its watcher until the server has ended, which is later than the end of the test.
    running = Task {
      defer { withExtendedLifetime(slot) { signal.finish() } }
      try await server.run { _ in signal.finish() }
    }
    for await _ in ready {}
  }

  deinit {
    running.cancel()
    site.stop()
  }

  /// A browser that has signed in.
  func browser() async throws -> Browser {
    var browser = Browser(page: self)
    let invitation = try site.invitation()
    let path = String(invitation.drop { $0 != "?" })
    browser.take(try await browser.get("/login\(path)"))
    return browser
  }

  /// A browser in which the user of an account has signed in.
  func browser(of name: String, _ password: String) async throws -> Browser {
    var browser = Browser(page: self)
    browser.take(try await browser.signIn(name, password))
    return browser
  }

  /// The page, and a browser that has signed in.
  func withBrowser() async throws -> (RunningPage, Browser) { (self, try await browser()) }
}

/// Sends requests as a browser does.
struct Browser {
  let page: RunningPage
  var cookie: String?

  struct Answer {
    var status: Int
    var head: String
    var body: String

    func header(_ name: String) -> String? {
      head.split(separator: "\r\n").first { $0.lowercased().hasPrefix(name + ":") }
        .map { String($0.dropFirst(name.count + 1).drop { $0 == " " }) }
    }

    /// The header `Location` without the operation of its field `done`: `/tags?done=saved` of `/tags?done=saved,12!CODE`.
    var place: String? { header("location")?.replacing(/,[0-9]+![0-9a-f]{16}/, with: "") }

    /// Expects a status, the code of an error, where the answer leads, and what is in its body; what is nil is not
    /// looked at.
    @discardableResult
    func expect(
      _ status: Int? = nil, code: String? = nil, place: String? = nil, location: String? = nil,
      has wanted: String..., lacks unwanted: String...,
      sourceLocation: SourceLocation = #_sourceLocation
    ) -> Answer {
      if let status { #expect(self.status == status, "\(body)", sourceLocation: sourceLocation) }
      if let code { #expect(self.code == code, "\(body)", sourceLocation: sourceLocation) }
      if let place { #expect(self.place == place, "\(body)", sourceLocation: sourceLocation) }
      if let location {
        #expect(header("location") == location, "\(body)", sourceLocation: sourceLocation)
      }
      TestSupport.expect(body, wanted, unwanted, sourceLocation)
      return self
    }
  }

  /// Keeps the cookie of an answer.
  mutating func take(_ answer: Answer) {
    if let field = answer.header("set-cookie") { cookie = String(field.prefix { $0 != ";" }) }
  }

  /// Sends the form of the sign-in page.
  func signIn(
    _ name: String, _ password: String, next: String? = nil, _ headers: [String: String] = [:]
  ) async throws -> Answer {
    var fields = ["name": name, "password": password, "token": ""]
    fields["next"] = next
    return try await post("/login", fields, headers)
  }

  func get(_ path: String, _ headers: [String: String] = [:]) async throws -> Answer {
    try await send("GET", path, headers, body: "")
  }

  /// Posts the fields of a form, with the token of the page.
  func post(
    _ path: String, _ fields: [String: String], _ headers: [String: String] = [:]
  ) async throws -> Answer {
    var fields = fields
    if fields["token"] == nil { fields["token"] = try await token() }
    let body = fields.map { "\($0)=\(PercentEncoding.encoded($1.utf8))" }.joined(separator: "&")
    var all = [
      "Origin": "http://\(page.host)", "Content-Type": "application/x-www-form-urlencoded",
    ]
    all.merge(headers) { $1 }
    return try await send("POST", path, all, body: body)
  }

  /// The token in the forms of this session.
  func token() async throws -> String {
    try await get("/").body.values(after: "name=\"token\" value=\"").first ?? ""
  }

  /// Sends a form of the type that has files, with the token of the page.
  func post(
    _ path: String, _ fields: [(String, String)],
    files: [(field: String, name: String, bytes: [UInt8])], _ headers: [String: String] = [:]
  ) async throws -> Answer {
    let start = "--B\r\nContent-Disposition: form-data; name="
    var body = (fields + [("token", try await token())]).map { name, value in
      "\(start)\"\(name)\"\r\n\r\n\(value)\r\n"
    }.joined().utf8.map { $0 }
    for (field, name, bytes) in files {
      body += "\(start)\"\(field)\"; filename=\"\(name)\"\r\n\r\n".utf8
      body += bytes + "\r\n".utf8
    }
    let all = [
      "Origin": "http://\(page.host)", "Content-Type": "multipart/form-data; boundary=B",
    ]
    return try await send(
      "POST", path, all.merging(headers) { $1 }, body: body + "--B--\r\n".utf8)
  }

  func send(
    _ method: String, _ path: String, _ headers: [String: String], body: String
  ) async throws -> Answer {
    try await send(method, path, headers, body: Array(body.utf8))
  }

  func send(
    _ method: String, _ path: String, _ headers: [String: String], body: [UInt8]
  ) async throws -> Answer {
    let connection = try RawConnection(to: page.port)
    var all = ["Host": page.host, "Connection": "close"]
    if let cookie { all["Cookie"] = cookie }
    if method != "GET" { all["Content-Length"] = "\(body.count)" }
    all.merge(headers) { $1 }
    let head = all.map { "\($0): \($1)\r\n" }.joined()
    await connection.send(Array("\(method) \(path) HTTP/1.1\r\n\(head)\r\n".utf8) + body)
    let text = await connection.receive()
    guard let end = text.range(of: "\r\n\r\n") else {
      return Answer(status: 0, head: text, body: "")
    }
    let status = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return Answer(
      status: status, head: String(text[..<end.lowerBound]), body: String(text[end.upperBound...]))
  }
}

extension String {
  /// What stands behind a mark up to the next quotation mark, each time that the mark is there.
  func values(after mark: String) -> [String] {
    components(separatedBy: mark).dropFirst().map { String($0.prefix { $0 != "\"" }) }
  }
}

extension RunningPage {
  func text(_ path: String) throws -> String {
    String(
      decoding: try Data(contentsOf: URL(fileURLWithPath: folder.path("vault/\(path)"))),
      as: UTF8.self)
  }

  /// Takes `n.md` away as another program does, which the index learns later: gives it the name `new.md`, or removes it.
  func takeAway(renaming isRenamed: Bool) throws {
    let path = folder.path("vault/n.md")
    if isRenamed {
      try FileManager.default.moveItem(atPath: path, toPath: folder.path("vault/new.md"))
    } else {
      try FileManager.default.removeItem(atPath: path)
    }
  }

  /// The paths of all notes.
  func notes() throws -> [String] {
    let all =
      FileManager.default.enumerator(atPath: folder.path("vault"))?.compactMap { $0 as? String }
      ?? []
    return all.filter { $0.hasSuffix(".md") && !$0.hasPrefix(".tl/") }.sorted()
  }

  /// Returns when the page has seen what was changed.
  func settled(_ isSo: @escaping @Sendable (VaultIndex) -> Bool) async throws {
    while !isSo(site.live.snapshot.index) { try await Task.sleep(for: .milliseconds(5)) }
  }
}
