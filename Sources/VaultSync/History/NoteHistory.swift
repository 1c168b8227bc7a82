package import Git
package import VaultFormat
package import VaultStore

/// A note in the history: where it was or is, and the id by which it is followed through renames.
package struct HistoricNote: Hashable, Sendable {
  package var path: VaultPath
  /// Stored, or made of the path.
  package var id: NoteID

  package init(path: VaultPath, id: NoteID) {
    self.path = path
    self.id = id
  }
}

/// What one commit did to a note.
package struct NoteStep: Sendable {
  package var entry: VaultHistory.Entry
  package var path: VaultPath
  /// Where it was before, if that is another place.
  package var origin: VaultPath?
  /// Nil where the commit made it.
  package var old: TreeEntry?
  /// Nil where the commit removed it.
  package var new: TreeEntry?
  /// Its media changed, possibly nothing else.
  package var changesMedia: Bool

  /// Of the note's own file.
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
  /// A step as people count it.
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
          title: document?.title(at: step.path)
            ?? String(decoding: step.path.stem, as: UTF8.self),
          origin: step.origin)
      ]
    }
    if step.changesMedia, let folder = MediaFolder(of: step.path)?.path {
      list.media = step.entry.changes.count { $0.path.isBelow(folder) }
    }
    return list
  }
}

extension VaultHistory {
  /// Calls `body` with what happened to a note, newest first, until it returns false.
  ///
  /// The note is followed to its earlier places by its id, or by its bytes where it stores none: never by
  /// likeness.
  package func forEachStep(
    of note: HistoricNote, _ body: (NoteStep) throws -> Bool
  ) throws {
    guard let head else { return }
    let trail = try NoteTrail(note, self, head)
    try repository.forEachCommit(from: head) { commit in
      for step in try trail.steps(in: commit) where try !body(step) { return false }
      return true
    }
  }

  /// A note of the last commit that is gone from the folder, and for which `matches` says so.
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

  /// The note that was removed last among those for which `matches` says so.
  ///
  /// - Parameter matches: gets the path, and the id, which is read only when it is asked for.
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

  /// Of several paths the one at which the last commit has the note with an id; where it has more of them the one that
  /// had it first, along the first parents, and where that was in one commit the smallest in byte order.
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

  /// Copies are found soon, most of the time; a longer look would be felt in every list.
  private static let commitsForOwner = 1_000

  func noteID(of entry: TreeEntry, at path: VaultPath) throws -> NoteID {
    try NoteDocument(shown(entry, at: path)).storedID ?? ProvisionalID.of(path)
  }
}

/// The places of a note, found while the history is walked from its end.
final class NoteTrail {
  private let history: VaultHistory
  private let id: NoteID
  /// In the order they were found: the latest place first.
  private(set) var paths: [VaultPath]
  private var storedIDs: [ObjectID: NoteID?] = [:]

  private var repository: Repository { history.repository }

  init(_ note: HistoricNote, _ history: VaultHistory, _ head: ObjectID) throws {
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

  /// What the commit did to the note; nearly always nothing, or one thing.
  func steps(in commit: Commit) throws -> [NoteStep] {
    let parents = try history.trees(ofParentsOf: commit)
    var steps: [NoteStep] = []
    var origins: Set<VaultPath> = []
    // Grows while it is worked through.
    var index = 0
    while index < paths.count {
      let path = paths[index]
      index += 1
      guard let step = try step(at: path, commit, parents) else { continue }
      if let origin = step.origin { origins.insert(origin) }
      steps.append(step)
    }
    return steps.filter { $0.new != nil || !origins.contains($0.path) }
  }

  private func step(
    at path: VaultPath, _ commit: Commit, _ parents: [ObjectID?]
  ) throws -> NoteStep? {
    let new = try entry(at: path, commit.tree)
    let olds = try parents.map { try entry(at: path, $0) }
    var origin: VaultPath?
    var former: TreeEntry?
    if let new {
      for (parent, old) in zip(parents, olds) where old == nil {
        guard let found = try place(before: path, new, parent, commit.tree) else { continue }
        add(found)
        (origin, former) = (found, try entry(at: found, parent))
      }
    }
    let isChanged = olds.allSatisfy { $0 != new }
    let changesMedia = try new != nil && hasOtherMedia(path, commit.tree, parents, origin)
    guard isChanged || changesMedia else { return nil }
    let old = olds.first { $0 != nil }.flatMap(\.self)
    return NoteStep(
      entry: history.entry(commit, try history.ownChanges(of: commit)), path: path,
      origin: old == nil ? origin : nil, old: old ?? former, new: new, changesMedia: changesMedia)
  }

  /// The note's file; another note that has the path does not count.
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

  /// Where a file that is new in a tree was in the one before.
  private func place(
    before path: VaultPath, _ new: TreeEntry, _ old: ObjectID?, _ tree: ObjectID
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
    _ path: VaultPath, _ tree: ObjectID, _ parents: [ObjectID?], _ origin: VaultPath?
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
