import Foundation
import TestSupport
import Testing

@testable import Git
@testable import VaultSync

@Suite("Remotes over ssh")
struct SSHRemoteTests {
  private let server: SSHServer
  private let bare: BareRepository
  private let ours: TestRepository

  init() throws {
    server = try SSHServer()
    bare = try BareRepository()
    ours = try TestRepository()
    try ours.commit(["a.md": "one\n"])
  }

  /// A client whose key the server lets in, and which knows the server.
  private func knownClient() throws -> SSHClient {
    let client = try SSHClient()
    try client.makeKey(for: server)
    try client.know(server.knownHost())
    return client
  }

  private func remote(_ client: SSHClient, _ address: String? = nil) throws -> Remote {
    try Remote(
      address: address ?? client.address(server, bare.path), in: try ours.open(),
      network: client.network())
  }

  /// Pushes, and fetches into another repository.
  private func expectRoundTrip(_ remote: Remote) throws {
    let commit = try ours.id("HEAD")
    let error = remote.pushError()
    #expect(error == nil, "\(server.log)")
    #expect(try bare.id("refs/heads/main") == commit)
    let theirs = try TestRepository()
    let fetched = try Remote(
      address: remote.fetchAddress.text, in: try theirs.open(), network: remote.network
    ).fetch(branch: "main")
    #expect(fetched.branch == commit)
    #expect(try theirs.texts(inTree: commit.hex) == ["a.md": "one\n"])
  }

  private func error(_ remote: Remote) -> TransportError? {
    transportError { () throws(TransportError) in try remote.listReferences() }
  }

  @Test("keys of both usual kinds open the way", arguments: [["ed25519"], ["rsa", "-b", "2048"]])
  func keys(kind: [String]) throws {
    let client = try SSHClient()
    try client.makeKey(for: server, kind: kind)
    try client.know(server.knownHost())
    try expectRoundTrip(try remote(client))
  }

  @Test("a path is only a path, whatever it looks like to a shell")
  func oddPath() throws {
    let client = try knownClient()
    let odd = try BareRepository(named: "o'n `touch x` $(touch y);é\\!.git")
    let remote = try remote(client, client.address(server, odd.path))
    try remote.pushMain()
    #expect(try odd.id("refs/heads/main") == ours.id("HEAD"))
  }

  @Test("nobody's key: authentication, in the server's words")
  func wrongKey() throws {
    let client = try SSHClient()
    try SSHServer.makeKey(at: client.folder.path("key"))
    try client.know(server.knownHost())
    let error = try error(remote(client))
    guard case .authentication(.keyRefused, let message) = error else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(message.contains("Permission denied (publickey)"))
  }

  @Test("a host that nobody knows yet is not trusted")
  func unknownHost() throws {
    let client = try SSHClient()
    try client.makeKey(for: server)
    #expect(try error(remote(client))?.kind == "unknownHost")
    #expect(try client.folder.readText("known_hosts") == "")
  }

  @Test("a host with another key than the known one is told apart", arguments: ["", "@revoked "])
  func changedHost(marker: String) throws {
    let client = try SSHClient()
    try client.makeKey(for: server)
    if marker.isEmpty {
      try SSHServer.makeKey(at: client.folder.path("other"))
      try client.know(server.knownHost(key: client.folder.path("other.pub")))
    } else {
      try client.know(marker + server.knownHost())
    }
    let error = try error(remote(client))
    #expect(error?.kind == "changedHost", "\(error as Any)")
  }

  @Test("an encrypted key is used through an agent, and through a program that asks")
  func encryptedKey() throws {
    let client = try SSHClient()
    try client.makeKey(for: server, passphrase: "open sesame")
    try client.know(server.knownHost())
    #expect(try error(remote(client))?.kind == "authentication")

    let askpass = try client.folder.writeProgram("#!/bin/sh\necho open sesame\n", to: "askpass")
    let asking = ["SSH_ASKPASS": askpass, "SSH_ASKPASS_REQUIRE": "force"]
    try expectRoundTrip(
      try Remote(
        address: client.address(server, bare.path), in: try ours.open(),
        network: client.network { $0.environment.merge(asking) { $1 } }))

    let agent = try SSHAgent(client.folder.path("agent"))
    try agent.add(client.folder.path("key"), environment: asking)
    let other = try SSHClient("Host *\n  IdentityAgent \(agent.socket)\n")
    for name in ["key", "key.pub", "known_hosts"] {
      try other.folder.write(client.folder.read(name), to: name)
      chmod(other.folder.path(name), 0o600)
    }
    try agent.run { try expectRoundTrip(try remote(other)) }
  }

  @Test("a name of the settings, with port, user, key and a host in between")
  func proxyJump() throws {
    let gate = try SSHServer()
    let client = try SSHClient(
      """
      Host gate
        HostName 127.0.0.1
        Port \(gate.port)
        User \(NSUserName())
      Host vault
        HostName 127.0.0.1
        Port \(server.port)
        User \(NSUserName())
        ProxyJump gate

      """)
    try client.makeKey(for: server)
    try gate.authorize(client.folder.path("key.pub"))
    try client.know(server.knownHost())
    try client.know(gate.knownHost())
    try expectRoundTrip(try remote(client, "vault:\(bare.path)"))
  }

  @Test("git's other ways to name the program are followed")
  func otherPrograms() throws {
    let client = try knownClient()
    let address = client.address(server, bare.path)
    try ours.addRemote(address)
    try ours.git("config", "core.sshCommand", client.command)
    let configured = try ours.remote()
    #expect(try configured.fetch(branch: "main").isEmpty)

    try ours.git("config", "--unset", "core.sshCommand")
    let wrapper = try client.folder.writeProgram(
      "#!/bin/sh\nexec \(client.command) \"$@\"\n", to: "my-ssh")
    #expect(try ours.remote { $0.environment["GIT_SSH"] = wrapper }.fetch(branch: "main").isEmpty)

    // One that knows no options gets none.
    let simple = try client.folder.writeProgram(
      """
      #!/bin/sh
      [ "$#" -eq 2 ] || exit 3
      exec \(client.command) -p \(server.port) "$@"

      """, to: "simple")
    let plain = try Remote(
      address: "\(NSUserName())@127.0.0.1:\(bare.path)", in: try ours.open(),
      network: .forTests { $0.environment["GIT_SSH"] = simple })
    #expect(try plain.fetch(branch: "main").isEmpty)
  }

  @Test("the server's own programs are named in the settings")
  func uploadPack() throws {
    let client = try knownClient()
    try ours.addRemote(client.address(server, bare.path))
    try ours.git("config", "remote.origin.uploadpack", "touch \(bare.path)/seen; git-upload-pack")
    let network = client.network()
    let remote = try Remote(named: "origin", in: try ours.open(), network: network)
    #expect(try remote.fetch(branch: "main").isEmpty)
    #expect(FileManager.default.fileExists(atPath: bare.path + "/seen"))
  }

  @Test("no repository there; a greeting in the way; no git on the server")
  func serverTrouble() throws {
    let client = try knownClient()
    let missing = try error(remote(client, client.address(server, bare.path + ".missing")))
    #expect(missing?.kind == "notARepository", "\(missing as Any)")

    try ours.addRemote(client.address(server, bare.path))
    try ours.git(
      "config", "remote.origin.uploadpack", "echo Welcome to the server; git-upload-pack")
    let network = client.network()
    let noisy = try error(Remote(named: "origin", in: try ours.open(), network: network))
    #expect(noisy == .notGitProtocol(firstBytes: "Welcome to the server"))

    try ours.git("config", "remote.origin.uploadpack", "git-upload-pack-not-here")
    let without = try error(Remote(named: "origin", in: try ours.open(), network: network))
    #expect(without == .programMissing(name: "git", onServer: true), "\(without as Any)")
  }

  @Test("a refusal comes through in the server's words")
  func refused() throws {
    let client = try knownClient()
    try bare.setHook("pre-receive", "echo 'not today' >&2\nexit 1\n")
    #expect(
      try remote(client).pushError()
        == .refused(
          reference: "refs/heads/main", reason: "pre-receive hook declined", message: "not today"))
  }
}

@Suite("ssh that does not get through")
struct SSHFailureTests {
  private let ours: TestRepository

  init() throws {
    ours = try TestRepository()
    try ours.commit(["a.md": "one\n"])
  }

  private func error(
    _ address: String, _ change: (inout NetworkSettings) -> Void = { _ in }
  ) throws -> TransportError? {
    let client = try SSHClient()
    let remote = try Remote(
      address: address, in: try ours.open(), network: client.network(change))
    return transportError { () throws(TransportError) in try remote.listReferences() }
  }

  @Test("nobody listens")
  func refusedConnection() throws {
    var port: UInt16 = 0
    do { port = try Listener(nil).port }
    let error = try error("ssh://127.0.0.1:\(port)/r.git")
    guard case .unreachable(let message, isTimeout: false) = error else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(message.contains("Connection refused"))
  }

  @Test("a server that never says anything comes to a time limit", arguments: [true, false])
  func silentServer(isIdleLimit: Bool) throws {
    let silent = try Listener(nil)
    try withExtendedLifetime(silent) {
      let error = try error("ssh://127.0.0.1:\(silent.port)/r.git") {
        if isIdleLimit { $0.idleTimeout = 300 } else { $0.connectTimeout = 1000 }
      }
      guard case .unreachable(_, isTimeout: true) = error else {
        Issue.record("\(error as Any)")
        return
      }
    }
  }

  @Test(
    "waiting for a silent server can be cancelled, and the programs end",
    arguments: [true, false])
  func cancel(isStubborn: Bool) throws {
    let client = try SSHClient()
    // One that ignores the polite signal, and with it what it has started.
    let program = try client.folder.writeProgram(
      """
      #!/bin/sh
      \(isStubborn ? "trap '' TERM" : "")
      sleep 1000 &
      echo $! > "\(client.folder.path)/started"
      mv "\(client.folder.path)/started" "\(client.folder.path)/pid"
      wait

      """, to: "slow-ssh")
    let remote = try Remote(
      address: "ssh://127.0.0.1/r.git", in: try ours.open(),
      network: client.network {
        // Not started itself: a file just written may be busy while other tests start programs.
        $0.environment["GIT_SSH_COMMAND"] = "sh '\(program)'"
        $0.environment["GIT_SSH_VARIANT"] = "ssh"
      })
    let error = transportError { () throws(TransportError) in
      try remote.fetch(branch: "main") { _ in !client.folder.exists("pid") }
    }
    #expect(error == .cancelled)
    let pid = try #require(Int32(try client.folder.readText("pid").dropLast()))
    // The system may take a moment to carry the signal out.
    for _ in 0..<10_000 where kill(pid, 0) == 0 && !Self.isDead(pid) { usleep(1000) }
    guard kill(pid, 0) == 0, !Self.isDead(pid) else { return }
    Issue.record("what ssh had started is still there")
    kill(pid, SIGKILL)
  }

  /// Ended, and not looked after by whoever inherited it yet.
  private static func isDead(_ pid: Int32) -> Bool {
    let status = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)
    return status?.contains(") Z ") ?? true
  }

  @Test("no ssh on this machine")
  func noProgram() throws {
    let named = try error("ssh://127.0.0.1/r.git") {
      $0.environment["GIT_SSH_COMMAND"] = nil
      $0.environment["PATH"] = "/nonexistent"
    }
    #expect(named == .programMissing(name: "ssh", onServer: false))
    let command = try error("ssh://127.0.0.1/r.git") {
      $0.environment["GIT_SSH_COMMAND"] = "/nonexistent/ssh -v"
    }
    #expect(command == .programMissing(name: "ssh", onServer: false), "\(command as Any)")
  }
}
