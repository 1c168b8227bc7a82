internal import Git
internal import VaultFormat
internal import VaultStore

/// Asks before an unusual number of deletions of notes or of other files.
extension LocalGates {
  mutating func filterDeletions() throws {
    let deleted = changes.filter { $0.kind == .deleted && !$0.path.isHidden }
    guard !deleted.isEmpty else { return }
    if deleted.count <= DeletionLimit.unasked, leavesNotesForSure(deleted) { return }
    let all = try repository.deletableFiles(inTree: difference.tree)
    var meant = try MovedNotes(changes, vault: vault, repository: repository).paths
    let gone = deleted.map(\.path).filter { !meant.contains($0) }
    guard question(gone, of: all, goneNotes: gone.filter(all.notes.contains)) != nil else { return }
    // A deletion by tl was intended, and is in the trash.
    meant.formUnion(try TrashedFiles(vault, repository).deleted(changes))
    let counted = gone.filter { !meant.contains($0) }
    guard
      let question = question(counted, of: all, goneNotes: gone.filter(all.notes.contains)),
      answer(to: question) != true
    else { return }
    // Deleted media stay with their notes: all of it may be on a disk that is not mounted.
    let unmeant = changes.filter { $0.kind == .deleted && !meant.contains($0.path) }
    hold(unmeant.map { LeftOut($0.path, .heldDeletion) })
  }

  /// The question; nil for an ordinary number of deletions.
  ///
  /// - Parameter goneNotes: including intended deletions.
  private func question(
    _ gone: [VaultPath], of all: DeletableFiles, goneNotes: [VaultPath]
  ) -> GateQuestion? {
    let notes = gone.filter(all.notes.contains)
    let files = gone.filter { !all.notes.contains($0) }
    if !notes.isEmpty, goneNotes.count == all.notes.count, !addsNotes() {
      return .noNotesLeft(notes: notes)
    }
    if DeletionLimit.isExceeded(by: notes.count, of: all.notes.count) {
      return .deletions(notes: notes, of: all.notes.count)
    }
    if DeletionLimit.isExceeded(by: files.count, of: all.others) {
      return .mediaDeletions(files: files, of: all.others)
    }
    return nil
  }

  private func addsNotes() -> Bool {
    let rules = PathRules(of: vault)
    return changes.contains { $0.kind == .added && rules.isNote($0.path) }
  }

  /// A quick check of git's index, which is enough for ordinary vaults.
  private func leavesNotesForSure(_ deleted: [LocalChange]) -> Bool {
    guard deleted.contains(where: \.isNoteByName) else { return true }
    let index = difference.index
    guard !index.hasName(".tlignore") else { return false }
    let gone = Set(deleted.map(\.path))
    let rules = PathRules(
      templates: VaultConfiguration(of: vault).templates, holdsFile: { _ in true })
    return (0..<index.count).contains { position in
      index.path(at: position).map { rules.isNote($0) && !gone.contains($0) } ?? false
    }
  }
}

/// The numbers of a commit's files that a user would miss.
struct DeletableFiles {
  var notes: Set<VaultPath>
  /// The number of files that are not notes: media, templates and the like, without hidden files.
  var others: Int
}

extension Repository {
  func deletableFiles(inTree tree: ObjectID?) throws -> DeletableFiles {
    var count = 0
    try forEachFile(inTree: tree) { path, entry in
      if entry.mode.isRegular, !path.isHidden { count += 1 }
    }
    let notes = try notes(inTree: tree)
    return DeletableFiles(notes: notes, others: count - notes.count)
  }
}
