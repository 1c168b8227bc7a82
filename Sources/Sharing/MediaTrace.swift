internal import Synchronization
internal import SystemCalls
internal import VaultFormat
package import VaultStore

/// The media files and their folders that a task has looked at, each as it was then: what was made of them stays right
/// as long as they are as they were.
package final class MediaTrace: Sendable {
  @TaskLocal static var current: MediaTrace?

  private struct State {
    /// In the order in which they were looked at: files of one folder follow each other.
    var paths: [VaultPath] = []
    /// The first of each path; nil for one that was not there.
    var statuses: [VaultPath: FileStatus?] = [:]
  }

  private let state = Mutex(State())

  package init() {}

  /// Takes down what `body` looks at, as far as it does so in its own task.
  package func following<Result>(
    _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await Self.$current.withValue(self, operation: body)
  }

  func add(_ path: VaultPath, _ status: FileStatus?) {
    state.withLock { state in
      guard state.statuses[path] == nil else { return }
      state.paths.append(path)
      state.statuses[path] = .some(status)
    }
  }

  /// Whether all is as it was.
  package func isCurrent(in folder: VaultFolder) -> Bool {
    let (paths, former) = state.withLock { ($0.paths, $0.statuses) }
    return zip(paths, folder.statuses(of: paths)).allSatisfy { former[$0] == .some($1) }
  }
}
