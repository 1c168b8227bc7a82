internal import Git
package import VaultFormat
internal import VaultStore

/// The differences of two trees, in notes, media and other files.
package struct ChangeList: Hashable, Sendable {
  package var notes: [NoteLine] = []
  /// Media files, and files that are neither notes nor media.
  package var media = 0
  package var others: [VaultPath] = []

  package struct NoteLine: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable {
      case added, changed, removed
      /// From `origin`, and possibly changed.
      case moved
    }

    package var path: VaultPath
    package var kind: Kind
    /// May contain control characters.
    package var title: String
    /// The previous path of a moved note.
    package var origin: VaultPath?
    /// Whether a merge added the note as a conflict copy.
    package var isConflictCopy = false
  }

  package var isEmpty: Bool { notes.isEmpty && media == 0 && others.isEmpty }

  mutating func add(_ other: ChangeList) {
    notes += other.notes
    media += other.media
    others += other.others
  }
}

// MARK: - Reading

extension ChangeList {
  /// The number of notes whose titles are read; the others are listed by file name.
  private static let titleLimit = 200

  /// A moved note is one line.
  ///
  /// - Parameters:
  ///   - leavingOut: paths that are reported otherwise.
  ///   - rules: the kinds of files; those of the folder by default.
  init(
    _ all: [TreeChange], in repository: Repository, leavingOut: Set<VaultPath> = [],
    rules: PathRules? = nil
  ) {
    self.init()
    let changes = all.filter { !leavingOut.contains($0.path) }
    let rules = rules ?? repository.pathRules(changing: all.map(\.path))
    let filters = try? repository.filterNeedsOfFolder(changes)
    for change in changes {
      // Filtered content has no readable title.
      let isFiltered = (try? filters?.need(of: change.path).needsProgram) ?? false
      let blob = notes.count < Self.titleLimit && !isFiltered ? change.new ?? change.old : nil
      add(change, rules.kind(of: change.path)) {
        blob.flatMap { try? repository.blob($0.id) }.map { NoteDocument($0) }
      }
    }
    joinMoves(changes, in: repository)
  }

  /// Changes that may not be in git yet; a note that was moved and changed is two changes then.
  init(_ changes: [CommittedChange], in repository: Repository) {
    self.init()
    let trees = changes.map(\.inTree)
    let rules = repository.pathRules(changing: trees.map(\.path))
    for (change, tree) in zip(changes, trees) {
      add(tree, rules.kind(of: tree.path)) { nil }
      if let title = change.title, tree.path == notes.last?.path {
        notes[notes.count - 1].title = title
      }
    }
    joinMoves(trees, in: repository)
  }

  private mutating func add(
    _ change: TreeChange, _ kind: PathKind, document: () -> NoteDocument?
  ) {
    switch kind {
    case .note:
      let kind: NoteLine.Kind =
        change.old == nil ? .added : change.new == nil ? .removed : .changed
      let stem = String(decoding: change.path.stem, as: UTF8.self)
      let document = document()
      var line = NoteLine(
        path: change.path, kind: kind, title: document?.lastingTitle(at: change.path) ?? stem)
      line.isConflictCopy = kind == .added && document?.isConflictCopy == true
      notes.append(line)
    case .media, .orphan: media += 1
    case .ignored, .hidden, .other: others.append(change.path)
    }
  }
}

extension NoteDocument {
  fileprivate var isConflictCopy: Bool {
    frontMatter?.field(of: .conflictOf)?.value.text != nil
  }
}

// MARK: - Moves

extension ChangeList {
  /// With more removed or added notes, moves are not of interest.
  private static let moveLimit = 1_000

  /// Joins a removed and an added note with the same id, or the same bytes, as a move.
  private mutating func joinMoves(_ changes: [TreeChange], in repository: Repository) {
    let origins = Self.origins(
      removed: changes.filter { $0.new == nil && $0.path.isNoteByName },
      added: changes.filter { $0.old == nil && $0.path.isNoteByName }, in: repository)
    guard !origins.isEmpty else { return }
    let gone = Set(origins.values)
    notes.removeAll { $0.kind == .removed && gone.contains($0.path) }
    for number in notes.indices where notes[number].kind == .added {
      guard let origin = origins[notes[number].path] else { continue }
      notes[number].kind = .moved
      notes[number].origin = origin
    }
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
