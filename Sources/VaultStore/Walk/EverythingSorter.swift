internal import SystemCalls
internal import VaultFormat

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
