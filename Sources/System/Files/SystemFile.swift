/// Small files outside of any vault.
package enum SystemFile {
  /// The bytes of a regular file of less than 16 MiB; nil if it is missing or cannot be read.
  package static func read(_ path: String) -> [UInt8]? {
    (try? FileInput.contents(of: path, limit: 1 << 24, followsLink: true)) ?? nil
  }

  /// Writes a new file that only its owner can read; false if that fails.
  package static func create(_ path: String, _ bytes: [UInt8]) -> Bool {
    write(bytes, to: try? FileOutput(new: path))
  }

  /// Writes a file that everybody may read over one that may be there; false if that fails.
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
