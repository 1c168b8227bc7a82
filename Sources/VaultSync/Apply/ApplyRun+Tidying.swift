internal import SystemCalls
internal import VaultFormat
internal import VaultStore

/// Cleans up after an apply or its undo.
extension ApplyRun {
  enum End {
    /// No file has moved into place: the hidden files are new.
    case notBegun
    case undone
    case done
  }

  /// Removes leftovers, and last the journal.
  ///
  /// Removes a hidden file if its content is certainly stored somewhere else; otherwise moves it to the trash.
  func tidy(_ end: End) throws {
    for number in journal.entries.indices {
      guard journal.entries[number].action != .none else { continue }
      if end == .done, hasOnlyItsName(number) { continue }
      try tidy(journal.hiddenPath(number), number: number, end: end)
      if canHaveAside(number) { try tidy(journal.asidePath(number), number: number, end: end) }
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

  /// Whether a new file got its name in this run without replacing anything.
  private func hasOnlyItsName(_ number: Int) -> Bool {
    changes.indices.contains(number) && changes[number].isPlaced
      && journal.entries[number].action == .place
  }

  private func tidy(_ hidden: VaultPath, number: Int, end: End) throws {
    guard let status = try found(hidden) else { return }
    if try isSuperfluous(hidden, status: status, number: number, end: end) {
      try stage.remove(hidden)
    } else {
      report.leftovers.append(try Trash(context.vault).put(leftover: hidden, at: context.time))
    }
    try reached(.hiddenRemoved)
  }

  /// Whether the content of a hidden file is stored somewhere else.
  private func isSuperfluous(
    _ hidden: VaultPath, status: FileStatus, number: Int, end: End
  ) throws -> Bool {
    let entry = journal.entries[number]
    switch end {
    case .notBegun: return true
    case .done:
      // The new commit has the new file, the old one the replaced file.
      if isKnown(status, number) { return true }
      let hash = try hash(hidden)
      return hash != nil && (hash == entry.before || hash == entry.after)
    case .undone:
      // The replaced file must be back in place.
      guard let hash = try hash(hidden) else { return false }
      if hash == entry.after { return true }
      return try hash == entry.before && self.hash(entry.path) == hash
    }
  }

  /// Whether the file was read in this run and is unchanged.
  private func isKnown(_ status: FileStatus, _ number: Int) -> Bool {
    guard changes.indices.contains(number) else { return false }
    let change = changes[number]
    return [change.replaced, change.expected].contains { seen in
      seen.map { status.isSameContent(as: $0) } == true
    }
  }

  /// Removes folders that became empty, as git does; never tl's own.
  private func removeEmptiedFolders() throws {
    var folders: Set<VaultPath> = []
    for entry in journal.entries where entry.action == .take {
      for folder in entry.path.foldersAbove {
        guard folder != VaultLayout.settings, folders.insert(folder).inserted else { break }
      }
    }
    // From the innermost outwards, each once.
    let inside = folders.map { (path: $0, depth: $0.componentCount) }
    for folder in inside.sorted(by: { $0.depth > $1.depth }) {
      _ = try stage.removeFolder(folder.path)
    }
  }
}
