internal import SystemCalls
internal import VaultFormat
internal import VaultStore

/// The files of a vault, without those that git ignores and those of tl itself.
struct VaultSize: Hashable, Sendable {
  /// All but notes.
  var otherFiles = 0
  /// Of all files.
  var bytes: Int64 = 0

  /// Looks at every file; one that goes meanwhile is left out.
  init(of folder: VaultFolder, threads: Int) {
    let walk = VaultWalk(folder, threads: threads, scope: .everything(EverythingRules()))
    let parts = walk.run { next in
      var part = VaultSize()
      while let batch = next() {
        guard batch.folder.path?.bytes.starts(with: Array(".tl".utf8)) != true else { continue }
        var paths: [VaultPath] = []
        batch.forEach { name, kind in
          if case .folder = kind { return }
          paths.append(batch.folder.path(of: name))
        }
        for (path, status) in zip(paths, folder.statuses(of: paths)) {
          guard let status, status.kind == .file else { continue }
          part.bytes += status.size
          if !NoteName.isNote(path.bytes[...]) { part.otherFiles += 1 }
        }
      }
      return part
    }.results
    self.init()
    for part in parts {
      bytes += part.bytes
      otherFiles += part.otherFiles
    }
  }

  private init() {}
}
