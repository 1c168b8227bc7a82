internal import SystemCalls

/// A folder for incoming files; its content is removed with the object.
final class IncomingFolder {
  let path: String

  /// Removes leftovers of an interrupted run.
  ///
  /// - Parameter path: an existing folder.
  init(_ path: String) throws {
    self.path = path
    clear()
  }

  deinit { clear() }

  private func clear() {
    for name in (try? SystemPath.names(in: path)) ?? [] {
      try? SystemPath.remove("\(path)/\(name)")
    }
  }
}
