internal import VaultFormat
internal import VaultStore

extension ChangeList {
  /// Titles are read of so many notes; further ones go by the name of their file.
  private static let titleLimit = 200

  /// - Parameter leavingOut: paths that something else is said of.
  init(_ changes: [TreeChange], in repository: Repository, leavingOut: Set<VaultPath> = []) {
    self.init()
    for change in changes where !leavingOut.contains(change.path) {
      let blob = notes.count < Self.titleLimit ? change.new ?? change.old : nil
      add(change) {
        blob.flatMap { try? repository.blob($0.id) }.flatMap { NoteDocument($0).title }
      }
    }
  }

  /// Changes that may not be in git yet.
  init(_ changes: [CommittedChange]) {
    self.init()
    for change in changes {
      add(TreeChange(path: change.path, old: change.old, new: change.new)) { change.title }
    }
  }

  private mutating func add(_ change: TreeChange, title: () -> String?) {
    switch Kind(change.path) {
    case .note:
      let kind: NoteLine.Kind =
        change.old == nil ? .added : change.new == nil ? .removed : .changed
      let stem = String(decoding: change.path.stem, as: UTF8.self)
      notes.append(NoteLine(path: change.path, kind: kind, title: title() ?? stem))
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
        if parent.name.count > MediaFolder.ending.count,
          parent.name.suffix(MediaFolder.ending.count).elementsEqual(MediaFolder.ending)
        {
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
  /// The key `title`, the first heading or the first line; nil where there is none.
  var title: String? {
    if let title = NoteMetadata(of: self, zone: .utc).title { return title }
    let range = bytes.withUnsafeBufferPointer {
      BodyTitle.find(in: $0, from: layout.bodyStart, isWhole: true).range
    }
    return range.map { String(decoding: bytes[$0], as: UTF8.self) }
  }
}
