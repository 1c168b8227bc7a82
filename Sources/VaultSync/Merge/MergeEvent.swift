package import Git
package import VaultFormat

/// One decision of a merge about one file.
package struct MergeEvent: Hashable, Sendable {
  /// The file's path in the merged tree.
  package var path: VaultPath
  /// The title of a note, the name of another file.
  ///
  /// Text from the vault: may contain control characters.
  package var title: String
  package var kind: Kind

  package enum Kind: Hashable, Sendable {
    /// Both sides changed it; it has the changes of both, except what its other events say.
    case merged
    /// Both sides changed a key of the front matter or of the settings.
    case fieldDecided(key: String, reason: NoteMerge.Decision.Reason, device: String)
    /// Both sides added another event at one time to a tracker, or edited one; both are kept.
    case bothEventsKept(time: NoteTime)
    /// Both sides changed the same lines; a device's version is in a copy.
    case conflictCopy(copy: VaultPath, device: String)
    /// It was deleted on one side, and changed or moved on the other.
    case editSurvivedDelete
    /// It was deleted on one side, and media were added or changed on the other.
    case keptForMedia
    /// One side moved it, the other changed it.
    case moved(from: VaultPath)
    /// Both sides moved it; `other` is the path that was not taken.
    case movedApart(other: VaultPath)
    /// Another file has its name.
    case renamed(wanted: VaultPath)
    /// Media added or changed at the old path of a note that the other side moved.
    case followedNote(from: VaultPath)
    /// A hidden file or a link: the later version was taken as a whole. The other one, of a device, is in its history.
    case laterVersion(other: ObjectID, device: String)
  }
}

extension Repository {
  /// The new paths of files whose names this device's files have.
  ///
  /// - Parameter own: this device's file at a path before the merge.
  func renamedTheirs(
    _ events: [MergeEvent], in merged: ObjectID, own: (VaultPath) throws -> TreeEntry?
  ) throws -> Set<VaultPath> {
    let tree = try commit(merged).tree
    return Set(
      try events.compactMap { event in
        guard case .renamed(let wanted) = event.kind, let own = try own(wanted) else { return nil }
        return try entry(at: wanted, inTree: tree) == own ? event.path : nil
      })
  }
}

extension MergeEvent: Comparable {
  package static func < (a: MergeEvent, b: MergeEvent) -> Bool {
    if a.path != b.path { return a.path < b.path }
    return a.kind.order.lexicographicallyPrecedes(b.kind.order)
  }
}

extension MergeEvent.Kind {
  /// Sort key of the events of one file.
  fileprivate var order: [UInt8] {
    switch self {
    case .moved(let path): [0] + path.bytes
    case .movedApart(let path): [1] + path.bytes
    case .renamed(let path): [2] + path.bytes
    case .merged: [3]
    case .fieldDecided(let key, _, _): [4] + key.utf8
    case .bothEventsKept(let time): [5] + time.rfc3339.utf8
    case .conflictCopy(let path, _): [6] + path.bytes
    case .editSurvivedDelete: [7]
    case .keptForMedia: [8]
    case .followedNote(let path): [9] + path.bytes
    case .laterVersion(let id, _): [10] + id.bytes
    }
  }
}
