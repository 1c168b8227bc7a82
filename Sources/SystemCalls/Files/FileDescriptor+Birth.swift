#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

extension FileDescriptor {
  /// The creation time of the file `name` in this folder; nil if the file system does not keep it or the file does not
  /// exist.
  ///
  /// Does not follow links.
  package borrowing func birthTime(of name: [UInt8]) -> FileTime? {
    #if canImport(Darwin)
      let folder = rawValue
      var raw = stat()
      let result = withCName(name) { fstatat(folder, $0, &raw, AT_SYMLINK_NOFOLLOW) }
      return result == 0 ? FileTime(raw.st_birthtimespec) : nil
    #else
      let folder = Int(rawValue)
      guard let number = LinuxCall.statx else { return nil }
      // struct statx of linux/stat.h is 256 bytes: the mask of what is filled in at byte 0, the birth time at byte 80
      // as a signed 64-bit second and an unsigned 32-bit nanosecond.
      let birthBit: UInt32 = 0x800
      var raw = [UInt64](repeating: 0, count: 32)
      return raw.withUnsafeMutableBytes { buffer in
        let result = withCName(name) {
          linuxCall(
            number, folder, Int(bitPattern: $0), Int(AT_SYMLINK_NOFOLLOW), Int(birthBit),
            Int(bitPattern: buffer.baseAddress))
        }
        guard result == 0, buffer.load(as: UInt32.self) & birthBit != 0 else { return nil }
        return FileTime(
          seconds: buffer.load(fromByteOffset: 80, as: Int64.self),
          nanoseconds: Int32(
            truncatingIfNeeded: buffer.load(fromByteOffset: 88, as: UInt32.self)))
      }
    #endif
  }
}
