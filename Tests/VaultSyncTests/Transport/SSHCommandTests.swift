import TestSupport
import Testing
import VaultFormat

@testable import Git
@testable import VaultSync

@Suite("The ssh to use")
struct SSHCommandTests {
  private func command(
    _ environment: [String: String], _ settings: [String: String] = [:]
  ) -> SSHCommand {
    SSHCommand(environment: environment, setting: { settings[$0] })
  }

  @Test("the order is git's: GIT_SSH_COMMAND, core.sshCommand, GIT_SSH, ssh")
  func order() {
    let all = ["GIT_SSH_COMMAND": "a b", "GIT_SSH": "/c"]
    #expect(command(all, ["core.sshCommand": "d"]).program == .shell("a b"))
    #expect(command(["GIT_SSH": "/c"], ["core.sshCommand": "d"]).program == .shell("d"))
    #expect(command(["GIT_SSH": "/c"]).program == .file("/c"))
    #expect(command([:]).program == .file("ssh"))
  }

  @Test("how options are taken is known by name, or told")
  func variant() {
    #expect(command([:]).variant == .openSSH)
    #expect(command(["GIT_SSH_COMMAND": "/usr/bin/ssh -i key"]).variant == .openSSH)
    #expect(command(["GIT_SSH_COMMAND": "wrapper"]).variant == .unknown)
    #expect(command(["GIT_SSH": "/x/ssh"], ["ssh.variant": "simple"]).variant == .simple)
    #expect(command(["GIT_SSH": "/x", "GIT_SSH_VARIANT": "ssh"]).variant == .openSSH)
  }

  @Test("nobody is asked anything unless somebody is there")
  func words() {
    let arguments = SSHArguments(user: "ada", host: "::1", port: 2222, command: "c 'p'")
    #expect(
      arguments.words(for: .openSSH, asks: false, connectTimeout: 30_000) == [
        "-o", "BatchMode=yes", "-o", "ConnectTimeout=30", "-o", "ServerAliveInterval=15", "-p",
        "2222", "ada@::1", "c 'p'",
      ])
    #expect(
      !arguments.words(for: .openSSH, asks: true, connectTimeout: 1).contains("BatchMode=yes"))
    #expect(arguments.words(for: .simple, asks: false, connectTimeout: 1) == ["ada@::1", "c 'p'"])
  }

  @Test("a quoted text is that text to a shell")
  func quoting() throws {
    try withSeed { generator, _ in
      let alphabet = Array("ab '\"\\`$(){};&|<>*?!#~\t-=é%".unicodeScalars)
      var texts: [String] = ["", "'", "''", "!'!", "$(touch x)"]
      for _ in 0..<200 {
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0..<12, using: &generator) {
          text.append(alphabet.randomElement(using: &generator) ?? "a")
        }
        texts.append(String(text))
      }
      let script = "printf '%s\\n' " + texts.map(\.shellQuoted).joined(separator: " ")
      let output = try runProgram("/bin/sh", ["-c", script], in: "/", environment: [:])
      #expect(output.stdoutText == texts.map { $0 + "\n" }.joined())
    }
  }
}
