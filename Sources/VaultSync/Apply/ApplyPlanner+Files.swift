internal import Git
internal import SystemCalls
internal import VaultFormat
internal import VaultStore

/// The action for each path, depending on the folder's file.
extension ApplyPlanner {
  mutating func planWriting(_ change: inout PlannedChange) throws {
    guard let new = change.wanted else { return }
    let path = change.path
    if try content.after.lacksProgram(for: path) {
      needsProgram.append(path)
      return
    }
    if set.holds(path) {
      change.kept = .held
      return
    }
    if change.flag != nil {
      change.kept = try isPresent(new, at: path) ? nil : .held
      return
    }
    if try isInOtherRepository(path.parent) {
      change.kept = .inTheWay
      return
    }
    if try isTooLarge(new, change) {
      change.kept = .tooLarge
      return
    }
    if foldsNames, removedKeys.contains(NameKey(path)), !removedPaths.contains(path) {
      // The removed file has the name, in another spelling.
      return try planPlacing(new, &change)
    }
    do {
      if !isAbsent(path.parent), let file = try stage.read(path) {
        try planReplacing(file, by: new, in: &change)
      } else {
        try planPlacing(new, &change)
      }
    } catch let error as StoreError {
      try planObstructed(error, new, in: &change)
    }
    if change.kept != nil, let released = set.released[path], released != nil {
      // Another file took the name since it was read.
      change.kept = nil
      changedMeanwhile.append(path)
    }
  }

  /// Whether the blob has too many bytes, or a filter made too many of it before: that is not tried at every sync.
  private func isTooLarge(_ new: TreeEntry, _ change: PlannedChange) throws -> Bool {
    if change.isRetry, listed[change.path] == .tooLarge, try content.after.isFiltered(change.path) {
      return true
    }
    return try repository.blobSize(new.id) > largestFile
  }

  /// Whether a folder belongs to another repository in the vault: git does not look into it, so nothing is written
  /// there.
  private mutating func isInOtherRepository(_ folder: VaultPath?) throws -> Bool {
    guard let folder else { return false }
    if let known = otherRepositories[folder] { return known }
    let git = VaultPath(in: folder, named: Array(".git".utf8))
    let isOther = try isInOtherRepository(folder.parent) || (try? status(of: git)) != nil
    otherRepositories[folder] = isOther
    return isOther
  }

  private func isPresent(_ entry: TreeEntry, at path: VaultPath) throws -> Bool {
    guard let file = try? stage.read(path) else { return false }
    return try content.isNew(file, hash: Repository.blobID(of: file.bytes), entry: entry, at: path)
  }

  mutating func planPlacing(_ new: TreeEntry, _ change: inout PlannedChange) throws {
    let after = try content.hash(of: new, at: change.path)
    try addMissingFolders(above: change.path)
    change.entry.action = .place
    change.entry.after = after
  }

  mutating func planReplacing(
    _ file: FileContent, by new: TreeEntry, in change: inout PlannedChange
  ) throws {
    let (path, old) = (change.path, set.present(change))
    let hash = try Repository.blobID(of: file.bytes)
    let isSkipped = !isReleased(path) && index.entry(at: path)?.skipsWorktree == true
    change.entry.before = hash
    if try content.isNew(file, hash: hash, entry: new, at: path) {
      change.entry.after = hash
      change.expected = file.status
      if let old, !isSkipped, old.mode != new.mode, FileMode(file.status) != new.mode {
        change.entry.action = .exchange
      }
    } else if let old, try !isSkipped && content.isOld(file, hash: hash, entry: old, at: path) {
      change.entry.after = try content.hash(of: new, at: path)
      change.entry.action = .exchange
    } else if isSkipped {
      change.kept = listed[path] ?? .held
    } else if try old == nil && repository.isIgnored(path) {
      change.kept = .ignored
    } else {
      changedMeanwhile.append(path)
    }
  }

  /// For a path that is blocked by something else than a file.
  mutating func planObstructed(
    _ error: StoreError, _ new: TreeEntry, in change: inout PlannedChange
  ) throws {
    let path = change.path
    switch error.reason {
    case .wrongKind(.folder, wanted: .file):
      switch try remainder(below: path) {
      case .nothing:
        clearedFolders.insert(path)
        try planPlacing(new, &change)
      case .ignored: change.kept = .ignored
      // A released path leaves no record of a held change, only git's mark.
      case .file(let file) where set.holds(file):
        change.kept = isReleased(path) ? .inTheWay : .held
      case .file(let file): changedMeanwhile.append(file)
      }
    case .wrongKind(.file, wanted: .folder):
      guard let file = path.foldersAbove.first(where: { $0.text == error.path }) else {
        throw error
      }
      if set.holds(file) || index.entry(at: file)?.flag != nil {
        change.kept = .inTheWay
      } else if removedPaths.contains(file) {
        change.entry.depth = file.componentCount - 1
        try planPlacing(new, &change)
      } else if try index.positions(of: file).isEmpty && repository.isIgnored(file) {
        change.kept = .ignored
      } else {
        changedMeanwhile.append(file)
      }
    case .link, .wrongKind: change.kept = .inTheWay
    case .system(let system) where system.isNameRefused: change.kept = .refusedName
    default: throw error
    }
  }

  enum Remainder {
    case nothing, ignored
    case file(VaultPath)
  }

  /// The content of a folder without the removed files.
  func remainder(below folder: VaultPath) throws -> Remainder {
    var folders = [folder]
    var remainder = Remainder.nothing
    while let next = folders.popLast() {
      for item in try stage.vault.list(next) {
        let path = VaultPath(in: next, named: item.name)
        if removedPaths.contains(path) { continue }
        if item.name.elementsEqual(".git".utf8) {
          // Another repository, which git does not look into.
          remainder = .ignored
          continue
        }
        if item.kind == .folder {
          folders.append(path)
        } else if try repository.isIgnored(path) || item.kind != .file {
          remainder = .ignored
        } else {
          return .file(path)
        }
      }
    }
    return remainder
  }

  mutating func addMissingFolders(above file: VaultPath) throws {
    // The name was tested with the folder's first file; whether the file system refuses this one shows when it is
    // placed.
    if isAbsent(file.parent) { return }
    var candidate = file.parent
    var missing: [VaultPath] = []
    while let path = candidate, !knownFolders.contains(path) {
      let status = try status(of: path)
      if status?.kind == .folder { break }
      missing.append(path)
      candidate = path.parent
    }
    // In a missing folder the names have not been tested: throws if the file system refuses one.
    for path in [file] + missing { _ = try status(of: VaultPath(in: candidate, named: path.name)) }
    missingFolders += missing
    knownFolders.formUnion(missing)
    if let candidate { knownFolders.insert(candidate) }
    for folder in missing.reversed() where try isAbsent(folder.parent) || hasNothing(at: folder) {
      absentFolders.insert(folder)
    }
  }

  /// Whether a folder is known to be missing, with nothing else in its place or above: then nothing is in the way of
  /// its files.
  private func isAbsent(_ folder: VaultPath?) -> Bool {
    folder.map(absentFolders.contains) ?? false
  }

  /// False if something is at the path or in the place of a parent folder.
  private func hasNothing(at path: VaultPath) throws(StoreError) -> Bool {
    do {
      return try stage.status(path) == nil
    } catch {
      guard case .wrongKind(.file, wanted: .folder) = error.reason else { throw error }
      return false
    }
  }

  /// Nil also if a removed file is in the place of a parent folder.
  func status(of path: VaultPath) throws(StoreError) -> FileStatus? {
    do {
      return try stage.status(path)
    } catch {
      guard case .wrongKind(.file, wanted: .folder) = error.reason else { throw error }
      return nil
    }
  }
}

// MARK: - Removed files

extension ApplyPlanner {
  mutating func planRemoving(_ change: inout PlannedChange) throws {
    let (path, old) = (change.path, set.present(change))
    // tl cannot have written such a file, so whatever has the name is not touched.
    guard let old, !set.holds(path), ArrivingPath.refusal(of: path.bytes) == nil else {
      return
    }
    if try content.before.lacksProgram(for: path) {
      needsProgram.append(path)
      return
    }
    let found: FileContent?
    do {
      found = try stage.read(path)
    } catch {
      if error.system != nil { throw error }
      // Another file took the name, or that of a parent folder; it is not git's.
      return
    }
    guard let found else { return }
    let hash = try Repository.blobID(of: found.bytes)
    guard try content.isOld(found, hash: hash, entry: old, at: path) else {
      changedMeanwhile.append(path)
      return
    }
    change.entry.action = .take
    change.entry.before = hash
  }

  /// Removed files of a folder that a file replaces get their hidden names beside that folder, not in it.
  mutating func makeRoomForFiles() {
    guard !clearedFolders.isEmpty else { return }
    for number in changes.indices where changes[number].entry.action == .take {
      for folder in changes[number].path.foldersAbove where clearedFolders.contains(folder) {
        changes[number].entry.depth = folder.componentCount - 1
      }
    }
  }
}
