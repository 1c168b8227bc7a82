package import System
internal import VaultFormat

/// An advisory lock on the vault, held until the value ends or the process dies.
///
/// The lock is on a file in `.tl/local/`, which stays there; the system releases the lock itself, so
/// nothing has to be cleaned up after a crash. The file's text is the number of the last holder, for
/// messages only.
package struct VaultLock: ~Copyable {
  package enum Kind: String, Hashable, Sendable {
    /// For every change of the vault's files; held only for local file work.
    case write
    /// Admits one sync at a time.
    case sync
  }

  package let kind: Kind
  private let file: FileDescriptor

  /// Waits while another holds the lock.
  ///
  /// - Throws: `.locked` once the patience has ended; a system error when `.tl` is missing or the
  ///   file system is read-only.
  package init(
    _ kind: Kind, of vault: VaultFolder, patience: LockPatience? = nil
  ) throws(StoreError) {
    try self.init(kind, of: vault, patience: patience, afterDeath: .seconds(1))
  }

  /// - Parameter afterDeath: how long to wait beyond the patience for a holder that is dead: one killed
  ///   while it started a program leaves its locks to that until the exec, milliseconds later.
  init(
    _ kind: Kind, of vault: VaultFolder, patience: LockPatience?, afterDeath: LockPatience
  ) throws(StoreError) {
    let patience = patience ?? (kind == .write ? .tenSeconds : .none)
    let local = try Self.openLocalFolder(of: vault)
    let path = "\(VaultLayout.local.text)/\(kind.rawValue).lock"
    var pauses = 0
    var pausesAfterDeath = 0
    while true {
      let file = try naming(path) { () throws(SystemError) in
        try Self.take(Self.fileName(kind), in: local)
      }
      if let file {
        self.kind = kind
        self.file = file
        return
      }
      if pauses < patience.pauses {
        patience.pause()
        pauses += 1
        continue
      }
      let holder = Self.holder(kind, in: local)
      if let holder, ProcessNumber.isRunning(holder) {
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

  /// Releases the lock; marks the place in the source up to which it is held.
  package consuming func release() {}

  private static func fileName(_ kind: Kind) -> [UInt8] {
    Array("\(kind.rawValue).lock".utf8)
  }

  private static func openLocalFolder(of vault: VaultFolder) throws(StoreError) -> FileDescriptor {
    // `.tl` itself is made by `tl init` alone: a folder without it is no vault to write in.
    _ = try vault.openFolder(VaultLayout.settings)
    try vault.makeFolders(VaultLayout.local)
    return try vault.openFolder(VaultLayout.local)
  }

  /// Nil when another holds the lock.
  ///
  /// `onOpen` is for tests of what happens between the two calls.
  static func take(
    _ name: [UInt8], in local: borrowing FileDescriptor, onOpen: () -> Void = {}
  ) throws(SystemError) -> FileDescriptor? {
    while true {
      let file = try local.openOrCreateFile(name, permissions: 0o666)
      onOpen()
      guard try file.tryLock() else { return nil }
      // The file may have been deleted, and made anew by another process, between the two calls; a
      // lock on a file without a name guards nothing.
      let mine = try file.status()
      guard let named = try local.status(of: name), named.isSameFile(as: mine) else { continue }
      // On a full disk the lock holds all the same, only nameless.
      try? file.truncate()
      try? file.writeAll(Array("\(ProcessNumber.own)\n".utf8))
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
