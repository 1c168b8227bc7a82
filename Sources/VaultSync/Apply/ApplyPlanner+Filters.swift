internal import Git
internal import VaultFormat
internal import VaultStore

/// Files that the set does not name, and that its files of attributes give another filter.
extension ApplyPlanner {
  /// Git goes on keeping the same of them, so the folder gets what the new filter makes of that, or no filter.
  ///
  /// Left as they are they would count as unchanged until somebody touches them, and be recorded then in their
  /// other form: plain text of what was encrypted, or encrypted twice. A file that was edited stays.
  mutating func planRefiltering() throws {
    guard set.changes.contains(where: { $0.path.name.elementsEqual(AttributeView.attributes) })
    else { return }
    let known = Set(changes.map(\.path))
    for position in 0..<index.count {
      guard let path = index.path(at: position), !known.contains(path), !set.holds(path),
        !isReleased(path), let change = try refiltered(path, index[position])
      else { continue }
      changes.append(change)
    }
    changes.sort { $0.path < $1.path }
  }

  private func refiltered(_ path: VaultPath, _ indexed: GitIndex.Entry) throws -> PlannedChange? {
    guard indexed.stage == 0, indexed.mark == nil, !indexed.isIntentToAdd,
      let entry = indexed.treeEntry, entry.mode.isRegular, try content.changesFilter(of: path),
      try repository.entry(at: path, inTree: newTree) == entry,
      let file = (try? stage.read(path)) ?? nil
    else { return nil }
    let hash = try Repository.blobID(of: file.bytes)
    guard try content.isOld(file, hash: hash, entry, at: path),
      let after = try content.refilteredHash(of: entry, at: path), after != hash
    else { return nil }
    var change = PlannedChange(TreeChange(path: path, old: entry, new: entry))
    change.isRetry = true
    change.entry.action = .exchange
    change.entry.before = hash
    change.entry.after = after
    return change
  }
}
