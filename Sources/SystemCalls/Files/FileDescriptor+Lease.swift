#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

extension FileDescriptor {
  /// Whether some open descriptor, of any process, can write to the file; nil where the system does not tell.
  ///
  /// Linux tells it of files of this user: it gives no lease then (fcntl(2), F_SETLEASE). The descriptor is open for
  /// reading only.
  package borrowing func isOpenForWriting() -> Bool? {
    #if os(Linux)
      let (setSignal, setLease): (Int32, Int32) = (10, 1024)
      // Instead of SIGIO, by which a program that opens the file at this moment would end this process.
      guard fcntl(rawValue, setSignal, SIGURG) == 0 else { return nil }
      guard fcntl(rawValue, setLease, Int32(F_RDLCK)) == 0 else {
        return errno == EAGAIN ? true : nil
      }
      _ = fcntl(rawValue, setLease, Int32(F_UNLCK))
      return false
    #else
      return nil
    #endif
  }
}
