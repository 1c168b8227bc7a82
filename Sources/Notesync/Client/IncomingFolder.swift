internal import SystemCalls

/// A folder for what arrives; what is in it goes when the object goes.
final class IncomingFolder {
  let path: String

  /// What an interrupted run left behind goes first.
  ///
  /// - Parameter path: of a folder that is there.
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
