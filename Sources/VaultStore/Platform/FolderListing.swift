#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// One name in a folder.
package struct FolderEntry: Hashable, Sendable {
  package let name: [UInt8]
  package let kind: FileStatus.Kind

  package var isHidden: Bool { name.first == UInt8(ascii: ".") }
}

extension FileDescriptor {
  /// All names in this folder but `.` and `..`, in byte order.
  borrowing func entries() throws(SystemError) -> [FolderEntry] {
    let copy = try reopened()
    // The stream owns its descriptor, so it gets one of its own.
    let raw = try retrying(.list) { fcntl(copy.rawValue, F_DUPFD_CLOEXEC, 0) }
    guard let stream = fdopendir(raw) else {
      let failure = SystemError(last: .list)
      close(raw)
      throw failure
    }
    defer { closedir(stream) }
    var entries: [FolderEntry] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else { break }
      let name = Self.name(of: entry)
      if name == [0x2E] || name == [0x2E, 0x2E] { continue }
      if let kind = FileStatus.Kind(entryType: entry.pointee.d_type) {
        entries.append(FolderEntry(name: name, kind: kind))
      } else if let status = try status(of: name) {
        entries.append(FolderEntry(name: name, kind: status.kind))
      }
    }
    if errno != 0 { throw SystemError(last: .list) }
    return entries.sorted { $0.name.lexicographicallyPrecedes($1.name) }
  }

  /// The record ends after the name's NUL, often before the end of the struct that C declares, so it
  /// is read in place and never copied whole.
  private static func name(of entry: UnsafeMutablePointer<dirent>) -> [UInt8] {
    let start = UnsafeRawPointer(entry) + (MemoryLayout<dirent>.offset(of: \.d_name) ?? 0)
    let count = strlen(start.assumingMemoryBound(to: CChar.self))
    return Array(UnsafeRawBufferPointer(start: start, count: count))
  }
}
