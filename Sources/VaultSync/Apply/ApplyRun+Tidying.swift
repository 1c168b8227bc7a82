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
  /// A hidden file is removed when git has its content; anything else goes to the trash.
  func tidy(_ end: End) throws {
    for number in journal.entries.indices {
      guard journal.entries[number].action != .none else { continue }
      try tidy(journal.hiddenPath(number), number, end)
      if canHaveAside(number) { try tidy(journal.asidePath(number), number, end) }
    }
    stage.forgetFolders()
    if end == .done {
      try removeKept()
      try removeEmptiedFolders()
    } else {
      for folder in journal.folders.reversed() { _ = try stage.removeFolder(folder) }
    }
    reached(.foldersRemoved)
    try file.remove()
    reached(.journalRemoved)
  }

  private func tidy(_ hidden: VaultPath, _ number: Int, _ end: End) throws {
    guard let status = try found(hidden) else { return }
    if end == .notBegun || isKnown(status, number) {
      try stage.remove(hidden)
    } else if let hash = try hash(hidden),
      hash == journal.entries[number].before || hash == journal.entries[number].after
    {
      try stage.remove(hidden)
    } else {
      report.leftovers.append(try Trash(context.vault).put(leftover: hidden, at: context.time))
    }
    reached(.hiddenRemoved)
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
