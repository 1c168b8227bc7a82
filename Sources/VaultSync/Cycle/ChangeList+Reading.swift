internal import Git
internal import VaultFormat
internal import VaultStore

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
    self = joiningMoves(changes, in: repository)
  }

  /// Changes that may not be in git yet; a note that was moved and changed is two changes then.
  init(_ changes: [CommittedChange], in repository: Repository) {
    self.init()
    let trees = changes.map { TreeChange(path: $0.path, old: $0.old, new: $0.new) }
    let rules = repository.pathRules(changing: trees.map(\.path))
    for (change, tree) in zip(changes, trees) {
      add(tree, rules.kind(of: tree.path)) { nil }
      if let title = change.title, tree.path == notes.last?.path {
        notes[notes.count - 1].title = title
      }
    }
    self = joiningMoves(trees, in: repository)
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
        path: change.path, kind: kind, title: document?.title(at: change.path) ?? stem)
      line.isConflictCopy = kind == .added && document?.isConflictCopy == true
      notes.append(line)
    case .media, .orphan: media += 1
    case .ignored, .hidden, .other: others.append(change.path)
    }
  }
}

extension NoteDocument {
  fileprivate var isConflictCopy: Bool {
    frontMatter?.knownFields[.conflictOf]?.value.text != nil
  }
}
