import Foundation
import TestSupport
import Testing

@testable import Git
@testable import VaultSync

@Suite("A connection that is made before it is needed")
struct EarlyConnectionTests {
  private let bare: BareRepository
  private let ours: TestRepository
  private let folder: TemporaryFolder

  init() throws {
    bare = try BareRepository()
    ours = try TestRepository()
    try ours.commit(["a.md": "one\n"])
    try ours.git("push", "-q", bare.path, "main")
    folder = try TemporaryFolder()
    try folder.write("", to: "starts")
  }

  /// Reached by a program in the place of ssh that notes each start and then does `way` with the command for
  /// the server, `$command`.
  private func remote(_ way: String) throws -> Remote {
    try folder.write(
      """
      echo started >>\(folder.path("starts"))
      for command; do :; done
      \(way)

      """, to: "ssh")
    var settings = NetworkSettings.forTests()
    settings.environment["GIT_SSH_COMMAND"] = "sh \(folder.path("ssh"))"
    settings.environment["GIT_SSH_VARIANT"] = "ssh"
    return try Remote(
      address: "ssh://host\(bare.path)", in: try ours.open(), network: settings)
  }

  private var starts: Int {
    get throws { try folder.readText("starts").split(separator: "\n").count }
  }

  @Test("the next fetch talks to what was started, the one after it to another")
  func used() throws {
    let remote = try remote(#"exec sh -c "$command""#)
    remote.connectEarly()
    remote.connectEarly()
    #expect(try remote.fetch(branch: "main").branch == ours.id("HEAD"))
    #expect(try starts == 1)
    #expect(try remote.fetch(branch: "main").branch == ours.id("HEAD"))
    #expect(try starts == 2)
  }

  @Test("a push does not talk to what was started for a fetch")
  func push() throws {
    let remote = try remote(#"exec sh -c "$command""#)
    try ours.commit(["b.md": "two\n"])
    remote.connectEarly()
    try remote.pushMain()
    #expect(try bare.id("refs/heads/main") == ours.id("HEAD"))
    #expect(try starts == 2)
  }

  @Test("whoever waits for it to settle finds that it has asked all that it asks")
  func settled() throws {
    let remote = try remote("sleep 0.2; touch \(folder.path("asked")); exec sh -c \"$command\"")
    remote.connectEarly()
    remote.waitForEarlyConnection()
    #expect(FileManager.default.fileExists(atPath: folder.path("asked")))
    #expect(try remote.fetch(branch: "main").branch == ours.id("HEAD"))
    #expect(try starts == 1)
  }

  @Test("a server that has stopped waiting is asked anew")
  func abandoned() throws {
    // The first start answers, and has ended when the fetch comes to it.
    let remote = try remote(
      """
      test "$(wc -l <\(folder.path("starts")))" -gt 1 && exec sh -c "$command"
      sh -c "$command" </dev/null
      """)
    remote.connectEarly()
    remote.waitForEarlyConnection()
    while remote.earlyConnection?.isOver != true { usleep(1_000) }
    #expect(try remote.fetch(branch: "main").branch == ours.id("HEAD"))
    #expect(try starts == 2)
  }

  @Test("a refusal is told, and not tried again")
  func refused() throws {
    let remote = try remote("echo 'me@host: Permission denied (publickey).' >&2; exit 255")
    remote.connectEarly()
    remote.waitForEarlyConnection()
    let error = remote.fetchError()
    guard case .authentication = error else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(try starts == 1)
  }
}
