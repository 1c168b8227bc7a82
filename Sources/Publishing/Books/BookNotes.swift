package import Journal
package import VaultFormat
package import VaultIndex

/// Which notes the lines of a book may mean, so that the others need not be read.
package struct BookNotes: Sendable {
  private let paths: Set<VaultPath>
  /// Those by name, and the names.
  private let links: [NameKey: [FileLink]]
  private let folder: VaultPath?

  package init(of book: Book) {
    folder = book.path.parent
    var paths: Set<VaultPath> = []
    var links: [NameKey: [FileLink]] = [:]
    for (_, note) in book.text.notes {
      for target in note.link.targets(from: folder) {
        paths.formUnion(Self.spellings(of: target))
        if note.link.isByName {
          for spelling in Self.spellings(of: target) {
            links[NameKey(spelling.stem), default: []].append(note.link)
          }
        }
      }
    }
    (self.paths, self.links) = (paths, links)
  }

  /// A path, and those that it means if it has no extension.
  static func spellings(of path: VaultPath) -> [VaultPath] {
    [path] + [".md", ".markdown"].compactMap { VaultPath(path.text + $0) }
  }

  /// Whether a link by name may mean a note.
  static func leads(_ link: FileLink, to note: VaultPath, from folder: VaultPath?) -> Bool {
    link.leads(to: note, from: folder)
      || note.replacingName(with: note.stem).map { link.leads(to: $0, from: folder) } == true
  }

  package func mayHave(_ note: VaultPath) -> Bool {
    paths.contains(note)
      || (links[NameKey(note.stem)] ?? []).contains { Self.leads($0, to: note, from: folder) }
  }

  /// These notes of an index, and all pages, which say who people are.
  package func narrowed(_ index: VaultIndex) -> VaultIndex {
    var places: [VaultIndex.Position] = []
    index.forEachPosition { position, note in
      let isPage = note.flags.kind != nil || note.flags.contains(.hasBirthday)
      if isPage || mayHave(index.path(position)) { places.append(position) }
    }
    return index.narrowed(toNotesAt: places)
  }
}
