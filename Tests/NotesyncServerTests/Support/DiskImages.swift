import Cryptography
import Foundation
import Synchronization
import TestSupport
import WebServer

@testable import NotesyncServer

/// What a folder held at moments of a server's work, as a process that is killed then leaves it.
final class DiskImages: Sendable {
  private let folder: TemporaryFolder
  private let images: TemporaryFolder
  private let state = Mutex<(isTaking: Bool, count: Int, failure: String?)>((false, 0, nil))

  init(of folder: TemporaryFolder) throws {
    self.folder = folder
    images = try TemporaryFolder(inMemory: true)
  }

  var count: Int { state.withLock { $0.count } }

  /// Why one could not be taken.
  var failure: String? { state.withLock { $0.failure } }

  func begin() { state.withLock { $0.isTaking = true } }
  func end() { state.withLock { $0.isTaking = false } }

  func take() {
    state.withLock { state in
      guard state.isTaking else { return }
      do {
        try copy(folder.path, to: images.path("\(state.count)"))
        state.count += 1
      } catch {
        state.failure = "\(error)"
      }
    }
  }

  /// What the folder held, at a place of its own, which the server knows for the same.
  func copy(_ number: Int) throws -> TemporaryFolder {
    let copied = try TemporaryFolder(inMemory: true)
    try copy(images.path("\(number)/."), to: copied.path)
    for account in try copied.names(in: "state/vaults") {
      let name = account.dropLast(16) + sha256Hex(copied.path("vault").utf8).prefix(16)
      try copied.move("state/vaults/\(account)", to: "state/vaults/\(name)")
    }
    return copied
  }

  /// With times and permissions.
  private func copy(_ source: String, to target: String) throws {
    let copied = try runProgram(
      "/bin/cp", ["-R", "-p", source, target], in: images.path, environment: [:])
    guard copied.status == 0 else { throw CommandFailure(description: copied.stderrText) }
  }
}
