package import VaultFormat

extension Trash {
  /// Restores an entry at its old path, with `-2`, `-3` … if that is taken; never replaces anything.
  ///
  /// Missing folders are created. The media are moved first: if the process dies between the two moves, the next try
  /// finds the same free name for the note and completes it.
  ///
  /// - Parameter place: instead of the old path.
  /// - Throws: `.unknownNumber`, or another error; what was not moved is still in the trash.
  package func restore(_ number: Int, at place: VaultPath? = nil) throws(StoreError)
    -> RestoreResult
  {
    guard var entry = try entry(number) else {
      throw StoreError(VaultLayout.trash.text, .unknownNumber(number))
    }
    entry.origin = place ?? entry.origin
    if entry.origin.parent == VaultLayout.drafts, let file = entry.file {
      let target = try Drafts(vault).takeBack(file, from: entry.origin)
      try folder.retire(number)
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
      // Another program may take the name after the check; then the next one is tried.
      target = try vault.transferFile(file, toFreeNameLike: target)
    }
    if leftovers.isEmpty { try folder.retire(number) }
    return RestoreResult(path: target, media: media, leftovers: leftovers)
  }

  /// The path where `restore` would put an entry now.
  package func destination(of entry: TrashEntry) throws(StoreError) -> VaultPath {
    // Media alone belong to a note that was restored before them.
    if entry.file == nil { return entry.origin }
    return try entry.origin.firstNumbered { (path) throws(StoreError) in
      try vault.exists(path) ? nil : path
    }
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
        try folder.retire(number)
        count += 1
      } catch {
        failures.append(error)
      }
    }
    return (count, failures)
  }
}
