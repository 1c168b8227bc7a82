import Foundation
import NotesyncServer
import Synchronization
import TestSupport

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

  /// Gives the folder back what it held.
  func restore(_ number: Int) throws {
    try FileManager.default.removeItem(atPath: folder.path)
    try copy(images.path("\(number)"), to: folder.path)
  }

  /// With times and permissions.
  private func copy(_ source: String, to target: String) throws {
    let copied = try runProgram(
      "/bin/cp", ["-R", "-p", source, target], in: images.path, environment: [:])
    guard copied.status == 0 else { throw CommandFailure(description: copied.stderrText) }
  }
}
