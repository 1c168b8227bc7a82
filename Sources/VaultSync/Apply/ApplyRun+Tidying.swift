internal import System
internal import VaultFormat
internal import VaultStore

/// What is left over goes, at last the journal.
extension ApplyRun {
  enum End {
    /// Nothing had its place taken: the hidden files are ours alone.
    case notBegun
    case undone
    case done
  }

  /// Removes what is left over, at last the journal.
  ///
  /// A hidden file is removed where its content is surely somewhere else; anything else goes to the trash.
  func tidy(_ end: End) throws {
    for number in journal.entries.indices {
      guard journal.entries[number].action != .none else { continue }
      if end == .done, hasOnlyItsName(number) { continue }
      try tidy(journal.hiddenPath(number), number, end)
      if canHaveAside(number) { try tidy(journal.asidePath(number), number, end) }
    }
    stage.forgetFolders()
    if end == .done {
      try removeKept()
      try removeHeld()
      try removeEmptiedFolders()
    } else {
      for folder in journal.folders.reversed() { _ = try stage.removeFolder(folder) }
    }
    try reached(.foldersRemoved)
    try file.remove()
    try reached(.journalRemoved)
  }

  /// Whether a new file got its own name in this run, and nothing was in its place.
  private func hasOnlyItsName(_ number: Int) -> Bool {
    changes.indices.contains(number) && changes[number].isPlaced
      && journal.entries[number].action == .place
  }

  private func tidy(_ hidden: VaultPath, _ number: Int, _ end: End) throws {
    guard let status = try found(hidden) else { return }
    if try isSuperfluous(hidden, status, number, end) {
      try stage.remove(hidden)
    } else {
      report.leftovers.append(try Trash(context.vault).put(leftover: hidden, at: context.time))
    }
    try reached(.hiddenRemoved)
  }

  /// Whether a hidden file holds nothing that is not somewhere else.
  private func isSuperfluous(
    _ hidden: VaultPath, _ status: FileStatus, _ number: Int, _ end: End
  ) throws -> Bool {
    let entry = journal.entries[number]
    switch end {
    case .notBegun: return true
    case .done:
      // What arrived is in git by its new commit, what gave way by the old one.
      if isKnown(status, number) { return true }
      let hash = try hash(hidden)
      return hash != nil && (hash == entry.before || hash == entry.after)
    case .undone:
      // What gave way has to be back.
      guard let hash = try hash(hidden) else { return false }
      if hash == entry.after { return true }
      return try hash == entry.before && self.hash(entry.path) == hash
    }
  }

  /// Whether the file was looked at in this run and is still the same.
  private func isKnown(_ status: FileStatus, _ number: Int) -> Bool {
    guard changes.indices.contains(number) else { return false }
    let change = changes[number]
    return [change.replaced, change.expected].contains { seen in
      seen.map { status.isSameContent(as: $0) } == true
    }
  }

  /// Folders that hold nothing since their files went, as git removes them; never tl's own.
  private func removeEmptiedFolders() throws {
    var folders: Set<VaultPath> = []
    for entry in journal.entries where entry.action == .take {
      var folder = entry.path.parent
      while let path = folder, path != VaultLayout.settings, folders.insert(path).inserted {
        folder = path.parent
      }
    }
    // From the innermost outwards, each once.
    let inside = folders.map { (path: $0, depth: $0.componentCount) }
    for folder in inside.sorted(by: { $0.depth > $1.depth }) {
      _ = try stage.removeFolder(folder.path)
    }
  }
}
