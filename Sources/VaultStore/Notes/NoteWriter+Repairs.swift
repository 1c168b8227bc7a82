internal import SystemCalls
package import VaultFormat

extension NoteWriter {
  /// Makes a repair.
  ///
  /// Checks first, and does nothing if there is nothing to repair any more. Never sets `updated`, since no content
  /// changes.
  ///
  /// - Returns: the actions, in order.
  /// - Throws: an `EditError`, a `StoreError`. Nothing has changed then, except that some leftovers may already be in
  ///   the trash.
  package func repair(_ repair: Repair) throws -> [Repair.Action] {
    switch repair {
    case .storeID(let path, let id): try storeID(path, id)
    case .moveMedia(let folder, let target): try moveMedia(folder, to: target)
    case .takeOutMarkers(let path): try takeOutMarkers(path)
    case .spellCategory(let path, let spelling): try spellCategory(of: path, as: spelling)
    case .putAway(let folder, _):
      try Trash(vault.folder).putLeftovers(in: folder, at: now.rfc3339).map { path, entry in
        entry.map { .putAway($0) } ?? .removedEmpty(path)
      }
    }
  }

  private func storeID(_ path: VaultPath, _ new: Repair.NewID) throws -> [Repair.Action] {
    var actions: [Repair.Action] = []
    try replace(path) { content in
      actions = []
      let document = NoteDocument(content.bytes)
      guard NoteMetadata(of: document, zone: zone).id == new.replacing else { return content.bytes }
      actions = [.storedID(path, new.id)]
      return try document.setting(document.name(of: .id), to: .text(new.id.text)).bytes
    }
    return actions
  }

  private func takeOutMarkers(_ path: VaultPath) throws -> [Repair.Action] {
    let change = try replace(path) { content in
      TrackerMarkers.resolved(content.bytes, zone: zone) ?? content.bytes
    }
    return change.isChange ? [.tookOutMarkers(path)] : []
  }

  private func spellCategory(of path: VaultPath, as spelling: String) throws -> [Repair.Action] {
    let change = try replace(path) { content in
      try NoteDocument(content.bytes).renaming(
        NameKey(spelling.utf8), in: .category, to: spelling
      ).bytes
    }
    return change.isChange ? [.spelledCategory(path, spelling)] : []
  }

  private func moveMedia(_ folder: VaultPath, to target: VaultPath) throws -> [Repair.Action] {
    guard try vault.folder.status(folder)?.kind == .folder else { return [] }
    try checkFree(target, movingFrom: folder)
    try rename(folder, to: target)
    return [.movedMedia(folder, to: target)]
  }
}

extension NoteDocument {
  /// Whether the file has a value for a known key, even an unreadable one, which is not replaced.
  package func hasValue(of key: KnownKey) -> Bool {
    frontMatter?.field(of: key).map { !$0.value.isNull } ?? false
  }
}
