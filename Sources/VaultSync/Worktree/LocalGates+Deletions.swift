internal import VaultFormat
internal import VaultStore

/// Deletions that nobody makes by hand: of more notes, or more other files, than anybody removes one by one.
extension LocalGates {
  mutating func siftDeletions() throws {
    let deleted = changes.filter { $0.kind == .deleted && $0.isCounted }
    guard !deleted.isEmpty else { return }
    let notes = deleted.filter(\.isNoteByName)
    let files = deleted.count - notes.count
    let isFew = notes.count <= DeletionLimit.unasked && files <= DeletionLimit.unasked
    if isFew, notes.isEmpty || leavesNotesForSure(notes) { return }
    let all = try repository.deletableFiles(inTree: difference.tree)
    var meant = try MovedNotes(changes, vault, repository).paths
    let gone = deleted.map(\.path).filter { !meant.contains($0) }
    guard question(gone, of: all, goneNotes: gone.filter(all.notes.contains)) != nil else { return }
    // What tl removed was meant, and is in the trash.
    meant.formUnion(try TrashedFiles(vault, repository).deleted(changes))
    let counted = gone.filter { !meant.contains($0) }
    guard
      let question = question(counted, of: all, goneNotes: gone.filter(all.notes.contains)),
      !decide(question)
    else { return }
    // What went with the notes stays with them: all of it may be on a disk that is not there.
    hold(
      Dictionary(
        changes.filter { $0.kind == .deleted && !meant.contains($0.path) }
          .map { ($0.path, LeftOut.Reason.heldDeletion) }, uniquingKeysWith: { first, _ in first }))
  }

  /// What is to be asked; nil where a deletion is as anybody makes it.
  ///
  /// - Parameter goneNotes: with those that count for meant.
  private func question(
    _ gone: [VaultPath], of all: DeletableFiles, goneNotes: [VaultPath]
  ) -> GateQuestion? {
    let notes = gone.filter(all.notes.contains)
    let files = gone.filter { !$0.isNoteByName }
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
    var rules = NoteRules(of: vault)
    return changes.contains { $0.kind == .added && rules.isNote($0.path) }
  }

  /// A look at git's index that says so at once in all but odd vaults.
  private func leavesNotesForSure(_ deleted: [LocalChange]) -> Bool {
    let index = difference.index
    guard !index.hasName(".tlignore") else { return false }
    let gone = Set(deleted.map(\.path))
    return (0..<index.count).contains { position in
      guard let path = index.path(at: position), path.isNoteByName, !gone.contains(path) else {
        return false
      }
      return !path.bytes.split(separator: UInt8(ascii: "/")).dropLast()
        .contains(where: MediaFolder.isName)
    }
  }
}

/// What a commit holds of what a person would miss.
struct DeletableFiles {
  var notes: Set<VaultPath>
  /// How many files are no notes: media and the like, in no hidden folder.
  var others: Int
}

extension Repository {
  func deletableFiles(inTree tree: ObjectID?) throws -> DeletableFiles {
    var others = 0
    try forEachFile(inTree: tree) { path, entry in
      if entry.mode.isRegular, !path.isNoteByName, !path.isHidden { others += 1 }
    }
    return DeletableFiles(notes: try notes(inTree: tree), others: others)
  }
}

extension LocalChange {
  fileprivate var isCounted: Bool { isNoteByName || !path.isHidden }
}

extension VaultPath {
  /// Whether a component begins with a dot.
  fileprivate var isHidden: Bool {
    var isStart = true
    for byte in bytes {
      if isStart, byte == UInt8(ascii: ".") { return true }
      isStart = byte == UInt8(ascii: "/")
    }
    return false
  }
}
