internal import SystemCalls

/// A file for other programs, outside of the vault's care.
enum ExportedFile {
  /// Replaces a file that begins as such files do, or is empty; makes one that does not exist.
  ///
  /// - Parameter beginning: of each such file.
  /// - Throws: for a file with anything else in it, which stays as it is, and if it cannot be written.
  static func write(_ bytes: [UInt8], to path: String, beginning: String) throws {
    if let present = SystemFile.read(path), !present.isEmpty,
      !present.starts(with: beginning.utf8)
    {
      throw CommandError(
        "\(path) is another file, and stays as it is", hint: "name a file that does not exist yet",
        status: .wrongUsage)
    }
    guard SystemFile.replace(path, bytes) else { throw CommandError("\(path) cannot be written") }
  }
}
