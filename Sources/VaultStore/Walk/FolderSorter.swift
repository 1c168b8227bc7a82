internal import SystemCalls
package import VaultFormat

/// Classifies the names of one folder for the vault.
struct FolderSorter {
  /// Without hidden folders.
  private var listing = SortedFolder()
  private var entries: [WalkBatch.Entry] {
    get { listing.entries }
    _modify { yield &listing.entries }
  }
  /// Folders named `X.media`.
  private var mediaFolders = MediaFolderTable()
  /// Excluded media folders, and names of excluded notes.
  private var excluded: (mediaFolders: Set<Int>, notes: [[UInt8]]) = ([], [])
  private let folder: WalkedFolder
  /// The folders of the setting `templates`.
  private let templates: Set<VaultPath>

  static func sort(
    _ folder: WalkedFolder, excluding templates: Set<VaultPath>
  ) throws(SystemError) -> SortedFolder {
    var sorter = FolderSorter(folder: folder, templates: templates)
    try folder.descriptor.forEachNameOnce { name, kind in
      sorter.add(name, kind)
    }
    sorter.pairMediaFolders()
    return sorter.listing
  }

  private mutating func add(_ name: UnsafeBufferPointer<UInt8>, _ kind: FileStatus.Kind) {
    switch kind {
    case .file: addFile(name)
    case .folder: addFolder(name)
    default:
      guard name.first != UInt8(ascii: "."), !isExcluded(name, isFolder: false) else { return }
      listing.append(name, kind == .link ? .link : .special)
    }
  }

  private mutating func addFile(_ name: UnsafeBufferPointer<UInt8>) {
    // A closure here would copy `self` for each name.
    switch PathKind(named: name, in: .plain, isExcluded: isExcluded(name, isFolder: false)) {
    case .note: listing.append(name, .note(hasMediaFolder: false))
    case .hidden: if VaultLayout.isTemporary(name: name) { listing.append(name, .leftover) }
    case .ignored: if NoteName.stemLength(name) != nil { excluded.notes.append(Array(name)) }
    case .media, .orphan, .other: listing.append(name, .file)
    }
  }

  private mutating func addFolder(_ name: UnsafeBufferPointer<UInt8>) {
    if name.first != UInt8(ascii: "."), let length = MediaFolder.stemLength(name) {
      // Its kind depends on the names that follow.
      if isExcluded(name, isFolder: true) { excluded.mediaFolders.insert(entries.count) }
      mediaFolders.insert(entries.count, stem: UnsafeBufferPointer(rebasing: name[..<length]))
      return listing.append(name, .orphanMediaFolder)
    }
    let kind = PathKind.Folder(
      named: name, in: .plain, hasNote: false, isExcluded: isExcluded(name, isFolder: true))
    guard kind == .plain else { return }
    listing.append(name, .folder)
    listing.folders.append(WalkedSubfolder(name: Array(name)))
  }

  private func isExcluded(_ name: UnsafeBufferPointer<UInt8>, isFolder: Bool) -> Bool {
    if templates.isEmpty, folder.ignore.isEmpty { return false }
    let path = folder.path(of: name)
    return templates.contains(path) || folder.ignore.isIgnored(path, isFolder: isFolder)
  }

  /// Finds the note of each `X.media`; folders without one are walked like any other.
  private mutating func pairMediaFolders() {
    guard !mediaFolders.isEmpty else { return }
    // Local copies: a closure that reads these from `self` would copy all of it for each note.
    let (table, unpaired, names) = (mediaFolders, entries, listing.names)
    var paired: Set<Int> = []
    names.withUnsafeBufferPointer { names in
      func pair(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        let stem = UnsafeBufferPointer(rebasing: name[..<(NoteName.stemLength(name) ?? 0)])
        let candidates = table.entries(stem: stem)
        if candidates.isEmpty { return false }
        let found = candidates.filter {
          let name = unpaired[$0].name(in: names)
          return name[..<(MediaFolder.stemLength(name) ?? 0)].elementsEqual(stem)
        }
        paired.formUnion(found)
        return !found.isEmpty
      }
      for (index, entry) in unpaired.enumerated() {
        guard case .note = entry.kind, pair(entry.name(in: names)) else { continue }
        entries[index].kind = .note(hasMediaFolder: true)
      }
      for note in excluded.notes { _ = note.withUnsafeBufferPointer(pair) }
      var absent: [Int] = []
      for index in table.allEntries {
        let name = unpaired[index].name(in: names)
        let kind = PathKind.Folder(
          named: name, in: .plain, hasNote: paired.contains(index),
          isExcluded: excluded.mediaFolders.contains(index))
        switch kind {
        case .media: entries[index].kind = .mediaFolder
        case .orphan: listing.folders.append(WalkedSubfolder(name: Array(name)))
        case .plain, .ignored, .hidden: absent.append(index)
        }
      }
      for index in absent.sorted(by: >) { entries.remove(at: index) }
    }
  }
}

/// The folders named `X.media`, by X.
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

/// Classifies the names of one folder for git.
///
/// Leaves out `.git` in any case, `.tl/local` with everything in it, which belongs to this device, and ignored folders;
/// whether a file is ignored is left to the caller, who may not need it. A folder with a `.git` is another repository,
/// of which only that name is returned.
struct EverythingSorter {
  private var listing = SortedFolder()
  private var holdsRepository = false
  private let folder: WalkedFolder
  private let rules: EverythingRules
  private let isSettings: Bool

  static func sort(
    _ folder: WalkedFolder, _ rules: EverythingRules
  ) throws(SystemError) -> SortedFolder {
    var sorter = EverythingSorter(folder, rules)
    try folder.descriptor.forEachNameOnce { name, kind in sorter.add(name, kind) }
    if sorter.holdsRepository, folder.path != nil {
      var listing = SortedFolder()
      Self.gitName.withUnsafeBufferPointer { listing.append($0, .repository) }
      return listing
    }
    return sorter.listing
  }

  private init(_ folder: WalkedFolder, _ rules: EverythingRules) {
    self.folder = folder
    self.rules = rules
    isSettings = folder.path == VaultLayout.settings
  }

  private static let gitName = Array(".git".utf8)

  private mutating func add(_ name: UnsafeBufferPointer<UInt8>, _ kind: FileStatus.Kind) {
    let isHidden = name.first == UInt8(ascii: ".")
    if isHidden, name.count == 4, zip(name, Self.gitName).allSatisfy({ $0 | 0x20 == $1 | 0x20 }) {
      holdsRepository = true
      return
    }
    switch kind {
    case .folder: addFolder(name)
    case .file where isHidden && VaultLayout.isTemporary(name: name):
      listing.append(name, .leftover)
    case .file: listing.append(name, .file)
    case .link: listing.append(name, .link)
    default: listing.append(name, .special)
    }
  }

  private mutating func addFolder(_ name: UnsafeBufferPointer<UInt8>) {
    if isSettings, name.elementsEqual(VaultLayout.local.name) { return }
    let path = folder.path(of: name)
    let isIgnored = folder.isIgnored || folder.ignore.isIgnored(path, isFolder: true)
    guard !isIgnored || rules.entersIgnored(path) else { return }
    listing.folders.append(WalkedSubfolder(name: Array(name), isIgnored: isIgnored))
  }
}

/// Which files a walk returns.
package enum WalkScope: Sendable {
  /// Notes, their media folders, and the other files beside them; by the rules of `.tlignore`.
  case notes
  /// Every file, including hidden ones, as git sees a work tree; by the rules of `.gitignore`.
  case everything(EverythingRules)

  var outerRules: IgnoreRules {
    if case .everything(let rules) = self { rules.outer } else { IgnoreRules() }
  }

  /// The name of the ignore files.
  var ignoreFileName: [UInt8] {
    if case .everything = self { Array(".gitignore".utf8) } else { IgnoreRules.fileName }
  }

  func sort(
    _ folder: WalkedFolder, excluding excluded: Set<VaultPath>
  ) throws(SystemError) -> SortedFolder {
    switch self {
    case .notes: try FolderSorter.sort(folder, excluding: excluded)
    case .everything(let rules): try EverythingSorter.sort(folder, rules)
    }
  }
}

/// The ignore rules of a walk of everything.
package struct EverythingRules: Sendable {
  /// The rules of git's files outside the work tree; a `.gitignore` has precedence.
  package var outer: IgnoreRules
  /// Whether to enter an ignored folder, because it has a tracked file.
  package var entersIgnored: @Sendable (VaultPath) -> Bool

  package init(
    outer: IgnoreRules = IgnoreRules(),
    entersIgnored: @escaping @Sendable (VaultPath) -> Bool = { _ in false }
  ) {
    self.outer = outer
    self.entersIgnored = entersIgnored
  }
}
