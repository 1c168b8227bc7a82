package import SystemCalls
internal import VaultFormat

/// A folder in `.tl/local/work` for the files of one piece of work, in the vault's file system, for its owner alone.
///
/// It is removed on deinit with everything in it. A lock on a file in it tells a folder in use from one that a killed
/// process has left, which whoever makes the next one removes.
package final class WorkFolder: Sendable {
  private struct Claim: ~Copyable, Sendable {
    let name: [UInt8]
    let handle: FileDescriptor
    let lock: FileLock
  }

  /// The absolute path.
  package let path: String
  private let parent: FileDescriptor
  private let claim: Claim

  private static let place = VaultPath(in: VaultLayout.local, named: "work".utf8)
  private static let lockName = Array("lock".utf8)

  package init(in vault: VaultFolder) throws(StoreError) {
    try vault.makeFolders(Self.place, permissions: 0o700)
    parent = try vault.openFolder(Self.place)
    Self.removeLeftovers(in: parent)
    do {
      claim = try Self.claim(in: parent)
    } catch {
      throw StoreError(Self.place.text, .system(error))
    }
    let name = String(decoding: claim.name, as: UTF8.self)
    path = "\(vault.path)/\(Self.place.text)/\(name)"
  }

  deinit {
    Self.removeContents(of: claim.handle)
    try? parent.removeFolder(claim.name)
  }

  package var handle: FileDescriptor {
    _read { yield claim.handle }
  }

  /// Removes what killed processes have left; what cannot be removed only takes up space.
  package static func removeLeftovers(in vault: VaultFolder) {
    guard let parent = try? vault.openFolder(place) else { return }
    removeLeftovers(in: parent)
  }

  private static func claim(in parent: borrowing FileDescriptor) throws(SystemError) -> Claim {
    while true {
      let name = TemporaryNames().bare
      do {
        try parent.makeFolder(name, permissions: 0o700)
        let handle = try parent.openFolder(name)
        // Until it is locked, another process may take it for a leftover and remove it.
        if let lock = try FileLock(lockName, in: handle), try handle.status(of: lockName) != nil {
          return Claim(name: name, handle: handle, lock: lock)
        }
      } catch let error where error.isMissing || error.isTaken {
        continue
      }
    }
  }

  private static func removeLeftovers(in parent: borrowing FileDescriptor) {
    for entry in (try? parent.entries()) ?? [] {
      let name = Array(entry.name)
      guard let handle = try? parent.openFolder(name) else { continue }
      let hasLock = ((try? handle.status(of: lockName)) ?? nil) != nil
      if hasLock {
        guard let lock = try? FileLock(lockName, in: handle) else { continue }
        removeContents(of: handle)
        withExtendedLifetime(lock) {}
      }
      // One that is not locked yet is empty.
      try? parent.removeFolder(name)
    }
  }

  /// Follows no link.
  private static func removeContents(of folder: borrowing FileDescriptor) {
    for entry in (try? folder.entries()) ?? [] {
      let name = Array(entry.name)
      if let inner = try? folder.openFolder(name) {
        removeContents(of: inner)
        try? folder.removeFolder(name)
      } else {
        try? folder.removeFile(name)
      }
    }
  }
}
