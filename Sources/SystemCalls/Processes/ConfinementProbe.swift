#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// What a confined process must not be able to do, tried.
package enum ConfinementProbe: UInt8, CaseIterable, Sendable {
  case openFile, createFile, removeFile, listFolder, makeSocket, connect, startProgram, signalParent

  /// The system's error number; 0 if it could be done.
  package func attempt() -> Int32 {
    do throws(SystemError) {
      switch self {
      case .openFile: _ = try FileDescriptor(openingFile: "/etc/passwd")
      case .createFile: _ = try FileDescriptor(Self.place, O_WRONLY | O_CREAT, permissions: 0o600)
      case .removeFile: _ = try retrying(.remove) { unlink(Self.place) }
      case .listFolder: _ = try FileDescriptor(openingFolder: "/")
      case .makeSocket:
        let pair = try SocketPair()
        pair.closeNear()
        pair.closeFar()
      case .connect: try Self.connectToNobody()
      case .startProgram:
        let command = ChildCommand(
          program: "/bin/true", arguments: [], environment: [:], hasOwnGroup: false)
        let pid = try command.start(input: .inherited, output: .inherited, errors: .inherited)
        _ = ChildCommand.waitForEnd(of: pid)
      case .signalParent: _ = try retrying(.start) { kill(getppid(), 0) }
      }
      return 0
    } catch {
      return error.code
    }
  }

  private static let place = "tl-media-probe"

  /// Over the socket that the process has: a connected one refuses as well, but with other words than a filter.
  private static func connectToNobody() throws(SystemError) {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    _ = try withUnsafePointer(to: &address) { address throws(SystemError) in
      let size = socklen_t(MemoryLayout<sockaddr_un>.size)
      return try address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        address throws(SystemError) in
        try retrying(.connect) { systemConnect(InheritedSocket.descriptor, address, size) }
      }
    }
  }
}
