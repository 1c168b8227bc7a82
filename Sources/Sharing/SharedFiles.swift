internal import VaultFormat
internal import VaultIndex
internal import VaultStore

/// The notes of a view and their media, among which alone the links of its notes are looked up: what the audience may
/// not see changes nothing in what it sees.
struct SharedFiles: Sendable {
  private let notes: [SharedNote]
  private let notesByPath: [VaultPath: Int]
  private let notesByName: [NameKey: [VaultPath]]
  /// The note of each file.
  private let mediaByPath: [VaultPath: Int]
  private let mediaByName: [NameKey: [VaultPath]]

  init(_ notes: [SharedNote]) {
    self.notes = notes
    // Places, since notes are large values.
    notesByPath = Dictionary(notes.indices.map { (notes[$0].source, $0) }) { first, _ in first }
    notesByName = Self.byName(notesByPath.keys)
    let media = notes.indices.flatMap { place in
      notes[place].gallery.files.map { ($0.path, place) }
    }
    mediaByPath = Dictionary(media) { first, _ in first }
    // By a name alone, which may mean a file that is not seen, none is found that no note gives.
    mediaByName = Self.byName(notes.flatMap(\.gallery.given))
  }

  private static func byName(_ paths: some Collection<VaultPath>) -> [NameKey: [VaultPath]] {
    Dictionary(grouping: paths) { NameKey($0.name) }.mapValues { $0.sorted() }
  }

  /// The path with the name and the last folders of another one; of several, the smallest.
  ///
  /// Case and normal form of the name do not matter.
  static func first(of paths: some Sequence<VaultPath>, _ wanted: VaultPath) -> VaultPath? {
    let key = NameKey(wanted.name)
    return paths.filter { NameKey($0.name) == key && $0.ends(inFolders: wanted.parent) }.min()
  }
}

extension SharedFiles: LinkedFiles {
  func note(at path: VaultPath) -> SharedNote? { notesByPath[path].map { notes[$0] } }

  func note(endingWith path: VaultPath) -> SharedNote? {
    notesByName[NameKey(path.name)]?.first { $0.ends(inFolders: path.parent) }
      .flatMap { note(at: $0) }
  }

  func medium(at path: VaultPath) -> SharedMedium? {
    mediaByPath[path].flatMap { notes[$0].gallery.medium(at: path) }
  }

  func medium(endingWith path: VaultPath) -> SharedMedium? {
    mediaByName[NameKey(path.name)]?.first { $0.ends(inFolders: path.parent) }
      .flatMap { medium(at: $0) }
  }
}

extension VaultPath {
  fileprivate func ends(inFolders folders: VaultPath?) -> Bool {
    guard let folders else { return true }
    guard let parent else { return false }
    return parent == folders
      || parent.bytes.suffix(folders.bytes.count + 1)
        .elementsEqual([UInt8(ascii: "/")] + folders.bytes)
  }
}
