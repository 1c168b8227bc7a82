internal import Git
internal import VaultFormat

extension ChangeList {
  /// With more removed or added notes, moves are not of interest.
  private static let moveLimit = 1_000

  /// Joins a removed and an added note with the same id, or the same bytes, as a move.
  func joiningMoves(_ changes: [TreeChange], in repository: Repository) -> ChangeList {
    let origins = Self.origins(
      removed: changes.filter { $0.new == nil && $0.path.isNoteByName },
      added: changes.filter { $0.old == nil && $0.path.isNoteByName }, in: repository)
    guard !origins.isEmpty else { return self }
    let gone = Set(origins.values)
    var list = self
    list.notes = notes.filter { $0.kind != .removed || !gone.contains($0.path) }.map { note in
      var note = note
      if note.kind == .added, let origin = origins[note.path] {
        note.kind = .moved
        note.origin = origin
      }
      return note
    }
    return list
  }

  /// The previous path of each moved note.
  private static func origins(
    removed: [TreeChange], added: [TreeChange], in repository: Repository
  ) -> [VaultPath: VaultPath] {
    guard !removed.isEmpty, !added.isEmpty, removed.count <= moveLimit, added.count <= moveLimit
    else { return [:] }
    var known: [MoveKey: [VaultPath]] = [:]
    for change in removed.reversed() {
      for key in MoveKey.of(change.old, in: repository, or: ProvisionalID.of(change.path)) {
        known[key, default: []].append(change.path)
      }
    }
    var origins: [VaultPath: VaultPath] = [:]
    var gone: Set<VaultPath> = []
    for change in added {
      for key in MoveKey.of(change.new, in: repository) where origins[change.path] == nil {
        // A removed note is in the lists of its id and of its bytes.
        while let old = known[key]?.popLast() {
          guard gone.insert(old).inserted else { continue }
          origins[change.path] = old
          break
        }
      }
    }
    return origins
  }

  private enum MoveKey: Hashable {
    case id(NoteID)
    case blob(ObjectID)

    /// The more reliable one first.
    ///
    /// - Parameter other: the id of a note that stores none: it may have got that one when it moved.
    static func of(
      _ entry: TreeEntry?, in repository: Repository, or other: NoteID? = nil
    ) -> [MoveKey] {
      guard let entry, let bytes = try? repository.blob(entry.id) else { return [] }
      let id = NoteDocument(bytes).storedID ?? other
      return (id.map { [.id($0)] } ?? []) + [.blob(entry.id)]
    }
  }
}
