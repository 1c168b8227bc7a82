internal import VaultFormat
internal import VaultStore

/// The records of files based on another version than the branch has.
extension ApplyRun {
  /// Writes the records before the index and the branch move.
  ///
  /// An existing record of a path stays, however much arrives. Changes that the new commit has get its id.
  func addHeld() throws {
    guard let set else { return }
    let known = Set(
      try HeldFiles.uncommitted(context.vault, repository, at: set.old).map(\.path))
    try HeldFiles.update(context.vault) { files in
      for file in heldFiles where !known.contains(file.path) { files[file.path] = file }
      for file in heldFiles where file.mark != nil { files[file.path]?.mark = file.mark }
      guard set.old != set.new else { return }
      for path in set.released.keys { files[path]?.outcome = set.new }
    }
    try reached(.heldWritten)
  }

  /// Removes the records of changes that the new commit has.
  func removeHeld() throws {
    guard try context.vault.exists(VaultLayout.heldBack) else { return }
    let done = journal.old == journal.new ? set.map { Set($0.released.keys) } ?? [] : []
    try HeldFiles.update(context.vault) { files in
      files = files.filter { $0.value.outcome != journal.new && !done.contains($0.key) }
    }
  }
}
