internal import Git
internal import VaultFormat

/// What the folder has that was made from another version than the new commit's.
extension ApplyPlanner {
  /// Each path that differs on purpose is noted with what its file was made from, so that it can be merged later:
  /// what is held, whether anything arrives for it or not, and what cannot stand in the folder.
  mutating func noteHeldFiles() throws {
    let oldTree = try set.old.map { try repository.commit($0).tree }
    var noted: Set<VaultPath> = []
    for change in changes where !isReleased(change.path) {
      guard let file = heldFile(change) else { continue }
      noted.insert(change.path)
      heldFiles.append(file)
    }
    guard set.old != set.new else { return }
    for path in set.held.sorted() where !noted.contains(path) && !isReleased(path) {
      heldFiles.append(
        HeldFile(
          path: path, base: set.old, entry: try repository.entry(at: path, inTree: oldTree)))
    }
  }

  private func heldFile(_ change: PlannedChange) -> HeldFile? {
    // What gave its name away is not in the folder, and nobody here removed it.
    guard !change.isRetry, change.kept != .clash, change.entry.action == .none else { return nil }
    if change.kept != nil || set.holds(change.path) || isMarked(change) {
      return HeldFile(
        path: change.path, base: set.old, entry: change.entry.old, mark: change.mark)
    }
    return nil
  }

  /// Whether a person's mark keeps the file in the folder although the path goes.
  func isMarked(_ change: PlannedChange) -> Bool {
    change.mark != nil && change.entry.new == nil
  }
}
