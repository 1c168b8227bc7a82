import Foundation
import Notesync
import NotesyncServer
import SystemCalls
import TestSupport
import Testing
import WebServer

@Suite("Starting")
struct SettingsTests {
  @Test(
    "without TLS nobody but this machine is listened to",
    arguments: ["0.0.0.0", "::", "192.168.1.2", "example.org", "127.0.0.1.example.org", ""])
  func loopback(host: String) async throws {
    let folder = try TestServer.prepared()
    var settings = TestServer.settings(in: folder, TestClock(0))
    settings.web.host = host
    await #expect(throws: WebServerProblem.needsTLS(host: host)) {
      _ = try await NotesyncServer(settings) { _ in }
    }
    settings.web.allowsInsecureProxy = true
    _ = try await NotesyncServer(settings) { _ in }
  }

  @Test(
    "the address that is told is one that a client takes", arguments: ["::1", "127.0.0.1", "h"])
  func address(host: String) throws {
    let folder = try TestServer.prepared()
    var settings = TestServer.settings(in: folder, TestClock(0))
    settings.web.host = host
    let place = host == "::1" ? "[::1]:8788" : "\(host):8788"
    #expect(try ServerAddress(settings.web.address(port: 8788)).text == "http://\(place)")
    settings.web.tls = TLSFiles(certificate: "c", key: "k")
    #expect(try ServerAddress(settings.web.address(port: 8788)).text == "https://\(place)")
    let problem = WebServerProblem.cannotListen(host: host, port: 8788, reason: "in use")
    #expect(problem.description == "\(place): in use")
  }

  @Test("a certificate that cannot be read stops the start, and is named")
  func certificate() async throws {
    let folder = try TestServer.prepared()
    var settings = TestServer.settings(in: folder, TestClock(0))
    settings.web.tls = TLSFiles(
      certificate: try folder.write("nonsense", to: "cert.pem"), key: folder.path("key.pem"))
    await #expect(throws: WebServerProblem.self) {
      _ = try await NotesyncServer(settings) { _ in }
    }
  }

  @Test("a key of another certificate stops the start, and is named with it")
  func foreignKey() async throws {
    let folder = try TestServer.prepared()
    var settings = TestServer.settings(in: folder, TestClock(0))
    let certificate = try folder.write(TestCertificate.certificate, to: "cert.pem")
    let key = try folder.write(TestCertificate.otherKey, to: "key.pem")
    settings.web.tls = TLSFiles(certificate: certificate, key: key)
    await #expect(throws: WebServerProblem.foreignKey(path: key, certificate: certificate)) {
      _ = try await NotesyncServer(settings) { _ in }
    }
  }

  @Test("what is wrong with a certificate or its key is said in words")
  func wordsForTLS() async throws {
    let folder = try TestServer.prepared()
    let certificate = try folder.write(TestCertificate.certificate, to: "cert.pem")
    let nonsense = try folder.write("nonsense", to: "nonsense.pem")
    let missing = folder.path("missing.pem")
    let cases = [
      (missing, nonsense, "\(missing): there is no such file"),
      (nonsense, nonsense, "\(nonsense): is no certificate in PEM"),
      (certificate, nonsense, "\(nonsense): is no key in PEM, or one with a password"),
      (folder.path, nonsense, "\(folder.path): is a directory"),
    ]
    for (certificate, key, words) in cases {
      var settings = TestServer.settings(in: folder, TestClock(0))
      settings.web.tls = TLSFiles(certificate: certificate, key: key)
      let error = await #expect(throws: WebServerProblem.self) {
        _ = try await NotesyncServer(settings) { _ in }
      }
      #expect(error?.description == words)
    }
  }

  @Test("an API key that someone emptied lets nobody in")
  func emptyKey() async throws {
    let folder = try TestServer.prepared()
    try folder.write("\n", to: "state/api-key")
    await #expect(throws: SystemError.self) {
      _ = try await NotesyncServer(TestServer.settings(in: folder, TestClock(0))) { _ in }
    }
  }

  @Test("a port that is taken is an error")
  func taken() async throws {
    try await TestServer.run { server in
      var settings = TestServer.settings(in: server.folder, server.clock)
      settings.web.port = try #require(server.base.split(separator: ":").last.flatMap { Int($0) })
      let second = try await NotesyncServer(settings) { _ in }
      let error = await #expect(throws: WebServerProblem.self) { try await second.run { _ in } }
      #expect(error?.description.hasSuffix("address already in use") == true)
    }
  }

  @Test("passwords are hashed with a salt of their own and the costs beside it")
  func passwords() throws {
    let hash = try PasswordHash(of: "pässword", cost: .least)
    #expect(hash.text.hasPrefix("$scrypt$ln=1,r=1,p=1$"))
    let read = try #require(PasswordHash(hash.text))
    #expect(try read.matches("pässword"))
    #expect(try read.matches("pa\u{308}ssword"))
    #expect(try !read.matches("passwörd"))
    #expect(try PasswordHash(of: "pässword", cost: .least) != hash)
    for wrong in [
      "", "plain", "$scrypt$ln=40,r=8,p=1$c2FsdHNhbHQ$aGFzaA", hash.text + "$",
      "$scrypt$ln=1,r=1$$",
    ] {
      #expect(PasswordHash(wrong) == nil)
    }
  }

  @Test("the accounts file says what is wrong with it, and a change leaves no half of itself")
  func accounts() throws {
    let folder = try TemporaryFolder()
    let file = AccountsFile(folder.path("a/accounts.json"))
    #expect(try file.accounts() == [])
    let ada = try file.add("ada", password: "x", vault: "/v", cost: .least)
    #expect(try file.accounts() == [ada])
    #expect(throws: AccountsFile.Problem.taken(name: "ada")) {
      try file.add("ada", password: "y", cost: .least)
    }
    for name in ["", " bob", "bob\n", "b\u{200E}ob", String(repeating: "b", count: 65)] {
      #expect(throws: AccountsFile.Problem.invalidName(name)) {
        try file.add(name, password: "x", cost: .least)
      }
    }
    try file.setPassword(of: "ada", to: "new", cost: .least)
    #expect(try file.accounts()[0].password.matches("new"))
    #expect(try file.accounts()[0].id == ada.id)
    #expect(folder.contents() == ["a", "a/accounts.json", "a/accounts.json.lock"])
    try folder.write("{\"accounts\": [{\"name\": \"x\"}]}", to: "a/accounts.json")
    #expect(throws: AccountsFile.Problem.unreadable("id is missing")) { try file.accounts() }
  }
}
