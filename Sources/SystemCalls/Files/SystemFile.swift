/// Small files outside of vaults.
package enum SystemFile {
  /// The content of a regular file of less than 16 MiB; nil if it does not exist or cannot be read.
  package static func read(_ path: String) -> [UInt8]? {
    try? FileInput.contents(of: path, limit: 1 << 24, followsLink: true)
  }

  /// Creates a file that only its owner can read; false if that fails.
  package static func create(_ path: String, _ bytes: [UInt8]) -> Bool {
    write(bytes, to: try? FileOutput(new: path))
  }

  /// Writes a file that all users may read, replacing its content if it exists; false if that fails.
  package static func replace(_ path: String, _ bytes: [UInt8]) -> Bool {
    write(bytes, to: try? FileOutput(overwriting: path))
  }

  private static func write(_ bytes: [UInt8], to output: FileOutput?) -> Bool {
    guard let output else { return false }
    do {
      try output.write(bytes)
      try output.sync()
      return true
    } catch {
      return false
    }
  }
}
