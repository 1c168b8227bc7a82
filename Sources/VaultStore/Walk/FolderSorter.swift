internal import System
internal import VaultFormat

/// Reads the names of one folder and says what each is to the vault.
struct FolderSorter {
  /// Hidden folders are left out.
  private var listing = SortedFolder()
  private var names: [UInt8] { listing.names }
  private var entries: [WalkBatch.Entry] {
    get { listing.entries }
    _modify { yield &listing.entries }
  }
  /// Entries that are folders named `X.media`.
  private var mediaFolders = MediaFolderTable()
  /// Entries of media folders that `.tlignore` excludes, and notes that it does.
  ///
  /// Whose media a folder holds does not depend on it: a note keeps its media, and what looks like a note
  /// in the media folder of an ignored note is none.
  private var ignored: (mediaFolders: Set<Int>, notes: [[UInt8]]) = ([], [])
  private let folder: WalkedFolder
  private let excluded: Set<VaultPath>

  static func sort(
    _ folder: WalkedFolder, excluding excluded: Set<VaultPath>
  ) throws(SystemError) -> SortedFolder {
    var sorter = FolderSorter(folder: folder, excluded)
    try folder.descriptor.forEachNameOnce { name, kind in
      sorter.add(name, kind)
    }
    sorter.pairMediaFolders()
    return sorter.listing
  }

  private init(folder: WalkedFolder, _ excluded: Set<VaultPath>) {
    self.folder = folder
    self.excluded = excluded
  }

  private mutating func add(_ name: UnsafeBufferPointer<UInt8>, _ kind: FileStatus.Kind) {
    guard name.first != UInt8(ascii: ".") else {
      if kind == .file, VaultLayout.isTemporary(name: name) { append(name, .leftover) }
      return
    }
    if !excluded.isEmpty, excluded.contains(folder.path(of: name)) { return }
    let isIgnored =
      !folder.ignore.isEmpty
      && folder.ignore.isIgnored(folder.path(of: name), isFolder: kind == .folder)
    if isIgnored { return addIgnored(name, kind) }
    let walked: WalkedKind
    switch kind {
    case .file: walked = NoteName.stemLength(name) != nil ? .note(hasMediaFolder: false) : .file
    case .link: walked = .link
    case .folder:
      if let length = NoteName.mediaStemLength(name) { return appendMediaFolder(name, length) }
      walked = .folder
      listing.folders.append(WalkedSubfolder(name: Array(name)))
    default: walked = .special
    }
    append(name, walked)
  }

  private mutating func addIgnored(_ name: UnsafeBufferPointer<UInt8>, _ kind: FileStatus.Kind) {
    if kind == .folder, let length = NoteName.mediaStemLength(name) {
      ignored.mediaFolders.insert(entries.count)
      appendMediaFolder(name, length)
    } else if kind == .file, NoteName.stemLength(name) != nil {
      ignored.notes.append(Array(name))
    }
  }

  private mutating func appendMediaFolder(_ name: UnsafeBufferPointer<UInt8>, _ stemLength: Int) {
    let stem = UnsafeBufferPointer(rebasing: name[..<stemLength])
    mediaFolders.insert(entries.count, stem: stem)
    append(name, .orphanMediaFolder)
  }

  private mutating func append(_ name: UnsafeBufferPointer<UInt8>, _ walked: WalkedKind) {
    listing.append(name, walked)
  }

  /// Finds the note of each `X.media`; the folders left over are walked like any other.
  private mutating func pairMediaFolders() {
    guard !mediaFolders.isEmpty else { return }
    // Local: a closure that looked these up in `self` would copy all of it for each note.
    let (table, unpaired) = (mediaFolders, entries)
    var paired: Set<Int> = []
    names.withUnsafeBufferPointer { names in
      func pair(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        let stem = UnsafeBufferPointer(rebasing: name[..<(NoteName.stemLength(name) ?? 0)])
        let candidates = table.entries(stem: stem)
        if candidates.isEmpty { return false }
        let found = candidates.filter {
          let name = unpaired[$0].name(in: names)
          return name[..<(NoteName.mediaStemLength(name) ?? 0)].elementsEqual(stem)
        }
        paired.formUnion(found)
        return !found.isEmpty
      }
      for (index, entry) in unpaired.enumerated() {
        guard case .note = entry.kind, pair(entry.name(in: names)) else { continue }
        entries[index].kind = .note(hasMediaFolder: true)
      }
      for note in ignored.notes { _ = note.withUnsafeBufferPointer(pair) }
      for index in table.allEntries {
        if paired.contains(index) {
          entries[index].kind = .mediaFolder
        } else if !ignored.mediaFolders.contains(index) {
          listing.folders.append(
            WalkedSubfolder(name: Array(unpaired[index].name(in: names))))
        }
      }
    }
    for index in ignored.mediaFolders.subtracting(paired).sorted(by: >) {
      entries.remove(at: index)
    }
  }
}

/// Which entries of a folder are named `X.media`, by X.
private struct MediaFolderTable {
  private var entriesByHash: [UInt64: [Int]] = [:]
  /// Most notes have no media.
  private var filter = HashFilter()

  var isEmpty: Bool { entriesByHash.isEmpty }
  var allEntries: some Sequence<Int> { entriesByHash.values.joined() }

  mutating func insert(_ entry: Int, stem: UnsafeBufferPointer<UInt8>) {
    let hash = stem.quickHash
    entriesByHash[hash, default: []].append(entry)
    filter.insert(hash)
  }

  /// Those whose X has the hash of `stem`; the caller compares the names.
  func entries(stem: UnsafeBufferPointer<UInt8>) -> [Int] {
    let hash = stem.quickHash
    return filter.mayContain(hash) ? entriesByHash[hash] ?? [] : []
  }
}

/// The endings of names that make a file a note and a folder its media.
package enum NoteName {
  package static let extensions = [Array(".md".utf8), Array(".markdown".utf8)]
  package static let mediaExtension = Array(".media".utf8)

  /// The length of X in `X.md` or `X.markdown`; nil for other names.
  package static func stemLength(_ name: UnsafeBufferPointer<UInt8>) -> Int? {
    // Nearly every name of a vault ends in `.md`; asked for each several times, so written out.
    let count = name.count
    if count > 3, name[count - 1] == UInt8(ascii: "d"), name[count - 2] == UInt8(ascii: "m"),
      name[count - 3] == UInt8(ascii: ".")
    {
      return count - 3
    }
    for suffix in extensions {
      if let length = length(of: name, before: suffix) { return length }
    }
    return nil
  }

  /// The length of X in `X.media`; nil for other names.
  package static func mediaStemLength(_ name: UnsafeBufferPointer<UInt8>) -> Int? {
    length(of: name, before: mediaExtension)
  }

  private static func length(
    of name: UnsafeBufferPointer<UInt8>, before suffix: [UInt8]
  ) -> Int? {
    let length = name.count - suffix.count
    guard length > 0 else { return nil }
    for index in suffix.indices where name[length + index] != suffix[index] { return nil }
    return length
  }
}
