internal import VaultStore

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Folders and files that tl keeps for itself, named by paths of the system.
package enum SystemFolder {
  /// Makes a folder, and those above it that are missing, for nobody else to look into.
  package static func make(_ path: String) throws(SystemFailure) {
    var end = path.startIndex
    while end < path.endIndex {
      end = path[end...].dropFirst().firstIndex(of: "/") ?? path.endIndex
      let part = String(path[..<end])
      if mkdir(part, 0o700) != 0, errno != EEXIST {
        let code = errno
        // Above a folder that one may write to, making may not even be allowed.
        if access(part, F_OK) != 0 { throw SystemFailure(part, code: code) }
      }
    }
  }

  /// Renames a file; what has the new name is replaced.
  static func move(_ path: String, to newPath: String) throws(SystemFailure) {
    _ = try retrying(newPath) { Int(rename(path, newPath)) }
    try sync(parent(of: newPath))
  }

  /// Content where it is gone already.
  static func remove(_ path: String) throws(SystemFailure) {
    if unlink(path) != 0, errno != ENOENT { throw SystemFailure(path) }
  }

  /// The names in a folder, in the system's order.
  package static func names(in folder: String) throws(SystemFailure) -> [String] {
    do {
      return try FileDescriptor.names(inFolder: folder)
    } catch {
      throw SystemFailure(folder, code: error.code)
    }
  }

  /// The names in a folder; none if there is no such folder.
  package static func namesIfPresent(in folder: String) throws(SystemFailure) -> [String] {
    do {
      return try names(in: folder)
    } catch  where error.isMissing || error.code == ENOTDIR {
      return []
    }
  }

  /// Makes the names in a folder durable.
  static func sync(_ folder: String) throws(SystemFailure) {
    let descriptor = Int32(
      try retrying(folder) { Int(open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)) })
    defer { close(descriptor) }
    // File systems that cannot sync a folder are let be.
    _ = fsync(descriptor)
  }

  static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
