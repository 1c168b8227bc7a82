internal import Git
internal import SystemCalls
package import VaultFormat
package import VaultStore

/// What a backup of a vault will hold; made by looking at names, before anything is read or written.
package struct BackupPlan: Hashable, Sendable {
  package struct Item: Hashable, Sendable {
    package let path: VaultPath
    package let isFolder: Bool
    /// In bytes, when the folder was looked at.
    package let size: Int64
  }

  package struct Omitted: Hashable, Sendable {
    package let path: VaultPath
    package let reason: BackupRules.Omission

    package init(_ path: VaultPath, _ reason: BackupRules.Omission) {
      self.path = path
      self.reason = reason
    }
  }

  /// What becomes of the history.
  package enum History: Hashable, Sendable {
    case taken
    /// Left out because of an option.
    case unwanted
    /// There is no git repository, or nothing in it.
    case none
    /// The vault is a folder of a repository that holds other things too.
    case ofLargerRepository
    /// A shallow clone: the bundle would lack commits.
    case shallow
  }

  /// Each folder before what is in it, in byte order.
  package private(set) var items: [Item] = []
  package private(set) var omitted: [Omitted] = []
  package let history: History

  package var files: Int { items.count { !$0.isFolder } }
  /// Of all files together.
  package var bytes: Int64 { items.reduce(0) { $0 + $1.size } }

  /// - Throws: if the root cannot be read, or the repository not be opened.
  package init(of vault: VaultFolder, withHistory: Bool) throws {
    history = withHistory ? try Self.history(of: vault) : .unwanted
    var folders: [VaultPath?] = [nil]
    while let folder = folders.popLast() {
      var inner: [VaultPath] = []
      do {
        let opened = try vault.openFolder(folder)
        for entry in try opened.entries() {
          let path = VaultPath(in: folder, named: entry.name)
          let size = entry.kind == .file ? try opened.status(of: entry.name)?.size : 0
          if take(path, entry.kind, size: size ?? 0) { inner.append(path) }
        }
      } catch {
        guard let folder else { throw error }
        omitted.append(Omitted(folder, .unreadable("\(error)")))
      }
      folders += inner.reversed()
    }
  }

  /// - Returns: whether it is a folder to look into.
  private mutating func take(_ path: VaultPath, _ kind: FileStatus.Kind, size: Int64) -> Bool {
    let isFolder = kind == .folder
    if let reason = BackupRules.omission(of: path, isFolder: isFolder) {
      omitted.append(Omitted(path, reason))
      return false
    }
    guard isFolder || kind == .file else {
      omitted.append(Omitted(path, kind == .link ? .link : .special))
      return false
    }
    items.append(Item(path: path, isFolder: isFolder, size: size))
    return isFolder
  }

  private static func history(of vault: VaultFolder) throws -> History {
    guard let repository = try repository(of: vault) else { return .none }
    if repository.prefix != nil { return .ofLargerRepository }
    if repository.isShallow { return .shallow }
    return try repository.bundledReferences().isEmpty ? .none : .taken
  }

  /// Nil if there is none at the vault or above it.
  static func repository(of vault: VaultFolder) throws(GitError) -> Repository? {
    do {
      return try Repository(openingVault: vault.path)
    } catch  where error.code == .missing {
      return nil
    }
  }
}

extension BackupPlan.History: CustomStringConvertible {
  package var description: String {
    switch self {
    case .taken: "the history is in it; media are there twice, as files and in the history"
    case .unwanted: "without the history"
    case .none: "there is no history"
    case .ofLargerRepository:
      "without the history, which is that of a larger repository: git bundle there keeps it"
    case .shallow: "without the history, since this clone is shallow: git fetch --unshallow gets it"
    }
  }
}
