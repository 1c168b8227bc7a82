internal import CommandLineTool
internal import SystemCalls
internal import VaultFormat
internal import VaultStore

/// A folder for temporary files that only its owner can read; removed at the end.
///
/// A lock in it says that it is in use, so that those of killed processes are found.
final class PrivateFolder {
  /// Absolute.
  let path: String
  private let parent: VaultFolder
  private let name: VaultPath
  private let lock: FileLock?

  private static let lockName = ".lock"

  /// Makes one, and removes those of the same use that a killed process has left.
  ///
  /// - Parameter use: a word for the name.
  init(_ use: String, _ environment: Environment) throws {
    let named = environment["TMPDIR"] ?? "/tmp"
    let root = SystemPath.resolved(named) ?? named
    let prefix = "tl-\(use)-"
    let text = prefix + UInt64.random(in: .min ... .max).hexadecimalDigits
    path = "\(root)/\(text)"
    name = VaultPath(in: nil, named: Array(text.utf8))
    parent = try VaultFolder(opening: root)
    Self.removeLeftovers(prefix, in: parent)
    // Locked before it has the name by which others find it. Where locks are not supported, none counts as left over.
    let hidden = "\(root)/.\(text)"
    try SystemPath.makeFolders(hidden, permissions: 0o700)
    lock = try? FileLock("\(hidden)/\(Self.lockName)")
    try SystemPath.rename(hidden, to: path)
  }

  deinit { Self.remove(name, in: parent) }

  private static func removeLeftovers(_ prefix: String, in parent: VaultFolder) {
    for entry in (try? parent.list(nil)) ?? [] where entry.kind == .folder {
      guard entry.name.starts(with: prefix.utf8) else { continue }
      let path = VaultPath(in: nil, named: Array(entry.name))
      let lock = path.appending(Array(lockName.utf8))
      guard let folder = try? parent.openFolder(path), let lock,
        // Anybody can make one of that name in a folder of all users.
        (try? folder.status().owner) == ThisDevice.userID,
        (try? parent.exists(lock)) == true,
        (try? FileLock(Array(lockName.utf8), in: folder)) != nil
      else { continue }
      remove(path, in: parent)
    }
  }

  /// The lock goes last: what an interrupted removal leaves is found by it.
  private static func remove(_ path: VaultPath, in parent: VaultFolder) {
    for entry in (try? parent.list(path)) ?? [] where !entry.name.elementsEqual(lockName.utf8) {
      if let child = path.appending(entry.name) { try? parent.removeTree(child) }
    }
    try? parent.removeTree(path)
  }
}
