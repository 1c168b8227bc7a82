internal import Synchronization
internal import SystemCalls
internal import VaultFormat
internal import VaultStore

/// The notes of a vault as last read, with the watches of its folders; reads again what has changed.
///
/// Used by one thread at a time. Equal to a fresh scan as soon as every event was applied.
struct LiveScan {
  let vault: Vault
  private let scanner: VaultScanner
  private let watcher: FolderWatcher
  private(set) var notes: UnresolvedIndex
  private(set) var folders: WatchedFolders
  /// The watch of `.tl`.
  private(set) var settings: FolderWatcher.Watch?
  /// Why not every folder is watched.
  private(set) var watchFailure: SystemError?

  /// More changed folders or files than this are not read one by one: a scan uses all processors.
  private static let limit = 2_000

  /// What an update read or removed.
  struct Changes {
    /// The places of notes that are no longer there, or were read again, before the update.
    var removed: [VaultIndex.Position] = []
    /// The places of notes that were read, after the update.
    var added: [VaultIndex.Position] = []
    /// The number of folders and files that were read.
    fileprivate var cost = 0

    var isEmpty: Bool { removed.isEmpty && added.isEmpty }
  }

  /// Reads the whole vault.
  ///
  /// - Parameter former: the scan before, whose watches end if they are no longer needed.
  init(_ vault: Vault, _ scanner: VaultScanner, _ watcher: FolderWatcher, after former: LiveScan?) {
    self.vault = vault
    self.scanner = scanner
    self.watcher = watcher
    let opened = OpenedFolders(watcher)
    notes = scanner.read(QueryMatcher(NoteQuery()), keepsText: true) { path, descriptor in
      opened.add(path, descriptor)
    }
    notes.addShard()
    (folders, watchFailure) = opened.result
    settings = try? watcher.watch(vault.folder.openFolder(VaultLayout.settings))
    former?.folders.watches(notIn: folders).forEach(watcher.unwatch)
  }

  /// Whether the note at a path stores this id, read again.
  func stores(_ path: VaultPath, _ id: NoteID) -> Bool { scanner.stores(path, id) }

  /// Reads what has changed.
  ///
  /// - Returns: nil if so much has changed that everything should be read; the scan is of no more use then.
  mutating func apply(_ pending: PendingReads) -> Changes? {
    if pending.isEverything { return nil }
    var changes = Changes()
    // Before anything is added: a folder that was moved may have the same watch in its new place.
    for (folder, names) in pending.folders {
      for name in names.folders { remove(VaultPath(in: folder, named: name), &changes) }
    }
    for (folder, names) in pending.folders.sorted(by: { precedes($0.key, $1.key) })
    where folders.contains(folder) {
      changes.cost += names.files.count
      guard changes.cost <= Self.limit else { return nil }
      readAgain(folder, changed: names.files, &changes)
    }
    // Half of the notes in memory may be old versions, before all are read again.
    let isWorn = notes.removedCount > max(notes.count, 10_000)
    return changes.cost > Self.limit || isWorn ? nil : changes
  }

  /// The root first, a folder before those below it.
  private func precedes(_ a: VaultPath?, _ b: VaultPath?) -> Bool {
    guard let b else { return false }
    guard let a else { return true }
    return a < b
  }
}

// MARK: - One folder

extension LiveScan {
  /// Lists a known folder, and reads its notes that are new or changed.
  private mutating func readAgain(
    _ folder: VaultPath?, changed: Set<[UInt8]>, _ changes: inout Changes
  ) {
    let present = notes.notes(in: folder)
    let unread = forgetFindings(in: folder)
    guard let listing = list(folder, &changes) else {
      for place in present.values { remove(place, &changes) }
      folders.subfolders(of: folder).forEach { remove($0, &changes) }
      return
    }
    var kept: Set<[UInt8]> = []
    let batch = listing.batch { bytes, kind in
      guard case .note(let hasMediaFolder) = kind else { return false }
      let name = Array(bytes)
      guard !changed.contains(name), !unread.contains(name), let place = present[name],
        notes.hasMediaFolder(place) == hasMediaFolder
      else { return true }
      kept.insert(name)
      return false
    }
    for (name, place) in present where !kept.contains(name) { remove(place, &changes) }
    read(batch, &changes)
    let subfolders = Set(listing.subfolders)
    let known = folders.subfolders(of: folder)
    for gone in known.subtracting(subfolders) { remove(gone, &changes) }
    for new in subfolders.subtracting(known) { enter(new, &changes) }
  }

  /// Removes what was found about the names of a folder, except about the folders that were entered.
  ///
  /// - Returns: the names of notes that could not be read.
  private mutating func forgetFindings(in folder: VaultPath?) -> Set<[UInt8]> {
    var unread: Set<[UInt8]> = []
    notes.findings.removeAll { [folders] located in
      guard located.path != VaultLayout.settings, located.path.parent == folder,
        !folders.contains(located.path)
      else { return false }
      unread.insert(Array(located.path.name))
      return true
    }
    return unread
  }

  /// Reads a new folder and all folders below it.
  private mutating func enter(_ folder: VaultPath, _ changes: inout Changes) {
    guard changes.cost <= Self.limit, let listing = list(folder, &changes) else { return }
    read(listing.batch { _, kind in if case .note = kind { true } else { false } }, &changes)
    for child in listing.subfolders { enter(child, &changes) }
  }

  /// The listing of a folder, which is watched from now on; nil if it cannot be read.
  private mutating func list(_ folder: VaultPath?, _ changes: inout Changes) -> FolderListing? {
    changes.cost += 1
    notes.findings.removeAll { $0.path == folder ?? VaultLayout.settings }
    let opened = OpenedFolders(watcher)
    let walk = scanner.walk { path, descriptor in opened.add(path, descriptor) }
    defer {
      let (found, failure) = opened.result
      if found.contains(folder) { folders.add(folder, found.watch(of: folder)) }
      watchFailure = watchFailure ?? failure
    }
    do {
      return try walk.listing(of: folder, into: &notes.findings)
    } catch {
      if let finding = VaultWalk.finding(about: folder, error) { notes.findings.append(finding) }
      return nil
    }
  }

  private mutating func read(_ batch: WalkBatch, _ changes: inout Changes) {
    let everything = QueryMatcher(NoteQuery())
    guard
      var scanner = try? NoteScanner(
        everything, keepsText: true, zone: scanner.zone, sealedOn: scanner.today)
    else { return }
    changes.cost += batch.count
    changes.added += notes.withLastShard { shard in
      swap(&scanner.shard, &shard)
      scanner.scan(batch)
      swap(&scanner.shard, &shard)
    }
    notes.findings += scanner.findings
  }

  private mutating func remove(_ folder: VaultPath, _ changes: inout Changes) {
    guard folders.contains(folder) else { return }
    for place in notes.notes(below: folder) { remove(place, &changes) }
    notes.findings.removeAll { $0.path == folder || $0.path.isBelow(folder) }
    folders.remove(folder).forEach(watcher.unwatch)
  }

  private mutating func remove(_ place: VaultIndex.Position, _ changes: inout Changes) {
    notes.remove(place)
    // A folder may be read twice in one update.
    if let again = changes.added.firstIndex(of: place) {
      changes.added.remove(at: again)
    } else {
      changes.removed.append(place)
    }
  }
}

/// The folders that a walk has opened, and their watches.
private final class OpenedFolders: Sendable {
  private let watcher: FolderWatcher
  private let state = Mutex<(folders: WatchedFolders, failure: SystemError?)>(
    (WatchedFolders(), nil))

  init(_ watcher: FolderWatcher) {
    self.watcher = watcher
  }

  func add(_ path: VaultPath?, _ descriptor: borrowing FileDescriptor) {
    var (watch, failure) = (FolderWatcher.Watch?.none, SystemError?.none)
    do throws(SystemError) {
      watch = try watcher.watch(descriptor)
    } catch {
      failure = error
    }
    state.withLock { state in
      state.folders.add(path, watch)
      state.failure = state.failure ?? failure
    }
  }

  var result: (folders: WatchedFolders, failure: SystemError?) { state.withLock { $0 } }
}
