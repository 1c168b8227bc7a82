internal import VaultStore

extension CommandError {
  init(_ conflict: NoteConflict) {
    let path = conflict.path.shown
    guard let first = conflict.lines.first else {
      self.init(
        "\(path) was changed meanwhile, and both changes together would break its front matter")
      return
    }
    let ranges = conflict.lines.prefix(5).map {
      $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)"
    }
    let isOne = conflict.lines.count == 1 && first.count == 1
    let list = ranges.joined(separator: ", ") + (conflict.lines.count > ranges.count ? " …" : "")
    self.init(
      "\(path) was changed meanwhile in the same lines (\(isOne ? "line" : "lines") \(list))")
  }
}
