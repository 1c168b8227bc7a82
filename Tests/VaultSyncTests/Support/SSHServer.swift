import Foundation
import TestSupport

@testable import VaultSync

/// OpenSSH's server on a port of this machine's own address, with throw-away keys.
///
/// It logs in the user that runs the tests, by key. A small loop takes the connections and starts
/// one server for each, so that nobody waits for a daemon and none is left.
final class SSHServer: Sendable {
  let folder: TemporaryFolder
  let port: UInt16
  private let listener: Listener

  /// - Parameter settings: more lines for `sshd_config`.
  init(_ settings: String = "") throws {
    folder = try TemporaryFolder()
    try Self.makeKey(at: folder.path("host_key"))
    try folder.write("", to: "authorized_keys")
    let git = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let configuration = """
      HostKey \(folder.path("host_key"))
      AuthorizedKeysFile \(folder.path("authorized_keys"))
      PidFile none
      StrictModes no
      PasswordAuthentication no
      KbdInteractiveAuthentication no
      PermitRootLogin prohibit-password
      UsePAM no
      SetEnv PATH=\(git)
      LogLevel ERROR

      """
    let path = try folder.write(configuration + settings, to: "sshd_config")
    let log = folder.path("sshd.log")
    let program = try Self.program
    listener = try Listener { connection in
      Self.serve(connection, program, ["-i", "-f", path, "-E", log])
    }
    port = listener.port
  }

  /// What the server had to complain about.
  var log: String { (try? folder.readText("sshd.log")) ?? "" }

  /// Makes a pair of keys: `path` and `path.pub`.
  static func makeKey(
    at path: String, kind: [String] = ["ed25519"], passphrase: String = ""
  ) throws {
    let output = try runProgram(
      "/usr/bin/env",
      ["ssh-keygen", "-q", "-N", passphrase, "-f", path, "-C", "test", "-t"] + kind,
      in: "/", environment: GitProgram.settings)
    guard output.status == 0 else { throw CommandFailure(description: output.stderrText) }
  }

  /// Lets somebody in who has the other half of a key.
  func authorize(_ publicKey: String) throws {
    let known = try folder.readText("authorized_keys")
    let key = try String(contentsOfFile: publicKey, encoding: .utf8)
    try folder.write(known + key, to: "authorized_keys")
  }

  /// The line of a file of known hosts.
  func knownHost(key: String? = nil) throws -> String {
    let key = try String(contentsOfFile: key ?? folder.path("host_key.pub"), encoding: .utf8)
    return "[127.0.0.1]:\(port) \(key)"
  }

  private static var program: String {
    get throws {
      let folders = ["/usr/sbin", "/usr/local/sbin", "/usr/bin", "/opt/homebrew/sbin"]
      let found = folders.map { $0 + "/sshd" }.first {
        FileManager.default.isExecutableFile(atPath: $0)
      }
      guard let found else { throw CommandFailure(description: "no sshd: install openssh-server") }
      // As root it looks for this folder, which only a service manager makes.
      if geteuid() == 0 { mkdir("/run/sshd", 0o755) }
      return found
    }
  }

  private static func serve(_ connection: Int32, _ program: String, _ arguments: [String]) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    let handle = FileHandle(fileDescriptor: connection, closeOnDealloc: false)
    process.standardInput = handle
    process.standardOutput = handle
    process.standardError = FileHandle.nullDevice
    try? process.run()
    close(connection)
  }
}

/// Takes connections on a free port of this machine's own address for as long as it is there.
final class Listener: Sendable {
  let port: UInt16
  private let descriptor: Int32

  /// - Parameter serve: called with each connection on a thread of the listener's, one after the
  ///   other; owns it. Nil: connections come about, and nobody ever says anything.
  init(_ serve: (@Sendable (Int32) -> Void)?) throws {
    let listener = try listenOnLoopback()
    (descriptor, port) = (listener.socket, UInt16(listener.port))
    guard let serve else { return }
    let descriptor = descriptor
    Thread.detachNewThread {
      while true {
        let connection = accept(descriptor, nil, nil)
        guard connection >= 0 else { return }
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        serve(connection)
      }
    }
  }

  deinit {
    // Wakes the thread up where closing alone does not.
    shutdown(descriptor, Int32(SHUT_RDWR))
    close(descriptor)
  }
}
