#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Writes seeded notes into a new folder.
package struct VaultWriter {
  private let root: String
  private var made: Set<String> = []

  /// Makes the folder `root`, whose parent exists.
  ///
  /// - Throws: `VaultWritingError` also when the folder exists: a vault is never mixed with files
  ///   that were there.
  package init(root: String) throws(VaultWritingError) {
    self.root = root
    guard mkdir(root, 0o777) == 0 else { throw VaultWritingError(path: root, code: errno) }
  }

  /// Writes the note and its media.
  ///
  /// After an error the note may be there in part.
  package mutating func add(_ note: SeededNote) throws(VaultWritingError) {
    try makeFolders(of: note.folder)
    let stem = "\(root)/\(note.folder)/\(note.stem)"
    try writeFile("\(stem).md", note.bytes)
    guard let media = note.media else { return }
    try makeFolder("\(stem).media")
    try writeFile("\(stem).media/\(media.name)", media.bytes)
  }

  private mutating func makeFolders(of folder: String) throws(VaultWritingError) {
    guard made.insert(folder).inserted else { return }
    var path = root
    for part in folder.split(separator: "/") {
      path += "/\(part)"
      try makeFolder(path)
    }
  }

  private func makeFolder(_ path: String) throws(VaultWritingError) {
    guard mkdir(path, 0o777) == 0 || errno == EEXIST else {
      throw VaultWritingError(path: path, code: errno)
    }
  }

  private func writeFile(_ path: String, _ bytes: [UInt8]) throws(VaultWritingError) {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL, 0o666)
    guard file >= 0 else { throw VaultWritingError(path: path, code: errno) }
    defer { close(file) }
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { memory in
        write(file, memory.baseAddress.map { $0 + written }, memory.count - written)
      }
      guard count > 0 || errno == EINTR else { throw VaultWritingError(path: path, code: errno) }
      written += max(0, count)
    }
  }
}

/// A file or folder of the vault could not be made.
package struct VaultWritingError: Error, CustomStringConvertible {
  package let path: String
  /// The system's `errno`.
  package let code: Int32

  package var description: String { "\(path): \(String(cString: strerror(code)))" }
}
