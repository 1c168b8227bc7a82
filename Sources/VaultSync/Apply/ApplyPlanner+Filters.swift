internal import Git
internal import VaultFormat
internal import VaultStore

/// Files outside of the set whose filter changes because of its attribute files.
extension ApplyPlanner {
  /// Their blobs stay the same, so the folder gets what the new filter, or none, makes of them.
  ///
  /// Otherwise they would count as unchanged until the next edit, and then be recorded in their other form: plain text
  /// of encrypted files, or encrypted twice. An edited file stays.
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
    guard try content.isOld(file, hash: hash, entry: entry, at: path),
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
