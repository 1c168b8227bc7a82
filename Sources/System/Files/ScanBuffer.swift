#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A thread's own memory for reading file after file: nothing is allocated for a file that fits.
package final class ScanBuffer {
  private var memory: UnsafeMutableBufferPointer<UInt8>
  private let sizeLimit: Int

  /// What the reader of a file's first bytes says of them.
  package enum Verdict {
    case enough
    /// Call again with the whole file.
    case needsRest
  }

  /// Enough for nearly every note whole.
  private static let initialCapacity = 1 << 18

  /// - Parameter sizeLimit: of files, in bytes.
  package init(sizeLimit: Int) {
    self.sizeLimit = sizeLimit
    memory = .allocate(capacity: Self.initialCapacity)
  }

  deinit {
    memory.deallocate()
  }

  /// Reads a file of `folder` from its start and gives the bytes to `body`, valid during the call.
  ///
  /// - Parameters:
  ///   - name: one component, followed by NUL. A link is not followed; a FIFO is not waited for.
  ///   - count: how many bytes to read first; as many as fit when nil. `body` is called once more, with
  ///     all of the file, where it asks for it.
  /// - Throws: `EFBIG` for a file above the size limit.
  package func read(
    _ name: UnsafePointer<UInt8>, in folder: borrowing FileDescriptor, first count: Int?,
    _ body: (_ bytes: UnsafeBufferPointer<UInt8>, _ isWhole: Bool) -> Verdict
  ) throws(SystemError) {
    let file = try open(name, in: folder)
    defer { ScanCall.close(file) }
    // Local: each look at a class's property is checked for exclusivity, and this is the hottest path.
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
    while true {
      if filled == self.memory.count { try grow(keeping: filled) }
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
    return try retrying(.open) { ScanCall.openFile(name, in: descriptor, flags) }
  }

  /// Reads into `range`; the end of what was read.
  ///
  /// A short read of a regular file is its end: a read stops early only there or for a signal, and no
  /// handler of tl lets it go on. That saves a second call for nearly every note.
  private func fill(
    _ memory: UnsafeMutableBufferPointer<UInt8>, from file: Int32, range: Range<Int>
  ) throws(SystemError) -> Int {
    let target = UnsafeMutableRawBufferPointer(
      rebasing: UnsafeMutableRawBufferPointer(memory)[range])
    while true {
      let got = ScanCall.read(file, into: target)
      if got >= 0 { return range.lowerBound + got }
      guard errno == EINTR else { throw SystemError(last: .read) }
    }
  }

  private func grow(keeping filled: Int) throws(SystemError) {
    guard memory.count <= sizeLimit else { throw SystemError(EFBIG, .read) }
    // One byte more than the limit, so that the end of a file as large as that is seen.
    let capacity = min(memory.count * 4, sizeLimit + 1)
    let larger = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: capacity)
    _ = larger.update(fromContentsOf: memory[..<filled])
    memory.deallocate()
    memory = larger
  }
}
