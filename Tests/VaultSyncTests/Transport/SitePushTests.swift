import Foundation
import TestSupport
import Testing

@testable import Git
@testable import VaultSync

/// `tl site push` as a program, to a real server.
@Suite("A site over ssh")
struct SitePushTests {
  private let server: SSHServer
  private let bare: BareRepository
  private let client: SSHClient
  private let folder: TemporaryFolder

  init() throws {
    server = try SSHServer()
    bare = try BareRepository(named: "site.git")
    client = try SSHClient()
    folder = try TemporaryFolder()
    try client.makeKey(for: server)
    try client.know(server.knownHost())
    try folder.write(
      "site_remote: \(client.address(server, bare.path))\nsite_branch: pages\n",
      to: "home/.config/tl/config.yaml")
    #expect(try tl("init", folder.path("vault")).status == 0)
    try write("It shines.")
  }

  private func tl(_ arguments: String...) throws -> CommandOutput {
    try runProgram(
      try #require(builtProgram("tl-net")), arguments, in: folder.path,
      environment: client.environment.merging(["HOME": folder.path("home"), "TZ": "UTC"]) { $1 })
  }

  private func push() throws -> CommandOutput {
    try tl("--vault", folder.path("vault"), "site", "push", folder.path("out"))
  }

  /// Writes the only public note, and builds the site.
  private func write(_ text: String) throws {
    try folder.write(
      "---\nid: 6f1d2c3b-0000-4000-8000-000000000001\npublish: true\nslug: lamp\n---\n# A lamp\n\n\(text)\n",
      to: "vault/a.md")
    try tl("--vault", folder.path("vault"), "site", "build", folder.path("out")).expect(0)
  }

  private func page() throws -> String {
    try GitProgram.attempt(["show", "pages:lamp.html"], in: bare.path).stdoutText
  }

  @Test("the branch gets a commit for each change, and keeps what others put there")
  func pushes() throws {
    try push().expect(0, errHas: "written and 0 removed on pages")
    #expect(try page().contains("It shines."))
    let first = try #require(try bare.id("pages"))
    try push().expect(0, errHas: "the branch has the site as it is")
    #expect(try bare.id("pages") == first)
    let other = folder.path("other")
    try GitProgram.run(["clone", "-q", "-b", "pages", bare.path, other], in: folder.path)
    try folder.write("example.org\n", to: "other/CNAME")
    try GitProgram.run(["add", "CNAME"], in: other)
    try GitProgram.run(["commit", "-q", "-m", "a name"], in: other)
    try GitProgram.run(["push", "-q", "origin", "pages"], in: other)
    try write("It glows.")
    try push().expect(0, errHas: "written and 0 removed on pages")
    #expect(try page().contains("It glows."))
    let names = try GitProgram.attempt(["ls-tree", "--name-only", "pages"], in: bare.path)
    #expect(names.stdoutText.contains("CNAME\n"))
    #expect(
      try GitProgram.attempt(["rev-list", "--count", "pages"], in: bare.path).stdoutText == "3\n")
  }

  @Test("a server that refuses the key, or that nobody knows, gets nothing, and the hint names it")
  func refusals() throws {
    try client.folder.write("", to: "known_hosts")
    try push().expect(4, errHas: "ssh does not know this host yet", "the host of site_remote")
    try client.know(server.knownHost())
    try server.folder.write("", to: "authorized_keys")
    let output = try push().expect(4, errHas: "the remote denied access", "site_remote")
    #expect(!output.stderrText.contains("tl remote"))
    #expect(try bare.id("pages") == nil)
  }
}
