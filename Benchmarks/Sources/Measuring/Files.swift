#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The whole text of a file; bytes that are not UTF-8 are replaced.
package func fileText(_ path: String) throws(SystemError) -> String {
  var bytes: [UInt8] = []
  try readPieces(of: path) { bytes += $0 }
  return String(decoding: bytes, as: UTF8.self)
}

/// How often `byte` stands in a file; the file is never held in memory as a whole.
package func count(of byte: UInt8, in path: String) throws(SystemError) -> Int {
  var count = 0
  try readPieces(of: path) { piece in count += piece.count(where: { $0 == byte }) }
  return count
}

/// Replaces a file by `text`.
package func writeFile(_ path: String, _ text: String) throws(SystemError) {
  let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o666)
  guard file >= 0 else { throw SystemError(subject: path, code: errno) }
  defer { close(file) }
  var rest = Array(text.utf8)[...]
  while !rest.isEmpty {
    let written = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
    guard written > 0 else { throw SystemError(subject: path, code: errno) }
    rest = rest.dropFirst(written)
  }
}

/// Makes a folder and those above it; one that exists is left as it is.
package func makeFolders(_ path: String) throws(SystemError) {
  var made = path.hasPrefix("/") ? "" : "."
  for part in path.split(separator: "/") {
    made += "/\(part)"
    guard mkdir(made, 0o777) == 0 || errno == EEXIST || errno == EISDIR else {
      throw SystemError(subject: made, code: errno)
    }
  }
}

package func fileExists(_ path: String) -> Bool { access(path, F_OK) == 0 }

/// The same path from the root, without links; `path` itself where nothing is there.
package func absolutePath(_ path: String) -> String {
  guard let resolved = realpath(path, nil) else { return path }
  defer { free(resolved) }
  return String(cString: resolved)
}

/// Path of the program that `PATH` names first, `nil` when there is none.
package func programPath(_ name: String) -> String? {
  searchPath().split(separator: ":").map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
}

/// The value of `PATH`.
package func searchPath() -> String {
  getenv("PATH").map { String(cString: $0) } ?? "/usr/local/bin:/usr/bin:/bin"
}

/// Where files go that nobody keeps.
package func temporaryFolder() -> String {
  getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
}

/// Bytes that the file system of a path has free for everyone; nil where it does not say.
package func freeSpace(at path: String) -> Int? {
  var status = statvfs()
  guard statvfs(path, &status) == 0 else { return nil }
  return Int(status.f_bavail) * Int(status.f_frsize)
}

/// Waits until everything written so far is on the disk.
package func writeAllToDisk() { sync() }

/// Gives a file or folder another name; what bears that name is replaced.
package func rename(from old: String, to new: String) throws(SystemError) {
  guard systemRename(old, new) == 0 else { throw SystemError(subject: new, code: errno) }
}

private func systemRename(_ old: String, _ new: String) -> Int32 { rename(old, new) }

private func readPieces(of path: String, _ take: ([UInt8]) -> Void) throws(SystemError) {
  let file = open(path, O_RDONLY)
  guard file >= 0 else { throw SystemError(subject: path, code: errno) }
  defer { close(file) }
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let got = read(file, &buffer, buffer.count)
    guard got >= 0 else { throw SystemError(subject: path, code: errno) }
    if got == 0 { return }
    take(Array(buffer[..<got]))
  }
}
