import Foundation
import SystemCalls
import Testing
import VaultFormat

@testable import VaultStore

@Suite("Locks")
struct VaultLockTests {
  private let vault: TemporaryVault

  init() throws { vault = try TemporaryVault() }

  /// Another process, which has taken the lock.
  private func holder() throws -> RunningProbe {
    let holder = try Probe.start(["lock", vault.root, "x", ""])
    #expect(holder.firstLine() == "locked")
    return holder
  }

  @Test("a lock that another process holds is waited for, then refused with its number")
  func held() throws {
    let holder = try holder()
    nonisolated(unsafe) var pauses = 0
    let error = #expect(throws: StoreError.self) {
      _ = try VaultLock(.write, of: vault.folder, timeout: LockTimeout(pauses: 3) { pauses += 1 })
    }
    #expect(pauses == 3)
    let number = holder.process.processIdentifier
    #expect(error?.reason == .locked(.write, holder: number))
    #expect(error?.description == "the write lock is held by process \(number)")
    #expect(holder.finish().output == "released")
    _ = try VaultLock(.write, of: vault.folder, timeout: LockTimeout.none)
  }

  @Test("the lock comes as soon as the other lets go")
  func waited() throws {
    let holder = try holder()
    nonisolated(unsafe) var pauses = 0
    _ = try VaultLock(
      .write, of: vault.folder,
      timeout: LockTimeout(pauses: 3) {
        pauses += 1
        _ = holder.finish()
      })
    #expect(pauses == 1)
  }

  /// Has a process take the lock and die with it.
  private func killHolder() throws {
    let holder = try holder()
    kill(holder.process.processIdentifier, SIGKILL)
    holder.process.waitUntilExit()
  }

  @Test("a holder that dies holds nothing")
  func killed() throws {
    try killHolder()
    _ = try VaultLock(.write, of: vault.folder, timeout: LockTimeout.none)
  }

  @Test("a lock that a dead holder left to a program it was starting is waited for")
  func inherited() throws {
    try killHolder()
    nonisolated(unsafe) let left = try InheritedLock(vault.absolute(".tl/local/write.lock"))
    nonisolated(unsafe) var pauses = 0
    _ = try VaultLock(
      .write, of: vault.folder, timeout: LockTimeout.none,
      afterDeath: LockTimeout(pauses: 3) {
        pauses += 1
        left.release()
      })
    #expect(pauses == 1)
  }

  @Test("one who goes on holding the lock of a dead one is not named by the dead one's number")
  func inheritedForGood() throws {
    try killHolder()
    let left = try InheritedLock(vault.absolute(".tl/local/write.lock"))
    nonisolated(unsafe) var pauses = 0
    let error = #expect(throws: StoreError.self) {
      _ = try VaultLock(
        .write, of: vault.folder, timeout: LockTimeout.none,
        afterDeath: LockTimeout(pauses: 3) { pauses += 1 })
    }
    left.release()
    #expect(pauses == 3)
    #expect(error?.reason == .locked(.write, holder: nil))
  }

  @Test("a living holder is given no time beyond the timeout")
  func alive() throws {
    let holder = try holder()
    nonisolated(unsafe) var pauses = 0
    let error = #expect(throws: StoreError.self) {
      _ = try VaultLock(
        .write, of: vault.folder, timeout: LockTimeout.none,
        afterDeath: LockTimeout(pauses: 3) { pauses += 1 })
    }
    #expect(pauses == 0)
    #expect(error?.reason == .locked(.write, holder: holder.process.processIdentifier))
    #expect(holder.finish().output == "released")
  }

  @Test("the two kinds do not hinder each other, and each admits one")
  func kinds() throws {
    let write = try VaultLock(.write, of: vault.folder, timeout: LockTimeout.none)
    let sync = try VaultLock(.sync, of: vault.folder)
    #expect(throws: StoreError.self) {
      _ = try VaultLock(.sync, of: vault.folder)
    }
    _ = consume write
    _ = consume sync
    _ = try VaultLock(.sync, of: vault.folder)
  }

  @Test("a lock whose file was deleted keeps nobody out of the new one, and does no harm")
  func deleted() throws {
    let old = try VaultLock(.write, of: vault.folder)
    try vault.folder.removeFile(path(".tl/local/write.lock"))
    let new = try VaultLock(.write, of: vault.folder, timeout: LockTimeout.none)
    _ = consume old
    #expect(throws: StoreError.self) {
      _ = try VaultLock(.write, of: vault.folder, timeout: LockTimeout.none)
    }
    _ = consume new
  }

  @Test(
    "a file that is deleted or replaced before it could be locked is not relied on",
    arguments: [true, false])
  func deletedBetween(isReplaced: Bool) throws {
    let place = path(".tl/write.lock")
    let folder = try vault.folder.openFolder(VaultLayout.settings)
    var opened = 0
    let taken = try VaultLock.take(bytes("write.lock"), in: folder) {
      opened += 1
      guard opened == 1 else { return }
      #expect(throws: Never.self) {
        try vault.folder.removeFile(place)
        if isReplaced { try vault.write(place.text, "") }
      }
    }
    let file = try #require(try taken?.status())
    #expect(opened == 2)
    #expect(try vault.folder.status(place)?.isSameFile(as: file) == true)
  }

  @Test("a folder without .tl is not made a vault")
  func noVault() throws {
    try vault.folder.removeTree(VaultLayout.settings)
    let error = #expect(throws: StoreError.self) { _ = try VaultLock(.write, of: vault.folder) }
    #expect(error?.path == ".tl")
    #expect(error?.system?.isMissing == true)
    #expect(try vault.folder.exists(VaultLayout.settings) == false)
  }

  @Test("a lock file that is a link is refused")
  func link() throws {
    let outside = try TemporaryVault()
    try vault.makeFolder(".tl/local")
    try vault.link(".tl/local/write.lock", to: outside.absolute("made"))
    #expect(throws: StoreError.self) { _ = try VaultLock(.write, of: vault.folder) }
    #expect(outside.files() == [:])
  }
}

/// A lock as a child process has it, which its parent, killed meanwhile, was just starting.
private final class InheritedLock {
  private let descriptor: Int32

  init(_ path: String) throws {
    descriptor = open(path, O_RDWR | O_CLOEXEC)
    try #require(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
  }

  func release() {
    _ = flock(descriptor, LOCK_UN)
  }

  deinit { close(descriptor) }
}
