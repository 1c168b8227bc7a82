internal import Synchronization
internal import SystemCalls
internal import VaultFormat
internal import VaultStore

/// The hashes of clean media files, each of which takes reading a whole file: kept from one build of a site to the
/// next.
///
/// A file is taken for the one that was read if it has its path, size, inode and times, the last change of its status
/// among them, and the same is removed from it. A hash that is wrong lets nothing out: what is written is compared
/// with it.
package final class MediaDigests: Sendable {
  private let earlier: [String: String]
  private let used = Mutex<[String: String]>([:])

  /// - Parameter text: that of an earlier build; lines that are none of it are ignored.
  package init(_ text: String = "") {
    let lines = text.split(separator: "\n").map { $0.split(separator: " ") }
    earlier = Dictionary(
      lines.filter { $0.count == 2 && $0.allSatisfy(Self.isHash) }
        .map { (String($0[0]), String($0[1])) }
    ) { $1 }
  }

  /// The files that were asked for, one a line; sorted.
  package var text: String {
    used.withLock { used in
      used.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)\n" }.joined()
    }
  }

  /// - Parameter read: hashes the clean file.
  /// - Returns: 40 hexadecimal digits.
  func digest(
    of path: VaultPath, _ status: FileStatus, _ pieces: [MediaPiece], read: () throws -> [UInt8]
  ) rethrows -> String {
    let facts =
      "\(status.size) \(status.inode) \(status.modified) \(status.changed) \(pieces)"
    let key = SHA1.digest(of: path.bytes + [0] + Array(facts.utf8)).hex
    let digest = try earlier[key] ?? read().hex
    used.withLock { $0[key] = digest }
    return digest
  }

  private static func isHash(_ text: Substring) -> Bool {
    text.utf8.count == 40 && text.utf8.allSatisfy { $0.isASCIIDigit || 0x61...0x66 ~= $0 }
  }
}
