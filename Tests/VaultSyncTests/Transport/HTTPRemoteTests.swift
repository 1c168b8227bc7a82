import Foundation
import TestSupport
import Testing

@testable import Git
@testable import VaultSync

@Suite("Remotes over http")
struct HTTPRemoteTests {
  private let bare: BareRepository
  private let ours: TestRepository

  init() throws {
    bare = try BareRepository()
    ours = try TestRepository()
    try ours.commit(["a.md": "one\n"])
  }

  /// A server of the remote, which is ours from now on.
  private func serve(password: String? = nil) throws -> HTTPServer {
    let server = try HTTPServer(bare.folder.path, password: password)
    try ours.addRemote(server.address("remote.git"))
    return server
  }

  /// A helper for passwords that gives these lines, and writes down what it is asked and told.
  private func setHelper(_ lines: String) throws {
    let script = try bare.folder.writeProgram(
      """
      #!/bin/sh
      echo "$1" >> "\(bare.folder.path)/helper.log"
      cat >> "\(bare.folder.path)/helper.log"
      [ "$1" != get ] || printf '\(lines)'

      """, to: "helper")
    try ours.git("config", "credential.helper", script)
  }

  /// The verbs that the helper got.
  private var helped: [String] {
    let lines = (try? bare.folder.readText("helper.log"))?.split(separator: "\n") ?? []
    return lines.map(String.init).filter { !$0.contains("=") }
  }

  @Test("everybody may: a push arrives, a fetch brings it elsewhere", arguments: [true, false])
  func open(hasGit: Bool) throws {
    let server = try serve()
    let path = hasGit ? GitProgram.settings["PATH"] : "/nonexistent"
    let remote = try ours.remote { $0.environment["PATH"] = path }
    #expect(try remote.fetch(branch: "main").isEmpty)
    #expect(remote.pushError() == nil)
    #expect(try bare.id("refs/heads/main") == ours.id("HEAD"))
    #expect(try ours.id("refs/remotes/origin/main") == ours.id("HEAD"))

    let theirs = try TestRepository(remote: server.address("remote.git"))
    let seen = Seen()
    let fetched = try theirs.remote().fetch(branch: "main") { seen.add($0) }
    #expect(fetched.defaultBranch == "refs/heads/main" && !fetched.ranWithoutGit)
    #expect(try theirs.texts(inTree: "origin/main") == ["a.md": "one\n"])
    #expect(seen.last(.receiving)?.done == 3)
  }

  @Test("a password of git's helpers is used and approved")
  func helper() throws {
    let server = try serve(password: "ada:secret")
    try setHelper("username=ada\\npassword=secret\\n")
    #expect(try ours.remote().pushError() == nil)
    #expect(try bare.id("refs/heads/main") == ours.id("HEAD"))
    #expect(helped == ["get", "store"])
    let told = try bare.folder.readText("helper.log")
    #expect(told.contains("host=127.0.0.1:\(server.port)") && told.contains("protocol=http"))
  }

  @Test("a wrong password is tried once, taken back, and told")
  func wrongPassword() throws {
    let server = try serve(password: "ada:secret")
    try setHelper("username=ada\\npassword=wrong\\n")
    #expect(
      try ours.remote().pushError()
        == .authentication(message: "the server refused the user name and password"))
    #expect(helped == ["get", "erase"])
    #expect(server.logins == 1)
  }

  @Test("after a wrong password somebody is asked, once")
  func asked() throws {
    let server = try serve(password: "ada:secret")
    try setHelper("username=ada\\npassword=wrong\\n")
    let questions = Questions()
    let right = try ours.remote {
      $0.ask = { questions.answer($0, CredentialAnswer(user: "ada", password: "secret")) }
    }
    #expect(right.pushError() == nil)
    let place = "http://127.0.0.1:\(server.port)"
    #expect(questions.all == [CredentialQuestion(place: place, user: nil, isRepeated: true)])
    #expect(helped == ["get", "erase", "store"])

    let wrong = try ours.remote {
      $0.ask = { questions.answer($0, CredentialAnswer(user: "ada", password: "no")) }
    }
    #expect(wrong.pushError()?.kind == "authentication")
    #expect(questions.all.count == 2)
  }

  @Test("without git and helpers somebody is asked; nobody there: an error")
  func askedWithoutGit() throws {
    let server = try HTTPServer(bare.folder.path, password: "ada:secret")
    try ours.addRemote("http://ada@127.0.0.1:\(server.port)/remote.git")
    let questions = Questions()
    let remote = try ours.remote {
      $0.environment["PATH"] = "/nonexistent"
      $0.ask = { questions.answer($0, CredentialAnswer(user: "ada", password: "secret")) }
    }
    #expect(remote.pushError() == nil)
    #expect(questions.all.map(\.user) == ["ada"])
    let alone = try ours.remote(hasGit: false)
    #expect(
      alone.pushError()
        == .authentication(message: "the server requires a user name and password"))
  }

  @Test("a token of the environment comes first, and is tried once")
  func token() throws {
    let server = try serve(password: "x-access-token:t0k")
    try setHelper("username=ada\\npassword=wrong\\n")
    #expect(try ours.remote { $0.environment["TL_GIT_TOKEN"] = "t0k" }.pushError() == nil)
    let logins = server.logins
    let wrong = try ours.remote { $0.environment["TL_GIT_TOKEN"] = "bad" }
    #expect(wrong.pushError()?.kind == "authentication")
    #expect(server.logins == logins + 1)
    #expect(helped == [])
  }

  @Test("a password of the address is used, and not shown")
  func addressPassword() throws {
    let server = try HTTPServer(bare.folder.path, password: "ada:secret")
    try ours.addRemote("http://ada:secret@127.0.0.1:\(server.port)/remote.git")
    let remote = try ours.remote()
    #expect(remote.pushError() == nil)
    #expect(remote.fetchAddress.publicText == "http://ada@127.0.0.1:\(server.port)/remote.git")
  }

  @Test("no password goes to a server that another one leads to")
  func redirect() throws {
    let thief = try HTTPServer(bare.folder.path, password: "ada:secret")
    let server = try HTTPServer(
      bare.folder.path, redirect: "http://127.0.0.1:\(thief.port)")
    try ours.addRemote(server.address("remote.git"))
    let remote = try ours.remote {
      $0.environment["PATH"] = "/nonexistent"
      $0.environment["TL_GIT_TOKEN"] = "t0k"
      $0.ask = { _ in CredentialAnswer(user: "ada", password: "secret") }
    }
    #expect(remote.pushError()?.kind == "authentication")
    #expect(!thief.requests.isEmpty && thief.logins == 0)
  }

  @Test("refused, moved, not there: told as over ssh", arguments: [true, false])
  func refusals(usesGit: Bool) throws {
    let server = try serve()
    // libgit2 knows nothing of such settings: the git program takes over.
    if usesGit { try ours.git("config", "http.extraHeader", "X-Tests: yes") }
    try bare.setHook("pre-receive", "echo 'not today' >&2\nexit 1\n")
    let remote = try ours.remote()
    #expect(
      remote.pushError()
        == .refused(
          reference: "refs/heads/main", reason: "pre-receive hook declined", message: "not today"))
    try bare.setHook("pre-receive", "exit 0\n")
    #expect(remote.pushError() == nil)
    #expect(try bare.id("refs/heads/main") == ours.id("HEAD"))
    #expect(try ours.id("refs/remotes/origin/main") == ours.id("HEAD"))

    let other = try TestRepository(remote: bare.path)
    try other.git("pull", "-q", "origin", "main")
    let theirs = try other.commit(["b.md": "two\n"], "theirs")
    #expect(try other.remote().pushError() == nil)
    try ours.commit(["c.md": "three\n"], "ours")
    #expect(remote.pushError() == .moved)
    let fetched = try remote.fetch(branch: "main")
    #expect(fetched.branch == theirs && fetched.defaultBranch == "refs/heads/main")
    #expect(try ours.id("refs/remotes/origin/main") == theirs)
    #expect(remote.pushError() == .moved)

    try ours.git("config", "remote.origin.url", server.address("other.git"))
    let missing = try ours.remote()
    let error = missing.fetchError()
    #expect(error?.kind == "notARepository", "\(error as Any)")
    #expect(server.requests.contains { $0.headers["x-tests"] != nil } == usesGit)
  }

  @Test("the git program gets the token too, and no helper is asked")
  func gitToken() throws {
    let server = try serve(password: "x-access-token:t0'k %s")
    defer { withExtendedLifetime(server) {} }
    try ours.git("config", "http.extraHeader", "X-Tests: yes")
    try setHelper("username=ada\\npassword=wrong\\n")
    #expect(try ours.remote { $0.environment["TL_GIT_TOKEN"] = "t0'k %s" }.pushError() == nil)
    #expect(helped == [])
    let wrong = try ours.remote { $0.environment["TL_GIT_TOKEN"] = "bad" }
    #expect(wrong.pushError()?.kind == "authentication")
  }

  @Test("the git program, too, tries a wrong password once")
  func gitWrongPassword() throws {
    let server = try serve(password: "ada:secret")
    try ours.git("config", "http.extraHeader", "X-Tests: yes")
    try setHelper("username=ada\\npassword=wrong\\n")
    #expect(try ours.remote().pushError()?.kind == "authentication")
    #expect(server.logins == 1)
  }
}

@Suite("http that does not get through")
struct HTTPFailureTests {
  private let ours: TestRepository

  init() throws {
    ours = try TestRepository()
    try ours.commit(["a.md": "one\n"])
  }

  private func error(
    _ address: String, _ change: (inout NetworkSettings) -> Void = { _ in }
  ) throws -> TransportError? {
    let remote = try Remote(address: address, in: try ours.open(), network: .forTests(change))
    return remote.fetchError()
  }

  @Test("a server that never says anything comes to a time limit", arguments: ["http", "https"])
  func silentServer(scheme: String) throws {
    let silent = try Listener(nil)
    try withExtendedLifetime(silent) {
      let error = try error("\(scheme)://127.0.0.1:\(silent.port)/r.git") { $0.idleTimeout = 200 }
      #expect(error == .unreachable(message: "", isTimeout: true))
    }
  }

  @Test("so does one that stops in the middle, and the git program")
  func stalledServer() throws {
    let stalled = try Listener { connection in
      let type = "application/x-git-upload-pack-advertisement"
      let start = """
        HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nContent-Length: 10000\r\n\r\n\
        001e# service=git-up
        """
      _ = start.withCString { send(connection, $0, start.utf8.count, 0) }
    }
    try withExtendedLifetime(stalled) {
      let address = "http://127.0.0.1:\(stalled.port)/r.git"
      #expect(
        try error(address) { $0.idleTimeout = 200 } == .unreachable(message: "", isTimeout: true))
      try ours.git("config", "http.extraHeader", "X-Tests: yes")
      #expect(
        try error(address) { $0.idleTimeout = 200 } == .unreachable(message: "", isTimeout: true))
    }
  }

  @Test("waiting can be cancelled", arguments: ["http", "https"])
  func cancel(scheme: String) throws {
    let silent = try Listener(nil)
    try withExtendedLifetime(silent) {
      let remote = try Remote(
        address: "\(scheme)://127.0.0.1:\(silent.port)/r.git", in: try ours.open(),
        network: .forTests())
      var asked = 0
      let error = transportError { () throws(TransportError) in
        try remote.fetch(branch: "main") { _ in
          asked += 1
          return asked < 3
        }
      }
      #expect(error == .cancelled)
    }
  }

  @Test("nobody listens")
  func refusedConnection() throws {
    var port: UInt16 = 0
    do { port = try Listener(nil).port }
    let error = try error("http://127.0.0.1:\(port)/r.git")
    #expect(error == .unreachable(message: "connection refused", isTimeout: false))
  }

  @Test("no TLS there: an error without git, otherwise git has a try")
  func noEncryption() throws {
    let plain = try Listener { connection in
      _ = "what is it?\n".withCString { send(connection, $0, 12, 0) }
      shutdown(connection, Int32(SHUT_WR))
      var buffer = [UInt8](repeating: 0, count: 4096)
      while recv(connection, &buffer, buffer.count, 0) > 0 {}
      close(connection)
    }
    try withExtendedLifetime(plain) {
      let address = "https://127.0.0.1:\(plain.port)/r.git"
      let alone = try error(address) { $0.environment["PATH"] = "/nonexistent" }
      #expect(alone?.kind == "encryption", "\(alone as Any)")

      let folder = try TemporaryFolder()
      try folder.writeProgram(
        """
        #!/bin/sh
        echo "$@" >> "\(folder.path)/log"
        printf 'ref: refs/heads/main\\tHEAD\\n\(String(repeating: "1", count: 40))\\trefs/heads/main\\n'

        """, to: "git")
      let remote = try Remote(
        address: address, in: try ours.open(),
        network: .forTests { $0.environment["PATH"] = folder.path + ":/usr/bin:/bin" })
      #expect(try remote.fetch(branch: "main").branch?.hex == String(repeating: "1", count: 40))
      let log = try folder.readText("log")
      #expect(log.contains("ls-remote --symref -- \(address)"))
      #expect(log.contains("fetch --refmap= --no-tags") && log.contains("refs/heads/main"))
    }
  }
}

/// What somebody was asked, and what they say.
private final class Questions: @unchecked Sendable {
  private let lock = NSLock()
  private var questions: [CredentialQuestion] = []

  var all: [CredentialQuestion] { lock.withLock { questions } }

  func answer(_ question: CredentialQuestion, _ answer: CredentialAnswer) -> CredentialAnswer {
    lock.withLock { questions.append(question) }
    return answer
  }
}
