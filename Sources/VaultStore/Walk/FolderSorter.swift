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
  /// Entries that are folders named `X.media`, by the hash of X.
  private var mediaFolders: [UInt64: [Int]] = [:]
  /// A bit for the lowest twelve bits of each of these hashes: most notes have no media, and one look at a
  /// bit tells it.
  private var mediaBits = [UInt64](repeating: 0, count: 64)
  /// Entries of media folders that `.tlignore` excludes, and notes that it does.
  ///
  /// Whose media a folder holds does not depend on it: a note keeps its media, and what looks like a note
  /// in the media folder of an ignored note is none.
  private var ignored: (mediaFolders: Set<Int>, notes: [[UInt8]]) = ([], [])
  private let folder: WalkedFolder

  static func sort(_ folder: WalkedFolder) throws(SystemError) -> SortedFolder {
    var sorter = FolderSorter(folder: folder)
    try folder.descriptor.forEachName { name, kind in
      sorter.add(name, kind)
    }
    sorter.pairMediaFolders()
    return sorter.listing
  }

  private init(folder: WalkedFolder) {
    self.folder = folder
  }

  private mutating func add(_ name: UnsafeBufferPointer<UInt8>, _ kind: FileStatus.Kind) {
    guard name.first != UInt8(ascii: ".") else {
      if kind == .file, VaultLayout.isTemporary(name: name) { append(name, .leftover) }
      return
    }
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
    let hash = UnsafeBufferPointer(rebasing: name[..<stemLength]).quickHash
    mediaFolders[hash, default: []].append(entries.count)
    mediaBits[Int(hash & 63)] |= 1 << (hash >> 6 & 63)
    append(name, .orphanMediaFolder)
  }

  private mutating func append(_ name: UnsafeBufferPointer<UInt8>, _ walked: WalkedKind) {
    listing.append(name, walked)
  }

  /// Finds the note of each `X.media`; the folders left over are walked like any other.
  private mutating func pairMediaFolders() {
    guard !mediaFolders.isEmpty else { return }
    var paired: Set<Int> = []
    names.withUnsafeBufferPointer { names in
      for index in entries.indices {
        guard case .note = entries[index].kind else { continue }
        let found = mediaFolders(
          ofStem: Self.name(entries[index], in: names, NoteName.stemLength), in: names)
        guard !found.isEmpty else { continue }
        paired.formUnion(found)
        entries[index].kind = .note(hasMediaFolder: true)
      }
      for note in ignored.notes {
        note.withUnsafeBufferPointer { name in
          let stem = UnsafeBufferPointer(rebasing: name[..<(NoteName.stemLength(name) ?? 0)])
          paired.formUnion(mediaFolders(ofStem: stem, in: names))
        }
      }
      for index in mediaFolders.values.joined() {
        if paired.contains(index) {
          entries[index].kind = .mediaFolder
        } else if !ignored.mediaFolders.contains(index) {
          let name = Array(Self.name(entries[index], in: names) { $0.count })
          listing.folders.append(WalkedSubfolder(name: name))
        }
      }
    }
    for index in ignored.mediaFolders.subtracting(paired).sorted(by: >) {
      entries.remove(at: index)
    }
  }

  private func mediaFolders(
    ofStem stem: UnsafeBufferPointer<UInt8>, in names: UnsafeBufferPointer<UInt8>
  ) -> [Int] {
    let hash = stem.quickHash
    guard mediaBits[Int(hash & 63)] & 1 << (hash >> 6 & 63) != 0 else { return [] }
    return (mediaFolders[hash] ?? []).filter {
      Self.name(entries[$0], in: names, NoteName.mediaStemLength).elementsEqual(stem)
    }
  }

  private static func name(
    _ entry: WalkBatch.Entry, in names: UnsafeBufferPointer<UInt8>,
    _ length: (UnsafeBufferPointer<UInt8>) -> Int?
  ) -> UnsafeBufferPointer<UInt8> {
    let name = UnsafeBufferPointer(
      rebasing: names[Int(entry.start)..<Int(entry.start + entry.count)])
    return UnsafeBufferPointer(rebasing: name[..<(length(name) ?? 0)])
  }
}

/// The endings of names that make a file a note and a folder its media.
package enum NoteName {
  package static let extensions = [Array(".md".utf8), Array(".markdown".utf8)]
  package static let mediaExtension = Array(".media".utf8)

  /// The length of X in `X.md` or `X.markdown`; nil for other names.
  package static func stemLength(_ name: UnsafeBufferPointer<UInt8>) -> Int? {
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
