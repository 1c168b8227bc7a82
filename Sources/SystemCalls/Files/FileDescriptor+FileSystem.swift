#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

extension FileDescriptor {
  /// Whether the file is on a network file system, or on one in user space, which may be one too; false if unknown.
  package var isOnNetwork: Bool {
    #if canImport(Darwin)
      var status = statfs()
      guard fstatfs(rawValue, &status) == 0 else { return false }
      return status.f_flags & UInt32(MNT_LOCAL) == 0
    #else
      guard let number = LinuxCall.fstatfs else { return false }
      let file = Int(rawValue)
      // The type is the first of its words, of which 15 are in use.
      return withUnsafeTemporaryAllocation(of: Int.self, capacity: 32) { status in
        guard linuxCall(number, file, Int(bitPattern: status.baseAddress), 0, 0, 0) == 0 else {
          return false
        }
        return Self.networkTypes.contains(UInt32(truncatingIfNeeded: status[0]))
      }
    #endif
  }

  #if !canImport(Darwin)
    /// The numbers of linux/magic.h: NFS, SMB, CIFS, SMB 2, FUSE, 9P, AFS, Ceph, Coda, VirtualBox.
    private static let networkTypes: Set<UInt32> = [
      0x6969, 0x517B, 0xFF53_4D42, 0xFE53_4D42, 0x6573_5546, 0x0102_1997, 0x5346_414F, 0x00C3_6400,
      0x7375_7245, 0x786F_4256,
    ]
  #endif
}
