import Foundation
import SystemCalls
import TestSupport
import Testing

/// `tl serve install` as a program.
@Suite("The unit of systemd")
struct InstallCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// - Parameter vault: its folder's name.
  private func serve(_ words: [String], vault: String) throws -> CommandOutput {
    let program = try #require(builtProgram("tl-net"))
    let environment = [
      "HOME": folder.path("home"), "PATH": "/usr/bin:/bin", "TZ": "UTC",
      "XDG_STATE_HOME": folder.path("state"),
    ]
    _ = try runProgram(
      program, ["init", folder.path(vault)], in: folder.path, environment: environment)
    return try runProgram(
      program, ["--vault", folder.path(vault), "serve"] + words, in: folder.path,
      environment: environment)
  }

  private func units() -> [String] { folder.contents().filter { $0.hasSuffix(".service") } }

  @Test("it is written with the options and paths that are the same in every folder, and removed")
  func installs() throws {
    for name in ["c.pem", "k.pem"] { try folder.write("", to: name) }
    let options = [
      "--listen", ":8443", "--origin", "https://h.example", "--tls-cert", "c.pem", "--tls-key",
      "k.pem", "--read-only",
    ]
    #expect(try serve(["install"] + options, vault: "v").status == 0)
    let path = try #require(units().first)
    #expect(path.hasPrefix("home/.config/systemd/user/tl-"))
    let text = try String(contentsOfFile: folder.path(path), encoding: .utf8)
    let command = try #require(text.split(separator: "\n").first { $0.hasPrefix("ExecStart=") })
    #expect(command.hasPrefix("ExecStart=\"/"))
    let resolved = try #require(SystemPath.resolved(folder.path))
    let words = try #require(command.range(of: "\"--vault\"")).lowerBound
    #expect(
      command[words...] == """
        "--vault" "\(resolved)/v" "serve" "--listen" ":8443" "--origin" "https://h.example" \
        "--tls-cert" "\(resolved)/c.pem" "--tls-key" "\(resolved)/k.pem" \
        "--read-only" "--no-link"
        """)
    #expect(text.contains("\nEnvironment=\"XDG_STATE_HOME=\(folder.path("state"))\"\n"))
    // Again, with other options: the same file.
    #expect(try serve(["install"], vault: "v").status == 0)
    #expect(units() == [path])
    #expect(try serve(["uninstall", "--dry-run"], vault: "v").status == 0)
    #expect(units() == [path])
    #expect(try serve(["uninstall"], vault: "v").status == 0)
    #expect(units().isEmpty)
    let again = try serve(["uninstall"], vault: "v")
    #expect(again.status != 0)
    #expect(again.stderrText.contains("not installed for this vault"))
  }

  @Test("a dry run prints it and writes nothing; two vaults have two units")
  func dryRun() throws {
    let output = try serve(["install", "--dry-run"], vault: "v")
    #expect(output.stdoutText.contains("[Service]\nExecStart="))
    #expect(units().isEmpty)
    for vault in ["v", "w"] { #expect(try serve(["install"], vault: vault).status == 0) }
    #expect(units().count == 2)
  }

  @Test("no character of a path means anything to systemd")
  func escapes() throws {
    let output = try serve(["install", "--dry-run"], vault: #"a "b" $c ${d} %h \e"#)
    let text = output.stdoutText
    #expect(text.contains(#"/a \"b\" $$c $${d} %%h \\e" "serve""#), "\(text)")
    let broken = try serve(["install", "--dry-run"], vault: "a\nExecStop=b")
    #expect(broken.status != 0)
    #expect(!broken.stdoutText.contains("ExecStop"))
  }
}
