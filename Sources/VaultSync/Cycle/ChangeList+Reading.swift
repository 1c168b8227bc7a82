internal import VaultFormat
internal import VaultStore

extension ChangeList {
  /// Titles are read of so many notes; further ones go by the name of their file.
  private static let titleLimit = 200

  /// A note that moved is one line.
  ///
  /// - Parameter leavingOut: paths that something else is said of.
  init(_ all: [TreeChange], in repository: Repository, leavingOut: Set<VaultPath> = []) {
    self.init()
    let changes = all.filter { !leavingOut.contains($0.path) }
    let filters = try? repository.filterNeedsOfFolder(changes)
    for change in changes {
      // What a filter made has no title to show.
      let isFiltered = (try? filters?.need(of: change.path).isOfProgram) ?? false
      let blob = notes.count < Self.titleLimit && !isFiltered ? change.new ?? change.old : nil
      add(change) { blob.flatMap { try? repository.blob($0.id) }.map { NoteDocument($0) } }
    }
    self = joiningMoves(changes, in: repository)
  }

  /// Changes that may not be in git yet; a note that moved and was changed is two of them then.
  init(_ changes: [CommittedChange], in repository: Repository) {
    self.init()
    let trees = changes.map { TreeChange(path: $0.path, old: $0.old, new: $0.new) }
    for (change, tree) in zip(changes, trees) {
      add(tree) { nil }
      if let title = change.title, tree.path == notes.last?.path {
        notes[notes.count - 1].title = title
      }
    }
    self = joiningMoves(trees, in: repository)
  }

  private mutating func add(_ change: TreeChange, document: () -> NoteDocument?) {
    switch Kind(change.path) {
    case .note:
      let kind: NoteLine.Kind =
        change.old == nil ? .added : change.new == nil ? .removed : .changed
      let stem = String(decoding: change.path.stem, as: UTF8.self)
      let document = document()
      var line = NoteLine(
        path: change.path, kind: kind, title: document?.title(at: change.path) ?? stem)
      line.isConflictCopy = kind == .added && document?.isConflictCopy == true
      notes.append(line)
    case .media: media += 1
    case .other: others.append(change.path)
    }
  }

  private enum Kind {
    case note, media, other

    /// A file below a folder `X.media` counts as one of its media.
    init(_ path: VaultPath) {
      var folder = path.parent
      while let parent = folder {
        if parent.name.first == UInt8(ascii: ".") {
          self = .other
          return
        }
        if MediaFolder.isName(parent.name) {
          self = .media
          return
        }
        folder = parent.parent
      }
      self =
        path.name.first != UInt8(ascii: ".") && MediaFolder(of: path) != nil ? .note : .other
    }
  }
}

extension NoteDocument {
  fileprivate var isConflictCopy: Bool {
    frontMatter?.knownFields[.conflictOf]?.value.text != nil
  }
}
