import TestSupport
import Testing

@testable import Git
@testable import VaultSync

@Suite("Trying a remote")
struct RemoteCheckTests {
  private func told(_ steps: [RemoteStep]) -> [String] {
    steps.map { step in
      let mark = step.error != nil ? "failed" : step.isTried ? "ok" : "used"
      return "\(mark) \(step.name): \(step.detail)"
    }
  }

  /// A synced vault whose remote is reached by ssh.
  private func vault(_ client: SSHClient, _ server: SSHServer) throws -> SyncDevices {
    let (devices, laptop) = try SyncDevices.laptop(["a.md": "a\n"])
    let environment = laptop.settings.network.environment
      .merging(["GIT_SSH_COMMAND": client.command]) { $1 }
    laptop.settings.network = NetworkSettings(environment: environment)
    try laptop.setRemote(client.address(server, devices.remote))
    return devices
  }

  @Test("no remote: there is nothing to try")
  func noRemote() throws {
    let devices = try SyncDevices([])
    let laptop = try devices.makeVault("laptop", hasRemote: false)
    #expect(try laptop.open().checkRemote().isEmpty)
  }

  @Test("a folder: the address, who goes there, and that it answers")
  func folder() throws {
    let (devices, laptop) = try SyncDevices.laptop(["a.md": "a\n"])
    let steps = told(try laptop.open().checkRemote())
    #expect(steps.count == 4)
    #expect(steps[0] == "used address: \(devices.remote)")
    #expect(steps[1].hasSuffix("/git on this machine"))
    #expect(steps[2] == "ok read: connected; syncs with main")
    #expect(steps[3].hasPrefix("ok write: "))
  }

  @Test("ssh: the host, the key, no agent, and the line in which the host is known")
  func overSSH() throws {
    let server = try SSHServer()
    let client = try SSHClient()
    try client.makeKey(for: server)
    try client.know("# a comment\n")
    try client.know(server.knownHost())
    let devices = try vault(client, server)
    let laptop = devices["laptop"]
    let steps = told(try laptop.open().checkRemote())
    #expect(steps.count == 7)
    #expect(steps[1] == "used program: GIT_SSH_COMMAND (\(client.command))")
    #expect(steps[2].hasSuffix("@127.0.0.1, port \(server.port)"))
    #expect(steps[3] == "used keys: \(client.folder.path("key")), no agent")
    #expect(steps[4] == "used host key: \(client.folder.path("known_hosts")), line 2")
    #expect(steps[5] == "ok read: connected; syncs with main")
  }

  @Test("ssh without a key, to a host that is not known: said before it fails")
  func unknown() throws {
    let server = try SSHServer()
    let client = try SSHClient()
    let devices = try vault(client, server)
    let laptop = devices["laptop"]
    let steps = told(try laptop.open().checkRemote())
    #expect(steps.count == 6)
    #expect(steps[3] == "used keys: none; ssh-keygen makes one")
    #expect(
      steps[4]
        == "used host key: [127.0.0.1]:\(server.port) is unknown; connect to it once with ssh")
    #expect(steps[5] == "failed read: ")
  }

  @Test("a program that is no OpenSSH tells nothing of the kind")
  func anotherProgram() throws {
    let (devices, laptop) = try SyncDevices.laptop(["a.md": "a\n"])
    var environment = laptop.settings.network.environment
    environment["GIT_SSH"] = try devices.folder.writeProgram(
      "#!/bin/sh\necho 'what do you want?' >&2\nexit 1\n", to: "tunnel")
    laptop.settings.network = NetworkSettings(environment: environment)
    try laptop.setRemote("ssh://there/vault.git")
    #expect(try laptop.open().checkRemote().map(\.name) == ["address", "program", "read"])
  }

  @Test("https: the helpers by name, and never what a command among them holds")
  func helpers() throws {
    let (_, laptop) = try SyncDevices.laptop(["a.md": "a\n"])
    try laptop.setRemote("https://127.0.0.1:1/vault.git")
    #expect(
      try told(laptop.open().checkRemote())[1]
        == "used program: built in; asks for a password on a terminal")
    try laptop.git("config", "credential.helper", "!echo password=secret")
    try laptop.git("config", "--add", "credential.helper", "cache")
    #expect(
      try told(laptop.open().checkRemote())[1]
        == "used program: built in, with passwords from git's credential helpers (a command, cache)"
    )
  }
}
