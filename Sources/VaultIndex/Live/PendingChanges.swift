internal import SystemCalls
internal import VaultFormat
internal import VaultStore

/// What a live index has to read again, as a pure function of the events so far.
struct PendingChanges: Hashable, Sendable {
  /// In one folder.
  struct Names: Hashable, Sendable {
    /// Notes that were written, or that appeared or disappeared.
    var files: Set<[UInt8]> = []
    /// Folders that appeared, disappeared or got other permissions: whatever was known of them is out of date.
    var folders: Set<[UInt8]> = []
  }

  private(set) var folders: [VaultPath?: Names] = [:]
  /// All folders have to be read again.
  private(set) var isEverything = false

  var isEmpty: Bool { folders.isEmpty && !isEverything }

  mutating func addEverything() {
    isEverything = true
    folders = [:]
  }

  /// - Parameter settings: the watch of `.tl`.
  mutating func add(
    _ event: FolderWatcher.Event, _ known: WatchedFolders, settings: FolderWatcher.Watch?
  ) {
    switch event {
    case .overflow: addEverything()
    case .name(let name, _, in: let watch) where watch == settings:
      if name.elementsEqual(VaultLayout.configuration.name) { addEverything() }
    case .name(let name, let isFolder, in: let watch):
      guard let folder = known.folder(of: watch) else { return }
      add(name, isFolder: isFolder, in: folder)
    case .attributes(let watch), .moved(let watch), .ended(let watch):
      guard let folder = known.folder(of: watch) else { return }
      if let folder {
        addFolder(Array(folder.name), in: folder.parent)
      } else {
        addEverything()
      }
    }
  }

  private mutating func add(_ name: [UInt8], isFolder: Bool, in folder: VaultPath?) {
    if name.first == UInt8(ascii: ".") {
      let isSettings = folder == nil && name.elementsEqual(VaultLayout.settings.name)
      if isSettings || name.elementsEqual(IgnoreRules.fileName) { addEverything() }
    } else if isFolder {
      addFolder(name, in: folder)
    } else if !isEverything, name.withUnsafeBufferPointer({ NoteName.stemLength($0) }) != nil {
      folders[folder, default: Names()].files.insert(name)
    }
  }

  private mutating func addFolder(_ name: [UInt8], in folder: VaultPath?) {
    if !isEverything { folders[folder, default: Names()].folders.insert(name) }
  }
}
