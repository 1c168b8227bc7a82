package import Git
package import VaultFormat
package import VaultStore

/// A note of the history: its path, and the id by which it is followed through renames.
package struct HistoricNote: Hashable, Sendable {
  package var path: VaultPath
  /// Stored, or derived from the path.
  package var id: NoteID

  package init(path: VaultPath, id: NoteID) {
    self.path = path
    self.id = id
  }
}

/// The change of a note in one commit.
package struct NoteStep: Sendable {
  package var entry: VaultHistory.Entry
  package var path: VaultPath
  /// Its previous path, if it moved.
  package var origin: VaultPath?
  /// Nil if the commit created it.
  package var old: TreeEntry?
  /// Nil if the commit removed it.
  package var new: TreeEntry?
  /// Whether its media changed; possibly nothing else did.
  package var changesMedia: Bool

  /// The changes of the note's own file.
  package var changes: [TreeChange] {
    guard let origin else {
      return old == new ? [] : [TreeChange(path: path, old: old, new: new)]
    }
    return [
      TreeChange(path: origin, old: old, new: nil), TreeChange(path: path, old: nil, new: new),
    ]
  }
}

extension VaultHistory {
  package func list(_ step: NoteStep) -> ChangeList {
    var list = ChangeList()
    if let entry = step.new ?? step.old, !step.changes.isEmpty {
      let document = (try? shown(entry, at: step.path)).map { NoteDocument($0) }
      let kind: ChangeList.NoteLine.Kind =
        step.new == nil
        ? .removed : step.origin != nil ? .moved : step.old == nil ? .added : .changed
      list.notes = [
        ChangeList.NoteLine(
          path: step.path, kind: kind,
          title: document?.lastingTitle(at: step.path)
            ?? String(decoding: step.path.stem, as: UTF8.self),
          origin: step.origin)
      ]
    }
    if step.changesMedia, let folder = MediaFolder(of: step.path)?.path {
      list.media = step.entry.changes.count { $0.path.isBelow(folder) }
    }
    return list
  }

  /// Calls `body` with each change of a note, newest first, until it returns false.
  ///
  /// The note is followed to its earlier paths by its id, or by its bytes if it stores none; never by similarity.
  package func forEachStep(
    of note: HistoricNote, _ body: (NoteStep) throws -> Bool
  ) throws {
    guard let head else { return }
    let trail = try NoteTrail(note, in: self, head: head)
    try repository.forEachCommit(from: head) { commit in
      for step in try trail.steps(in: commit) where try !body(step) { return false }
      return true
    }
  }

  /// A note of the last commit that is missing in the folder, and for which `matches` returns true.
  ///
  /// - Parameter matches: as of `removedNote`.
  package func missingNote(
    in folder: VaultFolder, _ matches: (VaultPath, () throws -> NoteID) throws -> Bool
  ) throws -> HistoricNote? {
    guard let head else { return nil }
    var found: HistoricNote?
    try repository.forEachFile(inTree: repository.commit(head).tree) { path, entry in
      guard found == nil, entry.mode.isRegular, path.isNoteByName, try !folder.exists(path) else {
        return
      }
      let id = { try noteID(of: entry, at: path) }
      if try matches(path, id) { found = HistoricNote(path: path, id: try id()) }
    }
    return found
  }

  /// The last removed note for which `matches` returns true.
  ///
  /// - Parameter matches: receives the path, and the id, which is read only when it is called.
  package func removedNote(
    _ matches: (VaultPath, () throws -> NoteID) throws -> Bool
  ) throws -> HistoricNote? {
    var found: HistoricNote?
    try forEachEntry { entry in
      for change in entry.changes where change.new == nil && change.path.isNoteByName {
        guard let old = change.old, old.mode.isRegular else { continue }
        let id = { try noteID(of: old, at: change.path) }
        guard try matches(change.path, id) else { continue }
        found = HistoricNote(path: change.path, id: try id())
        return false
      }
      return true
    }
    return found
  }

  /// Of several paths the one that has the note with an id in the last commit; of several such paths the one that had
  /// it first, along the first parents, and within one commit the smallest in byte order.
  package func owner(of id: NoteID, among paths: [VaultPath]) throws -> VaultPath? {
    var ids: [ObjectID: NoteID?] = [:]
    func holds(_ path: VaultPath, _ tree: ObjectID?) throws -> Bool {
      guard let entry = try repository.entry(at: path, inTree: tree), entry.mode.isRegular else {
        return false
      }
      if let known = ids[entry.id] { return known == id }
      let stored = NoteDocument(try shown(entry, at: path)).storedID
      ids[entry.id] = .some(stored)
      return stored == id
    }
    var owners: [VaultPath] = []
    var next = head
    for _ in 0..<Self.commitsForOwner {
      guard let commit = try next.map({ try repository.commit($0) }) else { break }
      let found = try (owners.isEmpty ? paths : owners).filter { try holds($0, commit.tree) }
      if found.isEmpty { break }
      owners = found
      if owners.count == 1 { break }
      next = commit.parents.first
    }
    return owners.min()
  }

  /// Copies are usually found soon; a longer search would delay every list.
  private static let commitsForOwner = 1_000

  func noteID(of entry: TreeEntry, at path: VaultPath) throws -> NoteID {
    try NoteDocument(shown(entry, at: path)).storedID ?? ProvisionalID.of(path)
  }
}

/// The paths of a note, found while the history is walked backwards.
final class NoteTrail {
  private let history: VaultHistory
  private let id: NoteID
  /// In the order of discovery: the latest path first.
  private(set) var paths: [VaultPath]
  private var storedIDs: [ObjectID: NoteID?] = [:]

  private var repository: Repository { history.repository }

  init(_ note: HistoricNote, in history: VaultHistory, head: ObjectID) throws {
    self.history = history
    id = note.id
    paths = [note.path]
    let tree = try history.repository.commit(head).tree
    // A move that is not recorded yet.
    if try history.repository.entry(at: note.path, inTree: tree) == nil {
      for path in try TreeReader(history.repository).notes(note.id, tree) { add(path) }
    }
  }

  private func add(_ path: VaultPath) {
    if !paths.contains(path) { paths.append(path) }
  }

  /// The changes of the note in a commit; nearly always none or one.
  func steps(in commit: Commit) throws -> [NoteStep] {
    let parents = try history.trees(ofParentsOf: commit)
    var steps: [NoteStep] = []
    var origins: Set<VaultPath> = []
    // Grows during the loop.
    var index = 0
    while index < paths.count {
      let path = paths[index]
      index += 1
      guard let step = try step(at: path, in: commit, parents: parents) else { continue }
      if let origin = step.origin { origins.insert(origin) }
      steps.append(step)
    }
    return steps.filter { $0.new != nil || !origins.contains($0.path) }
  }

  private func step(
    at path: VaultPath, in commit: Commit, parents: [ObjectID?]
  ) throws -> NoteStep? {
    let new = try entry(at: path, commit.tree)
    let olds = try parents.map { try entry(at: path, $0) }
    var origin: VaultPath?
    var former: TreeEntry?
    if let new {
      for (parent, old) in zip(parents, olds) where old == nil {
        guard let found = try place(before: path, new: new, old: parent, tree: commit.tree) else {
          continue
        }
        add(found)
        (origin, former) = (found, try entry(at: found, parent))
      }
    }
    let isChanged = olds.allSatisfy { $0 != new }
    let changesMedia =
      try new != nil && hasOtherMedia(path, in: commit.tree, parents: parents, origin: origin)
    guard isChanged || changesMedia else { return nil }
    let old = olds.first { $0 != nil }.flatMap(\.self)
    return NoteStep(
      entry: history.entry(commit, try history.ownChanges(of: commit)), path: path,
      origin: old == nil ? origin : nil, old: old ?? former, new: new, changesMedia: changesMedia)
  }

  /// The note's file; nil if the path belongs to another note.
  private func entry(at path: VaultPath, _ tree: ObjectID?) throws -> TreeEntry? {
    guard let entry = try repository.entry(at: path, inTree: tree), entry.mode.isRegular,
      try storedID(entry, at: path).map({ $0 == id }) ?? true
    else { return nil }
    return entry
  }

  private func storedID(_ entry: TreeEntry, at path: VaultPath) throws -> NoteID? {
    if let known = storedIDs[entry.id] { return known }
    let id = NoteDocument(try history.shown(entry, at: path)).storedID
    storedIDs[entry.id] = .some(id)
    return id
  }

  /// The previous path of a file that is new in a tree.
  private func place(
    before path: VaultPath, new: TreeEntry, old: ObjectID?, tree: ObjectID
  ) throws -> VaultPath? {
    guard let old else { return nil }
    var equal: VaultPath?
    for change in try repository.changes(from: old, to: tree)
    where change.new == nil && change.path.isNoteByName {
      guard let entry = change.old, entry.mode.isRegular else { continue }
      let stored = try storedID(entry, at: change.path)
      if stored == id || (stored == nil && ProvisionalID.of(change.path) == id) {
        return change.path
      }
      if stored == nil, entry.id == new.id, equal == nil { equal = change.path }
    }
    return equal
  }

  private func hasOtherMedia(
    _ path: VaultPath, in tree: ObjectID, parents: [ObjectID?], origin: VaultPath?
  ) throws -> Bool {
    guard let folder = MediaFolder(of: path)?.path else { return false }
    let before = origin.flatMap { MediaFolder(of: $0)?.path }
    let now = try repository.folderID(folder, inTree: tree)
    for parent in parents {
      if try repository.folderID(folder, inTree: parent) == now { return false }
      if let before, try repository.folderID(before, inTree: parent) == now { return false }
    }
    return true
  }

  /// The note's file in the tree of a commit.
  func find(in tree: ObjectID) throws -> (path: VaultPath, entry: TreeEntry)? {
    for path in paths {
      if let entry = try entry(at: path, tree) { return (path, entry) }
    }
    return nil
  }
}
