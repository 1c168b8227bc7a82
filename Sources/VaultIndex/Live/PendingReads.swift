internal import Synchronization
package import SystemCalls
internal import VaultFormat
package import VaultStore

/// What a live index has to read again, as a pure function of the events so far.
struct PendingReads: Hashable, Sendable {
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

/// The folders of notes that a live index knows, and their watches.
///
/// A folder without a watch is known too: the limit of watches may be reached.
struct WatchedFolders: Sendable {
  typealias Watch = FolderWatcher.Watch

  private var watches: [VaultPath?: Watch?] = [:]
  private var paths: [Watch: VaultPath?] = [:]
  private var children: [VaultPath?: Set<VaultPath>] = [:]

  var count: Int { watches.count }

  func contains(_ folder: VaultPath?) -> Bool { watches[folder] != nil }

  /// The folder of a watch; nil if the watch is not one of these.
  func folder(of watch: Watch) -> VaultPath?? { paths[watch] }

  func watch(of folder: VaultPath?) -> Watch? { watches[folder] ?? nil }

  func subfolders(of folder: VaultPath?) -> Set<VaultPath> { children[folder] ?? [] }

  func isWatched(_ watch: Watch) -> Bool { paths[watch] != nil }

  mutating func add(_ folder: VaultPath?, _ watch: Watch?) {
    watches[folder] = .some(watch)
    if let watch { paths[watch] = .some(folder) }
    if let folder { children[folder.parent, default: []].insert(folder) }
  }

  /// Removes a folder and all folders below it.
  ///
  /// - Returns: the watches that are no longer needed.
  mutating func remove(_ folder: VaultPath) -> [Watch] {
    children[folder.parent]?.remove(folder)
    var ended: [Watch] = []
    var open: [VaultPath] = [folder]
    while let next = open.popLast() {
      open += children.removeValue(forKey: next) ?? []
      // After a rename the watch may already be that of the folder's new path.
      guard let watch = watches.removeValue(forKey: next) ?? nil, paths[watch] == .some(next)
      else { continue }
      paths[watch] = nil
      ended.append(watch)
    }
    return ended
  }

  /// The watches of these folders that others lack.
  func watches(notIn others: WatchedFolders) -> [Watch] {
    paths.keys.filter { !others.isWatched($0) }
  }
}

/// Tells whether anything may have changed in the folders of a vault's notes, at no cost while nothing does.
///
/// Media folders are not watched.
package final class FolderSignal {
  private let walk: VaultWalk
  private let watcher: FolderWatcher
  private let isIncomplete: Incomplete
  private var isRaised = true

  private final class Incomplete: Sendable {
    let value = Mutex(false)
  }

  /// Raised until the first `take`.
  ///
  /// - Throws: if the system has no more descriptors.
  package init(_ vault: Vault) throws(SystemError) {
    let watcher = try FolderWatcher()
    let isIncomplete = Incomplete()
    self.watcher = watcher
    self.isIncomplete = isIncomplete
    walk = VaultWalk(vault.folder, threads: 1) { _, folder in
      if (try? watcher.watch(folder)) == nil { isIncomplete.value.withLock { $0 = true } }
    }
    watch()
    if vault.folder.isOnNetwork { isIncomplete.value.withLock { $0 = true } }
  }

  /// Whether the system may not report every change.
  private var isAlwaysRaised: Bool { isIncomplete.value.withLock { $0 } }

  /// Whether anything may have changed since the last call.
  package func take() -> Bool {
    defer { isRaised = false }
    readEvents()
    return isRaised || isAlwaysRaised
  }

  private func readEvents() {
    guard let events = try? watcher.events(timeout: 0) else { return isRaised = true }
    if !events.isEmpty { isRaised = true }
    let hasNewFolder = events.contains { event in
      if case .name(_, let isFolder, in: _) = event { isFolder } else { event == .overflow }
    }
    if hasNewFolder { watch() }
  }

  private func watch() {
    _ = walk.run { next in
      while next() != nil {}
    }
  }
}
