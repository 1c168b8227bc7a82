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

/// A problem of a vault with one safe fix (docs/vault-format.md, parts I and V).
package enum Repair: Hashable, Sendable {
  /// Store an id in a note that has none of its own.
  case storeID(VaultPath, NewID)
  /// Move a media folder without a note to the note that links its files.
  case moveMedia(VaultPath, to: VaultPath)
  /// Take git's conflict markers out of the log of a tracker.
  case takeOutMarkers(VaultPath)
  /// Spell the category of a note as the settings do.
  case spellCategory(VaultPath, as: String)
  /// Move leftovers in a folder (nil: the root) to the trash; their number.
  case putAway(leftoversIn: VaultPath?, count: Int)

  package struct NewID: Hashable, Sendable {
    package var id: NoteID
    /// The id in the file that another note owns; nil if it stores none.
    package var replacing: NoteID?

    package init(_ id: NoteID, replacing: NoteID?) {
      self.id = id
      self.replacing = replacing
    }
  }

  /// The number of actions.
  package var actionCount: Int {
    switch self {
    case .storeID, .moveMedia, .takeOutMarkers, .spellCategory: 1
    case .putAway(_, let count): count
    }
  }

  /// An action of a repair.
  package enum Action: Hashable, Sendable {
    case storedID(VaultPath, NoteID)
    case movedMedia(VaultPath, to: VaultPath)
    case tookOutMarkers(VaultPath)
    case spelledCategory(VaultPath, String)
    /// A leftover was moved to this entry of the trash.
    case putAway(TrashEntry)
    /// An empty leftover was removed.
    case removedEmpty(VaultPath)
  }
}
