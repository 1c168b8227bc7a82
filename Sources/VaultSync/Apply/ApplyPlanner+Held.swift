internal import Git
internal import VaultFormat

/// Files of the folder that are based on another version than the new commit's.
extension ApplyPlanner {
  /// Records the base of each path that differs on purpose, so that it can be merged later: held changes, whether
  /// anything arrives for them or not, and files that cannot be in the folder.
  mutating func recordHeldFiles() throws {
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
    // A file that lost its name to another one is not in the folder, although the user did not remove it.
    guard !change.isRetry, change.kept != .clash, change.entry.action == .none else { return nil }
    if change.kept != nil || set.holds(change.path) || isMarked(change) {
      return HeldFile(
        path: change.path, base: set.old, entry: change.entry.old, mark: change.mark)
    }
    return nil
  }

  /// Whether the user's mark keeps the file in the folder although the path is removed.
  func isMarked(_ change: PlannedChange) -> Bool {
    change.mark != nil && change.entry.new == nil
  }
}
