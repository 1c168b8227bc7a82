import TestSupport
import VaultFormat
import VaultStore

@testable import Notesync

extension TemporaryFolder {
  /// Writes a file, and announces it for a body with this size and hash.
  func bodyFile(
    _ bytes: [UInt8], at name: String, size: Int64, sha256: String? = nil
  ) throws -> WireBody.File {
    _ = try write(bytes, to: name)
    return WireBody.File(
      VaultPath(in: nil, named: name.utf8), in: try VaultFolder(opening: path), size: size,
      sha256: sha256)
  }
}
