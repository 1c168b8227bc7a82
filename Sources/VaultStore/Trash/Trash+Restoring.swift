package import VaultFormat

extension Trash {
  /// Restores an entry at its old path, with `-2`, `-3` … if that is taken; never replaces anything.
  ///
  /// Missing folders are created. The media are moved first: if the process dies between the two moves, the next try
  /// finds the same free name for the note and completes it.
  ///
  /// - Throws: `.unknownNumber`, or another error; what was not moved is still in the trash.
  package func restore(_ number: Int) throws(StoreError) -> RestoreResult {
    guard let entry = try entry(number) else {
      throw StoreError(VaultLayout.trash.text, .unknownNumber(number))
    }
    if entry.origin.parent == VaultLayout.drafts, let file = entry.file {
      let target = try Drafts(vault).takeBack(file, from: entry.origin)
      try vault.removeTree(folder.child("\(number)"))
      return RestoreResult(path: target)
    }
    if let parent = entry.origin.parent { try vault.makeFolders(parent) }
    var target = try destination(of: entry)
    var leftovers: [StoreError] = []
    var media: VaultPath?
    if let held = entry.media, let folder = MediaFolder(of: target) {
      leftovers = vault.transferFolder(held, to: folder.path)
      media = folder.path
    }
    if let file = entry.file {
      target = try moveBack(file, to: target)
    }
    if leftovers.isEmpty { try vault.removeTree(folder.child("\(number)")) }
    return RestoreResult(path: target, media: media, leftovers: leftovers)
  }

  /// The path where `restore` would put an entry now.
  package func destination(of entry: TrashEntry) throws(StoreError) -> VaultPath {
    // Media alone belong to a note that was restored before them.
    entry.file == nil ? entry.origin : try firstFree(entry.origin)
  }

  /// Deletes everything in the trash.
  ///
  /// - Parameter highest: entries with a higher number stay: they are newer than the user's list.
  /// - Returns: the number of deleted entries, and the errors.
  package func empty(
    through highest: Int = .max
  ) throws(StoreError) -> (count: Int, failures: [StoreError]) {
    var (count, failures): (Int, [StoreError]) = (0, [])
    for number in try folder.numbers() where number <= highest {
      do {
        try vault.removeTree(folder.child("\(number)"))
        count += 1
      } catch {
        failures.append(error)
      }
    }
    return (count, failures)
  }

  private func firstFree(_ path: VaultPath) throws(StoreError) -> VaultPath {
    var (candidate, number) = (path, 1)
    while try vault.exists(candidate) {
      number += 1
      candidate = path.numbered(number)
    }
    return candidate
  }

  /// Another program may take the name after the check; then the next one is tried.
  private func moveBack(_ file: VaultPath, to wanted: VaultPath) throws(StoreError) -> VaultPath {
    var (target, number) = (wanted, 1)
    while true {
      do {
        try vault.transferFile(file, to: target)
        return target
      } catch let error where error.reason == .taken {
        number += 1
        target = wanted.numbered(number)
      }
    }
  }
}
