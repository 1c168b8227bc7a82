package import Foundation

extension FileHandle {
  /// Opens a file for writing, in this process alone.
  ///
  /// Foundation's own way lets every program that another test starts meanwhile inherit the file, which is then open for as
  /// long as that program runs.
  package static func openForWriting(_ path: String) -> FileHandle? {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    return descriptor < 0 ? nil : FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }
}
