package import Foundation

extension FileHandle {
  /// Opens a file for writing, in this process alone.
  ///
  /// Foundation's own way lets every program that another test starts meanwhile inherit the file, which is then open for as
  /// long as that program runs.
  ///
  /// - Parameter creating: makes the file, or empties it.
  package static func openForWriting(_ path: String, creating: Bool = false) -> FileHandle? {
    let flags = creating ? O_CREAT | O_TRUNC : 0
    let descriptor = open(path, O_WRONLY | O_CLOEXEC | flags, 0o666)
    return descriptor < 0 ? nil : FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }
}

extension Data {
  /// Writes a file, new or over another one, that is open in this process alone, as with `openForWriting`.
  package func writeAlone(to path: String) throws {
    guard let file = FileHandle.openForWriting(path, creating: true) else {
      throw CommandFailure(description: "\(path) cannot be written")
    }
    try file.write(contentsOf: self)
    try file.close()
  }
}
