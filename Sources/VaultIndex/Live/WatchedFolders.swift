internal import SystemCalls
internal import VaultFormat

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
