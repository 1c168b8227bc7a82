#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Limits that this process sets to itself, before it reads what strangers have made.
package enum ProcessConfinement {
  /// Limits the memory that the process can write to, in bytes; more cannot be had afterwards.
  package static func limitMemory(_ bytes: UInt64) throws(SystemError) {
    try set(dataResource, soft: bytes, hard: bytes)
  }

  /// Ends the process when it has computed for another `seconds`; a later call begins anew.
  package static func limitComputing(seconds: UInt64) throws(SystemError) {
    var used = rusage()
    guard getrusage(ownUsage, &used) == 0 else { throw SystemError(last: .start) }
    let before = UInt64(clamping: used.ru_utime.tv_sec + used.ru_stime.tv_sec)
    try set(computingResource, soft: before + seconds + 1, hard: nil)
  }

  /// Closes everything but the standard streams and the `InheritedSocket`: whatever the starting process left open.
  ///
  /// On Darwin the start itself closes it.
  package static func closeOtherDescriptors() {
    #if os(Linux)
      let first = Int(InheritedSocket.descriptor) + 1
      if let number = LinuxCall.closeRange,
        linuxCall(number, first, Int(UInt32.max), 0, 0, 0) == 0
      {
        return
      }
      // Before Linux 5.9.
      for descriptor in Int32(first)..<65_536 { _ = close(descriptor) }
    #endif
  }

  /// No memory is written to disk when the process crashes.
  package static func forbidCoreDumps() throws(SystemError) {
    try set(coreResource, soft: 0, hard: 0)
  }

  /// - Parameter hard: unchanged if nil.
  private static func set(_ resource: Resource, soft: UInt64, hard: UInt64?) throws(SystemError) {
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { throw SystemError(last: .start) }
    limit.rlim_max = min(hard.map { rlim_t($0) } ?? limit.rlim_max, limit.rlim_max)
    limit.rlim_cur = min(rlim_t(soft), limit.rlim_max)
    guard setrlimit(resource, &limit) == 0 else { throw SystemError(last: .start) }
  }

  #if canImport(Darwin)
    private typealias Resource = Int32
    private static let dataResource = RLIMIT_DATA
    private static let computingResource = RLIMIT_CPU
    private static let coreResource = RLIMIT_CORE
    private static let ownUsage = RUSAGE_SELF
  #else
    private typealias Resource = __rlimit_resource_t
    private static let dataResource = __rlimit_resource_t(RLIMIT_DATA.rawValue)
    private static let computingResource = __rlimit_resource_t(RLIMIT_CPU.rawValue)
    private static let coreResource = __rlimit_resource_t(RLIMIT_CORE.rawValue)
    private static let ownUsage = __rusage_who_t(RUSAGE_SELF.rawValue)
  #endif
}

#if os(Linux)
  extension ProcessConfinement {
    /// Lets a filter decide about every later system call of all threads; neither they nor what they start get more
    /// rights from a program's file.
    ///
    /// - Parameter filter: instructions of linux/filter.h, each as it lies in memory.
    package static func filterSystemCalls(_ filter: [UInt64]) throws(SystemError) {
      guard let prctl = LinuxCall.prctl, let seccomp = LinuxCall.seccomp else {
        throw SystemError(ENOSYS, .permissions)
      }
      let noNewPrivileges = 38  // PR_SET_NO_NEW_PRIVS of linux/prctl.h
      guard linuxCall(prctl, noNewPrivileges, 1, 0, 0, 0) == 0 else {
        throw SystemError(last: .permissions)
      }
      try filter.withUnsafeBufferPointer { instructions throws(SystemError) in
        // struct sock_fprog: the count as 16 bits, padding, and the address.
        let address = UInt64(UInt(bitPattern: instructions.baseAddress))
        let program = [UInt64(instructions.count), address]
        let (setFilter, allThreads) = (1, 1)  // SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC
        let result = program.withUnsafeBytes {
          linuxCall(seccomp, setFilter, allThreads, Int(bitPattern: $0.baseAddress), 0, 0)
        }
        if result < 0 { throw SystemError(last: .permissions) }
        // A thread that could not be brought under the filter.
        if result > 0 { throw SystemError(EBUSY, .permissions) }
      }
    }
  }
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
