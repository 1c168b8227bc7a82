import Foundation

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A terminal without a screen, for commands that behave otherwise on one.
final class PseudoTerminal {
  /// The device, to be used as `< path` or `2> path`.
  let path: String
  private let screen: Int32
  /// Keeps what was printed until it is read, also when the command has ended.
  private let device: Int32

  struct Unavailable: Error {}

  init() throws {
    var ends: (screen: Int32, device: Int32) = (-1, -1)
    guard openpty(&ends.screen, &ends.device, nil, nil, nil) == 0, let name = ttyname(ends.device)
    else {
      throw Unavailable()
    }
    (screen, device) = ends
    path = String(cString: name)
    // Programs of other tests must not keep it open.
    for file in [screen, device] { _ = fcntl(file, F_SETFD, FD_CLOEXEC) }
  }

  deinit {
    close(device)
    close(screen)
  }

  /// Types a line before anybody asks for it.
  func type(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = bytes.withUnsafeBytes { systemWrite(screen, $0) }
  }

  /// What was printed so far, without the CR that terminals put before LF.
  func printed() -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 12)
    var ready = pollfd(fd: screen, events: Int16(POLLIN), revents: 0)
    while poll(&ready, 1, 0) > 0, ready.revents & Int16(POLLIN) != 0 {
      let count = buffer.withUnsafeMutableBytes { read(screen, $0.baseAddress, $0.count) }
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self).replacingOccurrences(of: "\r\n", with: "\n")
  }
}

private func systemWrite(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(file, bytes.baseAddress, bytes.count)
}
