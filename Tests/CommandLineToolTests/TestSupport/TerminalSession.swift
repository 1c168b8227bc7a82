import Foundation
import TestSupport
import Testing

#if canImport(Darwin)
  private let ownSession = POSIX_SPAWN_SETSID
#else
  // <spawn.h> has it behind a macro that Swift does not set.
  private let ownSession = 0x80
#endif

private struct TerminalFailure: Error {
  let reason: String
  init(_ reason: String) { self.reason = reason }
}

/// `tl` in a terminal of its own: what a person would see, and what they typed.
struct TerminalSession {
  /// All that the terminal showed, the echo of what was typed too; CR before LF is left out.
  var screen: String
  var status: Int

  /// Runs `tl` in the runner's vault; `typed` is there before it asks, and the end of input behind it: what asks for
  /// more than was typed does not wait for ever.
  ///
  /// - Parameter path: folders below the runner's where programs are found, and none but those.
  static func run(
    _ runner: CommandRunner, _ arguments: [String], typed: String, path: [String] = ["none"],
    environment: [String: String] = [:]
  ) throws -> TerminalSession {
    guard let executable = CommandRunner.executable else {
      throw TerminalFailure("no tl beside the tests")
    }
    var master: CInt = -1
    // Kept open, so that the terminal lives until all has been read.
    var keeper: CInt = -1
    var name = [CChar](repeating: 0, count: 128)
    var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
    guard openpty(&master, &keeper, &name, nil, &size) == 0 else {
      throw TerminalFailure("no terminal")
    }
    defer { close(master) }
    for file in [master, keeper] { _ = fcntl(file, F_SETFD, FD_CLOEXEC) }
    let slave = String(
      decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    try write(typed + "\u{04}", to: master)
    // The kernel takes it in later; the echo says when.
    var echo = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    if !typed.isEmpty { _ = poll(&echo, 1, 10_000) }

    let base = [
      "HOME": runner.folder.path("home"), "TERM": "xterm", "NO_COLOR": "1", "TZ": "Europe/Berlin",
      "PATH": path.map(runner.folder.path).joined(separator: ":"),
    ]
    let pid = try spawn(
      executable, arguments, in: runner.directory, base.merging(environment) { $1 }
    ) { actions, attributes in
      for stream: CInt in 0...2 {
        posix_spawn_file_actions_addopen(&actions, stream, slave, O_RDWR, 0)
      }
      posix_spawnattr_setflags(&attributes, Int16(ownSession))
    }
    var status: CInt = 0
    while waitpid(pid, &status, 0) == -1 && errno == EINTR {}
    let shown = try readAll(master, closing: keeper)
    let signal = status & 0x7F
    return TerminalSession(
      screen: shown.replacing("\r\n", with: "\n"),
      status: signal == 0 ? Int((status >> 8) & 0xFF) : 128 + Int(signal))
  }

  /// Expects an exit status, all that was shown, or parts of it; what is nil is not looked at.
  @discardableResult
  func expect(
    _ status: Int? = nil, screen: String? = nil, starts: String? = nil, ends: String? = nil,
    has wanted: String..., lacks unwanted: String...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> TerminalSession {
    CommandOutput(stdout: Array(self.screen.utf8), stderr: [], status: self.status)
      .expect(status, out: screen, outStarts: starts, outEnds: ends, sourceLocation: sourceLocation)
    TestSupport.expect(self.screen, wanted, unwanted, sourceLocation)
    return self
  }

  private static func write(_ text: String, to file: CInt) throws {
    let bytes = Array(text.utf8)
    guard bytes.withUnsafeBytes({ Foundation.write(file, $0.baseAddress, $0.count) }) == bytes.count
    else {
      throw TerminalFailure("cannot type")
    }
  }

  /// What the terminal still holds; a few kilobytes at most, so that nothing had to be read before
  /// the end.
  private static func readAll(_ file: CInt, closing keeper: CInt) throws -> String {
    _ = fcntl(file, F_SETFL, O_NONBLOCK)
    defer { close(keeper) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = buffer.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
