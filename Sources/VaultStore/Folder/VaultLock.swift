package import SystemCalls
internal import VaultFormat

/// An advisory lock on the vault, held until the end of the value's lifetime or of the process.
///
/// The lock is on a file in `.tl/local/`, which stays there; the system releases the lock itself, so nothing is left
/// after a crash. The file has the process id of the last holder, for messages only.
package struct VaultLock: ~Copyable {
  package enum Kind: String, Hashable, Sendable {
    /// For every change of the vault's files; held only for local file work.
    case write
    /// Allows one sync at a time.
    case sync
    /// Allows one delivery of reminders at a time.
    case reminders
  }

  private let file: FileDescriptor

  /// Waits while another process holds the lock.
  ///
  /// - Parameter afterDeath: how much longer to wait for a holder that is dead: if it was killed while starting a
  ///   program, that process holds the lock until its exec, for milliseconds.
  /// - Throws: `.locked` after the timeout; a system error if `.tl` does not exist or the file system is read-only.
  package init(
    _ kind: Kind, of vault: VaultFolder, timeout: LockTimeout? = nil,
    afterDeath: LockTimeout = .seconds(1)
  ) throws(StoreError) {
    let timeout = timeout ?? (kind == .write ? .tenSeconds : .none)
    let local = try Self.openLocalFolder(of: vault)
    let path = "\(VaultLayout.local.text)/\(kind.rawValue).lock"
    var pauses = 0
    var pausesAfterDeath = 0
    while true {
      let file = try naming(path) { () throws(SystemError) in
        try Self.take(Self.fileName(kind), in: local)
      }
      if let file {
        self.file = file
        return
      }
      if pauses < timeout.pauses {
        timeout.pause()
        pauses += 1
        continue
      }
      let holder = Self.holder(kind, in: local)
      if let holder, ProcessID.isRunning(holder) {
        throw StoreError(vault.path, .locked(kind, holder: holder))
      }
      guard pausesAfterDeath < afterDeath.pauses else {
        throw StoreError(vault.path, .locked(kind, holder: nil))
      }
      afterDeath.pause()
      pausesAfterDeath += 1
    }
  }

  deinit {
    file.unlock()
  }

  /// Releases the lock; marks the point in the source until which it is held.
  package consuming func release() {}

  private static func fileName(_ kind: Kind) -> [UInt8] {
    Array("\(kind.rawValue).lock".utf8)
  }

  private static func openLocalFolder(of vault: VaultFolder) throws(StoreError) -> FileDescriptor {
    // Only `tl init` creates `.tl`: a folder without it is not a vault to write to.
    _ = try vault.openFolder(VaultLayout.settings)
    try vault.makeFolders(VaultLayout.local)
    return try vault.openFolder(VaultLayout.local)
  }

  /// Nil if another process holds the lock.
  ///
  /// `onOpen` is for tests of the moment between the two calls.
  static func take(
    _ name: [UInt8], in local: borrowing FileDescriptor, onOpen: () -> Void = {}
  ) throws(SystemError) -> FileDescriptor? {
    while true {
      let file = try local.openOrCreateFile(name, permissions: 0o666)
      onOpen()
      guard try file.tryLock() else { return nil }
      // Another process may have deleted and recreated the file between the two calls; a lock on a deleted file is
      // useless.
      let mine = try file.status()
      guard let named = try local.status(of: name), named.isSameFile(as: mine) else { continue }
      // On a full disk the lock works, only without the process id.
      try? file.truncate()
      try? file.writeAll(Array("\(ProcessID.own)\n".utf8))
      return file
    }
  }

  private static func holder(_ kind: Kind, in local: borrowing FileDescriptor) -> Int32? {
    guard let file = try? local.openFile(fileName(kind)),
      let bytes = try? file.readChunk(32)
    else { return nil }
    return Int32(String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self))
  }
}
