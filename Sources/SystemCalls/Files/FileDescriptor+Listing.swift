#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

extension FileDescriptor {
  /// The entries of this folder except `.` and `..`, in byte order.
  package borrowing func entries() throws(SystemError) -> [FolderEntry] {
    var entries: [FolderEntry] = []
    try forEachName { name, kind in
      entries.append(FolderEntry(name: Array(name), kind: kind))
    }
    return entries.sorted { $0.name.lexicographicallyPrecedes($1.name) }
  }

  /// Calls `body` for each name in this folder except `.` and `..`, in the system's order.
  ///
  /// The bytes are valid during the call and end with NUL; nothing is copied, which makes a walk over many files cheap.
  /// A file that disappears before its kind is known is left out.
  package borrowing func forEachName(
    _ body: (UnsafeBufferPointer<UInt8>, FileStatus.Kind) -> Void
  ) throws(SystemError) {
    try reopened().forEachNameOnce(body)
  }

  /// Calls `body` for each name of a folder that was just opened; a second call gives nothing.
  package borrowing func forEachNameOnce(
    _ body: (UnsafeBufferPointer<UInt8>, FileStatus.Kind) -> Void
  ) throws(SystemError) {
    #if os(Linux)
      if let number = LinuxCall.getdents64 { return try forEachRecord(number, body) }
    #endif
    try forEachNameOfStream(body)
  }

  /// With readdir.
  borrowing func forEachNameOfStream(
    _ body: (UnsafeBufferPointer<UInt8>, FileStatus.Kind) -> Void
  ) throws(SystemError) {
    let own = rawValue
    // closedir closes the descriptor, so the stream gets a copy.
    let raw = try retrying(.list) { fcntl(own, F_DUPFD_CLOEXEC, 0) }
    guard let stream = fdopendir(raw) else {
      let failure = SystemError(last: .list)
      close(raw)
      throw failure
    }
    defer { closedir(stream) }
    while true {
      errno = 0
      guard let entry = readdir(stream) else { break }
      try give(Self.name(of: entry), entry.pointee.d_type, to: body)
    }
    if errno != 0 { throw SystemError(last: .list) }
  }

  private borrowing func give(
    _ name: UnsafeBufferPointer<UInt8>, _ type: UInt8,
    to body: (UnsafeBufferPointer<UInt8>, FileStatus.Kind) -> Void
  ) throws(SystemError) {
    if name.first == UInt8(ascii: "."), name.count == 1 || (name.count == 2 && name[1] == name[0]) {
      return
    }
    if let kind = FileStatus.Kind(entryType: type) {
      body(name, kind)
    } else if let status = try status(of: Array(name)) {
      body(name, status.kind)
    }
  }

  /// The record ends after the name's NUL, often before the end of `dirent`, so it is read in place and never copied
  /// whole.
  private static func name(of entry: UnsafeMutablePointer<dirent>) -> UnsafeBufferPointer<UInt8> {
    let start = UnsafeRawPointer(entry) + (MemoryLayout<dirent>.offset(of: \.d_name) ?? 0)
    let name = start.assumingMemoryBound(to: UInt8.self)
    return UnsafeBufferPointer(
      start: name, count: strlen(start.assumingMemoryBound(to: CChar.self)))
  }
}

#if os(Linux)
  extension FileDescriptor {
    /// With getdents64(2), which saves the four other system calls of opendir and closedir per folder.
    ///
    /// A record has 8 bytes of inode, 8 of position, 2 of its length, 1 of type, then the name and at least one NUL.
    fileprivate borrowing func forEachRecord(
      _ number: Int, _ body: (UnsafeBufferPointer<UInt8>, FileStatus.Kind) -> Void
    ) throws(SystemError) {
      let nameOffset = 19
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 15, alignment: 8)
      defer { buffer.deallocate() }
      let (own, target) = (Int(rawValue), Int(bitPattern: buffer.baseAddress))
      while true {
        let count = try retrying(.list) {
          Int32(truncatingIfNeeded: linuxCall(number, own, target, buffer.count, 0, 0))
        }
        if count == 0 { return }
        var place = 0
        while place + nameOffset < Int(count) {
          let length = Int(buffer.load(fromByteOffset: place + 16, as: UInt16.self))
          let record = UnsafeRawBufferPointer(rebasing: buffer[place..<place + length])
          let name = UnsafeRawBufferPointer(rebasing: record[nameOffset...])
            .assumingMemoryBound(to: UInt8.self)
          let end = name.firstIndex(of: 0) ?? name.count
          try give(UnsafeBufferPointer(rebasing: name[..<end]), record[18], to: body)
          place += length
        }
      }
    }
  }
#endif
