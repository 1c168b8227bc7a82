#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The three system calls that a scan makes for every file; results and `errno` as in C.
///
/// In C libraries of Linux these functions are cancellation points, which cost two atomic operations per call as soon
/// as there is a second thread: 5 % of the time to read a small file. No thread of tl is cancelled, so these calls go
/// to the kernel directly.
enum ScanCall {
  package static func openFile(_ name: UnsafePointer<UInt8>, in folder: Int32, flags: Int32)
    -> Int32
  {
    #if os(Linux)
      if let number = LinuxCall.openat {
        let result = linuxCall(
          number, Int(folder), Int(bitPattern: UnsafeRawPointer(name)), Int(flags), 0, 0)
        return Int32(truncatingIfNeeded: result)
      }
    #endif
    return openat(folder, UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self), flags)
  }

  static func read(_ file: Int32, into memory: UnsafeMutableRawBufferPointer) -> Int {
    #if os(Linux)
      if let number = LinuxCall.read {
        let target = Int(bitPattern: memory.baseAddress)
        return linuxCall(number, Int(file), target, memory.count, 0, 0)
      }
    #endif
    return systemRead(file, memory.baseAddress, count: memory.count)
  }

  static func close(_ file: Int32) {
    #if os(Linux)
      if let number = LinuxCall.close {
        _ = linuxCall(number, Int(file), 0, 0, 0, 0)
        return
      }
    #endif
    systemClose(file)
  }
}

// Inside `ScanCall` these names are its own.

private func systemRead(_ file: Int32, _ target: UnsafeMutableRawPointer?, count: Int) -> Int {
  read(file, target, count)
}

private func systemClose(_ file: Int32) { _ = close(file) }
