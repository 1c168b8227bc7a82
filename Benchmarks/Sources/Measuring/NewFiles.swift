#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A moment in a file system's own time, to tell the files that came after it.
package struct FileSystemMoment: Sendable {
  private let seconds: Int
  private let nanoseconds: Int

  /// Now, by the clock that stamps files: that of `markFile`, which is written for it.
  ///
  /// It waits a little first, because that clock ticks only every few milliseconds.
  package init(markFile: String) throws(SystemError) {
    usleep(50_000)
    try writeFile(markFile, "")
    var status = stat()
    guard lstat(markFile, &status) == 0 else { throw SystemError(subject: markFile, code: errno) }
    (seconds, nanoseconds) = modificationTime(status)
  }

  /// Removes every note below `folder` that was written since, and returns how many.
  ///
  /// Names that begin with a dot are left alone.
  package func removeLaterNotes(in folder: String) throws(SystemError) -> Int {
    var removed = 0
    var pending = [folder]
    while let current = pending.popLast() {
      for name in try names(in: current) where !name.hasPrefix(".") {
        let path = "\(current)/\(name)"
        var status = stat()
        guard lstat(path, &status) == 0 else { continue }
        if status.st_mode & S_IFMT == S_IFDIR {
          pending.append(path)
        } else if name.hasSuffix(".md"), isLater(status) {
          guard unlink(path) == 0 else { throw SystemError(subject: path, code: errno) }
          removed += 1
        }
      }
    }
    return removed
  }

  private func isLater(_ status: stat) -> Bool {
    modificationTime(status) >= (seconds, nanoseconds)
  }
}

private func modificationTime(_ status: stat) -> (Int, Int) {
  #if canImport(Darwin)
    (status.st_mtimespec.tv_sec, status.st_mtimespec.tv_nsec)
  #else
    (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
  #endif
}

private func names(in folder: String) throws(SystemError) -> [String] {
  guard let listing = opendir(folder) else { throw SystemError(subject: folder, code: errno) }
  defer { closedir(listing) }
  var names: [String] = []
  while let entry = readdir(listing) {
    let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
    let name = String(
      cString: UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self))
    if name != ".", name != ".." { names.append(name) }
  }
  return names
}
