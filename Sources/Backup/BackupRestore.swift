internal import Archives
internal import Git
internal import SystemCalls
internal import VaultFormat
internal import VaultStore
internal import VaultSync

/// What was restored.
package struct RestoreReport: Hashable, Sendable {
  package var files = 0
  package var bytes: Int64 = 0
  package var hasHistory = false
}

/// Makes a folder of a backup, which may come from a stranger.
///
/// All is written into a folder beside the new one, checked, and renamed at the end.
package struct BackupRestore {
  private let backup: BackupArchive
  private let progress: (Int) -> Bool
  private let target: VaultFolder
  private var report = RestoreReport()

  private static let prefix = ".tl-restore-"
  private static let smallestHole = 1 << 16

  /// - Parameters:
  ///   - path: of the folder: new, or empty.
  ///   - program: the absolute path of tl, for the settings of the repository.
  ///   - progress: called with numbers of bytes that were written; false ends it.
  /// - Throws: `BackupError`, `ArchiveError`, errors of the disk or of git. The folder is as it was before.
  package static func run(
    _ backup: BackupArchive, into path: String, program: String,
    progress: @escaping (Int) -> Bool
  ) throws -> RestoreReport {
    try checkFree(path)
    try checkPaths(of: backup.manifest)
    // An empty folder gives its place, not a link to it.
    let path = SystemPath.resolved(path) ?? path
    let parent = SystemPath.parent(of: path.hasSuffix("/") ? String(path.dropLast()) : path)
    try SystemPath.makeFolders(parent)
    let outer = try VaultFolder(opening: parent)
    let name = try outer.makeRandomFolder(prefix: prefix)
    do {
      let target = "\(parent)/\(name.text)"
      var restore = BackupRestore(
        backup: backup, progress: progress, target: try VaultFolder(opening: target))
      try restore.writeFiles()
      try restore.writeHistory(program: program)
      try restore.finishFolders()
      try SystemPath.rename(target, to: path)
      try? outer.root.syncFolder()
      return restore.report
    } catch {
      try? outer.openForRemoval(name)
      try? outer.removeTree(name)
      guard let system = error as? SystemError, system.operation == .rename, system.isTaken else {
        throw error
      }
      throw BackupError.notEmpty(path: path)
    }
  }

  private static func checkFree(_ path: String) throws {
    do {
      let names = try SystemPath.names(in: path)
      guard names.isEmpty else { throw BackupError.notEmpty(path: path) }
    } catch let error as SystemError {
      if error.isMissing { return }
      throw error.isNoFolderOrLink ? BackupError.notEmpty(path: path) : error
    }
  }

  /// By the same rules by which files are taken into a backup.
  private static func checkPaths(of manifest: BackupManifest) throws {
    for entry in manifest.entries where entry.kind != .history && !isRoot(entry) {
      let isFolder = entry.kind == .folder
      guard let path = path(of: entry),
        BackupRules.omission(of: path, isFolder: isFolder) == nil
      else {
        throw BackupError.refusedPath(name: String(decoding: entry.name, as: UTF8.self))
      }
    }
    let bundle = manifest.entries.filter { $0.kind == .history }
    guard bundle.allSatisfy({ $0.name.elementsEqual(BackupManifest.history.utf8) }) else {
      throw BackupError.otherEntries
    }
  }

  private static func isRoot(_ entry: BackupManifest.Entry) -> Bool {
    entry.kind == .folder && entry.name.elementsEqual(BackupManifest.root.utf8)
  }

  /// Nil for the root.
  private static func path(of entry: BackupManifest.Entry) -> VaultPath? {
    let folder = Array("\(BackupManifest.root)/".utf8)
    guard entry.name.starts(with: folder) else { return nil }
    return VaultPath(entry.name.dropFirst(folder.count))
  }

  // MARK: - Files

  private mutating func writeFiles() throws {
    for entry in backup.manifest.entries where entry.kind != .history && !Self.isRoot(entry) {
      guard let path = Self.path(of: entry) else { throw BackupError.otherEntries }
      // A folder that went and came back while the backup was made has no entry.
      if let parent = path.parent { try target.makeFolders(parent, isSynced: false) }
      let folder = try target.openFolder(path.parent)
      do {
        if entry.kind == .folder {
          try folder.makeFolder(Array(path.name), permissions: 0o700)
        } else {
          try write(entry, as: Array(path.name), in: folder)
          report.files += 1
          report.bytes += entry.size
        }
      } catch let error as SystemError {
        throw StoreError(path.text, .system(error))
      }
    }
  }

  private func write(
    _ entry: BackupManifest.Entry, as name: [UInt8], in folder: borrowing FileDescriptor
  ) throws {
    let file = try folder.createFile(name, permissions: 0o600)
    var (offset, isWhole) = (Int64(0), true)
    try backup.read(entry, progress: progress) { piece in
      // Of a file with holes: they take no room again.
      isWhole = piece.count < Self.smallestHole || piece.contains { $0 != 0 }
      if isWhole { try file.writeAll(piece, at: offset) }
      offset += Int64(piece.count)
    }
    if !isWhole { try file.truncate(to: offset) }
    try file.setPermissions(entry.permissions)
    try file.setModified(entry.modified)
  }

  /// What is in a folder changes its time, and may need permissions that it will not have.
  private func finishFolders() throws {
    for entry in backup.manifest.entries.reversed() where entry.kind == .folder {
      let folder = try target.openFolder(Self.path(of: entry))
      try folder.setModified(entry.modified)
      try folder.setPermissions(entry.permissions)
    }
    if try !target.root.syncFileSystem() { SystemPath.syncAll() }
  }

  // MARK: - The history

  private mutating func writeHistory(program: String) throws {
    guard let entry = backup.manifest.entries.first(where: { $0.kind == .history }) else { return }
    let branch = backup.manifest.branch
    let short = branch.hasPrefix("refs/heads/") ? String(branch.dropFirst(11)) : "main"
    let repository = try Repository.create(at: target.path, initialBranch: short)
    let reader = try BundleReader(into: repository)
    try backup.read(entry, progress: progress) { try reader.read($0) }
    for (name, id) in try reader.finish() where name != "HEAD" {
      try repository.setReference(name, to: id, expecting: nil, log: "restore")
    }
    try restoreSettings(of: repository)
    if let commit = try repository.head().commit {
      try repository.fillIndex(from: commit)
      try restoreMarks(of: repository)
    }
    _ = try RepositorySetup.prepare(target.path, program: program)
    report.hasHistory = true
  }

  /// What could not be backed up is brought by the next sync, as what the folder could not have.
  private func restoreMarks(of repository: Repository) throws {
    let index = try repository.readWholeIndex()
    var missing: [VaultPath] = []
    let changes = backup.manifest.marks.compactMap { mark -> IndexChange? in
      guard let path = VaultPath(mark.path), let entry = index.entry(at: path)?.treeEntry else {
        return nil
      }
      let flag = IndexFlag(rawValue: mark.flag)
      if flag == nil { missing.append(path) }
      return IndexChange(path: path, entry: entry, flag: flag ?? .skipWorktree)
    }
    try repository.updateIndex(changes)
    guard !missing.isEmpty else { return }
    try target.makeFolders(VaultLayout.sync)
    try GitOnlyFiles.update(target) { files in
      for path in missing { files[path] = GitOnlyFile(path: path, reason: .inTheWay) }
    }
  }

  /// Only remotes and what follows them, as `tl remote set` would write them: other settings name programs.
  private func restoreSettings(of repository: Repository) throws {
    let configuration = try repository.configuration()
    var remotes: Set<Substring> = []
    for setting in backup.manifest.settings {
      if setting.name == BackupManifest.Setting.exclude {
        let folder = SystemFolder(path: repository.commonFolder)
        try SystemPath.makeFolders(folder.path(of: "info"))
        try folder.remove(setting.name)
        try folder.create(setting.name, content: Array(setting.value.utf8))
      }
      guard let first = setting.name.firstIndex(of: "."),
        let last = setting.name.lastIndex(of: "."),
        first < last
      else { continue }
      let name = setting.name[setting.name.index(after: first)..<last]
      switch (setting.name[..<first], setting.name[last...]) {
      case ("remote", ".url"):
        let tracking = "refs/remotes/\(name)/"
        guard let address = try? RemoteAddress(setting.value, relativeTo: target.path),
          isElsewhere(address), (try? repository.checkName(tracking + "main")) != nil
        else { continue }
        remotes.insert(name)
        try configuration.set("remote.\(name).fetch", to: "+refs/heads/*:\(tracking)*")
      case ("branch", ".remote"): guard remotes.contains(setting.value[...]) else { continue }
      case ("branch", ".merge"): guard setting.value.hasPrefix("refs/heads/") else { continue }
      default: continue
      }
      try configuration.set(setting.name, to: setting.value)
    }
  }

  /// Whether a remote is none in the restored folder, whose hooks git would run when it pushes there; a folder that is
  /// not there yet could be that.
  private func isElsewhere(_ address: RemoteAddress) -> Bool {
    guard case .file(let path) = address.kind else { return true }
    return SystemPath.resolved(path) != nil && SystemPath.relative(path, to: target.path) == nil
      && !SystemPath.isSame(path, target.path)
  }
}

extension VaultFolder {
  /// Makes a folder for its owner alone, with a name that nobody can foresee.
  fileprivate func makeRandomFolder(prefix: String) throws(SystemError) -> VaultPath {
    while true {
      let name = VaultPath(in: nil, named: prefix.utf8 + TemporaryNames().bare)
      do {
        try root.makeFolder(Array(name.name), permissions: 0o700)
        return name
      } catch let error where error.isTaken {
        continue
      }
    }
  }

  /// Gives the folders of a tree back the permissions without which they cannot be emptied.
  fileprivate func openForRemoval(_ tree: VaultPath) throws {
    var folders = [tree]
    while let folder = folders.popLast() {
      try openFolder(folder).setPermissions(0o700)
      for entry in try list(folder) where entry.kind == .folder {
        folders.append(VaultPath(in: folder, named: entry.name))
      }
    }
  }
}
