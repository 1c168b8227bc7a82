/// Reads the names of one folder and says what each is to the vault.
struct FolderSorter {
  private(set) var names: [UInt8] = []
  private(set) var entries: [WalkBatch.Entry] = []
  /// Folders to walk into, hidden ones left out.
  private(set) var folders: [[UInt8]] = []
  /// Folders named `X.media`.
  private var mediaFolders: [MediaFolderName] = []
  /// Regular files with a note's name that `.tlignore` excludes.
  private var ignoredNotes: [[UInt8]] = []
  private let folder: WalkedFolder

  private struct MediaFolderName {
    var name: [UInt8]
    var isIgnored: Bool

    var stem: Stem { Stem(name.dropLast(NoteName.mediaExtension.count)) }
  }

  /// A name without its extension, with a hash that costs one step a byte: a vault may have a media folder
  /// for each note.
  private struct Stem: Hashable {
    let bytes: ArraySlice<UInt8>
    private let digest: UInt64

    init(_ bytes: ArraySlice<UInt8>) {
      self.bytes = bytes
      // FNV-1a.
      digest = bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    func hash(into hasher: inout Hasher) { hasher.combine(digest) }
  }

  static func sort(_ folder: WalkedFolder) throws(SystemError) -> FolderSorter {
    var sorter = FolderSorter(folder: folder)
    try folder.descriptor.forEachName { name, kind in
      sorter.add(name, kind)
    }
    sorter.pairMediaFolders()
    return sorter
  }

  private init(folder: WalkedFolder) {
    self.folder = folder
  }

  private mutating func add(_ name: UnsafeBufferPointer<UInt8>, _ kind: FileStatus.Kind) {
    guard name.first != UInt8(ascii: ".") else { return }
    let isIgnored =
      !folder.ignore.isEmpty
      && folder.ignore.isIgnored(folder.path(of: name), isFolder: kind == .folder)
    if kind == .folder, NoteName.mediaStemLength(name) != nil {
      mediaFolders.append(MediaFolderName(name: Array(name), isIgnored: isIgnored))
      return
    }
    if isIgnored {
      if kind == .file, NoteName.stemLength(name) != nil { ignoredNotes.append(Array(name)) }
      return
    }
    let walked: WalkedKind
    switch kind {
    case .file: walked = NoteName.stemLength(name) != nil ? .note(hasMediaFolder: false) : .file
    case .link: walked = .link
    case .folder:
      walked = .folder
      folders.append(Array(name))
    default: walked = .special
    }
    append(name, walked)
  }

  private mutating func append(_ name: some Collection<UInt8>, _ kind: WalkedKind) {
    entries.append(
      WalkBatch.Entry(
        start: Int32(truncatingIfNeeded: names.count), count: Int32(truncatingIfNeeded: name.count),
        kind: kind))
    names.append(contentsOf: name)
    names.append(0)
  }

  /// Finds the note of each `X.media`; the folders left over are walked like any other.
  ///
  /// Whose media a folder holds does not depend on `.tlignore`: neither are notes inside the folder of an
  /// ignored note listed, nor does a note lose its media because their folder is ignored.
  private mutating func pairMediaFolders() {
    guard !mediaFolders.isEmpty else { return }
    let wanted = Set(mediaFolders.map(\.stem))
    var found: Set<Stem> = []
    for index in entries.indices {
      guard case .note = entries[index].kind else { continue }
      let start = Int(entries[index].start)
      let name = names[start..<start + Int(entries[index].count)]
      guard let stem = Self.stem(of: name), wanted.contains(stem) else { continue }
      found.insert(stem)
      entries[index].kind = .note(hasMediaFolder: true)
    }
    found.formUnion(ignoredNotes.compactMap { Self.stem(of: $0[...]) })
    for media in mediaFolders {
      if found.contains(media.stem) {
        append(media.name, .mediaFolder)
      } else if !media.isIgnored {
        append(media.name, .orphanMediaFolder)
        folders.append(media.name)
      }
    }
  }

  private static func stem(of name: ArraySlice<UInt8>) -> Stem? {
    name.withUnsafeBufferPointer { NoteName.stemLength($0) }.map { Stem(name.prefix($0)) }
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
