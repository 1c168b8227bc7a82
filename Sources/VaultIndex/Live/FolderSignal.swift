internal import Synchronization
package import SystemCalls
package import VaultStore

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
