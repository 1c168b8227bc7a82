internal import SystemCalls
internal import VaultFormat
internal import VaultStore

/// A temporary folder in the git folder, for one run of a git program; removed on deinit.
final class ScratchFolder {
  private let parent: VaultFolder
  private let name: VaultPath
  /// The absolute path.
  let path: String

  private static let prefix = "tl-scratch-"

  /// - Parameter gitFolder: with HEAD and the index.
  init(in gitFolder: String) throws {
    parent = try VaultFolder(opening: gitFolder)
    let text = Self.prefix + String(TemporaryNames().tag, radix: 16)
    name = VaultPath(in: nil, named: Array(text.utf8))
    path = SystemFolder(path: gitFolder).path(of: text)
    try SystemFolder(path: path).make()
  }

  deinit {
    try? parent.removeTree(name)
  }

  /// Removes those of killed runs; the caller holds the lock.
  static func removeAbandoned(in gitFolder: String) {
    guard let folder = try? VaultFolder(opening: gitFolder) else { return }
    for name in (try? SystemFolder(path: gitFolder).names(in: ".")) ?? []
    where name.hasPrefix(prefix) {
      if let path = VaultPath(name) { try? folder.removeTree(path) }
    }
  }
}
