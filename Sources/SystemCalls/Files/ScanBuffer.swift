#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Memory that one thread reuses to read many files: nothing is allocated for a file that fits.
package final class ScanBuffer {
  private var memory: UnsafeMutableBufferPointer<UInt8>
  private let sizeLimit: Int

  /// What the reader decides after a file's first bytes.
  package enum Verdict {
    case enough
    /// Call again with the whole file.
    case needsRest
  }

  /// Enough for nearly every note.
  private static let initialCapacity = 1 << 18

  /// - Parameter sizeLimit: of files, in bytes.
  package init(sizeLimit: Int) {
    self.sizeLimit = sizeLimit
    memory = .allocate(capacity: Self.initialCapacity)
  }

  deinit {
    memory.deallocate()
  }

  /// Reads a file of `folder` and passes the bytes to `body`, valid during the call.
  ///
  /// - Parameters:
  ///   - name: one component, ending with NUL. A link is not followed; a FIFO is not waited for.
  ///   - count: the number of bytes to read first; if nil, as many as fit. `body` is called again
  ///     with the whole file if it returns `needsRest`.
  /// - Throws: `EFBIG` for a file above the size limit.
  package func read(
    _ name: UnsafePointer<UInt8>, in folder: borrowing FileDescriptor, first count: Int?,
    _ body: (_ bytes: UnsafeBufferPointer<UInt8>, _ isWhole: Bool) -> Verdict
  ) throws(SystemError) {
    let file = try open(name, in: folder)
    defer { ScanCall.closeFile(file) }
    // A local copy: each access to a class's property is checked for exclusivity, and this is the hottest path.
    let memory = self.memory
    let first = min(count ?? memory.count, memory.count)
    var filled = try fill(memory, from: file, range: 0..<first)
    if filled < first {
      _ = body(UnsafeBufferPointer(rebasing: memory[..<filled]), true)
      return
    }
    if case .enough = body(UnsafeBufferPointer(rebasing: memory[..<filled]), false) { return }
    var status = stat()
    _ = try retrying(.status) { fstat(file, &status) }
    guard status.st_size <= sizeLimit else { throw SystemError(EFBIG, .read) }
    // One byte more than the file has, so that its end is found without another read.
    try grow(to: Int(status.st_size) + 1, keeping: filled)
    while true {
      if filled == self.memory.count { try grow(to: filled * 2, keeping: filled) }
      filled = try fill(self.memory, from: file, range: filled..<self.memory.count)
      if filled < self.memory.count { break }
    }
    guard filled <= sizeLimit else { throw SystemError(EFBIG, .read) }
    _ = body(UnsafeBufferPointer(rebasing: self.memory[..<filled]), true)
  }

  private func open(
    _ name: UnsafePointer<UInt8>, in folder: borrowing FileDescriptor
  ) throws(SystemError) -> Int32 {
    let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    let descriptor = folder.rawValue
    return try retrying(.open) { ScanCall.openFile(name, in: descriptor, flags: flags) }
  }

  /// Reads into `range` and returns the end of what was read.
  ///
  /// A short read of a regular file is taken for its end: a read stops early only there or at a signal, and no signal
  /// handler of tl continues it. That saves a second call for nearly every note.
  private func fill(
    _ memory: UnsafeMutableBufferPointer<UInt8>, from file: Int32, range: Range<Int>
  ) throws(SystemError) -> Int {
    let target = UnsafeMutableRawBufferPointer(
      rebasing: UnsafeMutableRawBufferPointer(memory)[range])
    while true {
      let got = ScanCall.readFile(file, into: target)
      if got >= 0 { return range.lowerBound + got }
      guard errno == EINTR else { throw SystemError(last: .read) }
    }
  }

  /// Does nothing if the memory is large enough.
  private func grow(to count: Int, keeping filled: Int) throws(SystemError) {
    guard count > memory.count else { return }
    guard memory.count <= sizeLimit else { throw SystemError(EFBIG, .read) }
    // At least twice as much, so that files that are each a little larger do not each need another allocation; and one byte
    // more than the limit, so that the end of a file of just that size is found.
    let capacity = min(max(count, memory.count * 2), sizeLimit + 1)
    let larger = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: capacity)
    _ = larger.update(fromContentsOf: memory[..<filled])
    memory.deallocate()
    memory = larger
  }
}

/// The three system calls that a scan makes for every file; results and `errno` as in C.
///
/// In C libraries of Linux these functions are cancellation points, which cost two atomic operations per call as soon
/// as there is a second thread: 5 % of the time to read a small file. No thread of tl is cancelled, so these calls go
/// to the kernel directly.
private enum ScanCall {
  static func openFile(_ name: UnsafePointer<UInt8>, in folder: Int32, flags: Int32) -> Int32 {
    #if os(Linux)
      if let number = LinuxCall.openat {
        let result = linuxCall(
          number, Int(folder), Int(bitPattern: UnsafeRawPointer(name)), Int(flags), 0, 0)
        return Int32(truncatingIfNeeded: result)
      }
    #endif
    return openat(folder, UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self), flags)
  }

  static func readFile(_ file: Int32, into memory: UnsafeMutableRawBufferPointer) -> Int {
    #if os(Linux)
      if let number = LinuxCall.read {
        let target = Int(bitPattern: memory.baseAddress)
        return linuxCall(number, Int(file), target, memory.count, 0, 0)
      }
    #endif
    return read(file, memory.baseAddress, memory.count)
  }

  static func closeFile(_ file: Int32) {
    #if os(Linux)
      if let number = LinuxCall.close {
        _ = linuxCall(number, Int(file), 0, 0, 0, 0)
        return
      }
    #endif
    _ = close(file)
  }
}
