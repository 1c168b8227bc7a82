internal import SystemCalls

/// Marks a repository while tl runs in it, so that the next run detects one that was killed.
///
/// A killed run leaves libgit2's locks on references and settings, which block every later change, and unfinished
/// files. The mark's modification time says when the run was last alive: younger files belong to other programs. The
/// mark is not a lock; the caller keeps other runs out.
package final class CrashMarker {
  private let gitFolder: SystemFolder
  private let commonFolder: SystemFolder
  private var heartbeat: Heartbeat?
  /// When the previous run, which was killed, was last alive.
  private var lastAlive: FileTime?

  private static let name = "tl-running"
  private static let ending = ".lock"
  private static let operation = "remove the locks of a killed run"
  /// libgit2's unfinished files: an object, a fetched pack.
  private static let unfinished = [("objects", "tmp_object_git2_"), ("objects/pack", "pack_git2_")]
  /// Seconds between the last update and the end; some file systems have no finer times.
  private static let margin: Int64 = 2

  package init(in repository: Repository) {
    gitFolder = SystemFolder(path: repository.gitFolder)
    commonFolder = SystemFolder(path: repository.commonFolder)
  }

  /// Sets the mark; if there is one, removes the locks and unfinished files of the previous run.
  ///
  /// - Returns: whether there was one.
  package func set() throws(GitError) -> Bool {
    try asGitError(Self.operation) { () throws(SystemError) in
      do throws(SystemError) {
        try gitFolder.create(Self.name, content: [])
      } catch {
        guard error.isTaken else { throw error }
        lastAlive = gitFolder.time(of: Self.name)
        if let lastAlive { try removeAbandoned(notAfter: lastAlive) }
      }
    }
    // Without it the locks of this run may stay after a kill; git then names them.
    heartbeat = try? Heartbeat(of: gitFolder.path(of: Self.name))
    return lastAlive != nil
  }

  /// A mark that cannot be removed does no harm: the next run finds no locks.
  package func remove() {
    heartbeat = nil
    try? gitFolder.remove(Self.name)
  }

  /// Restores the mark of the previous run.
  package func restore() {
    heartbeat = nil
    if let lastAlive { try? gitFolder.setTime(of: Self.name, to: lastAlive) }
  }

  private func removeAbandoned(notAfter time: FileTime) throws(SystemError) {
    var limit = time
    limit.seconds = time.seconds.addingReportingOverflow(Self.margin).partialValue
    let shared = try ["config.lock", "packed-refs.lock"] + locks(below: "refs") + unfinishedFiles()
    let found = state(of: shared, in: commonFolder).filter { $0.value <= limit }
    let head = state(of: ["HEAD.lock"], in: gitFolder).filter { $0.value <= limit }
    guard !found.isEmpty || !head.isEmpty else { return }
    // Another program's lock exists for a few milliseconds. A signal ends one pause.
    for _ in 0..<10 { pause(milliseconds: 25) }
    try remove(found, in: commonFolder)
    try remove(head, in: gitFolder)
  }

  private func remove(_ locks: [String: FileTime], in folder: SystemFolder) throws(SystemError) {
    for (name, time) in locks where folder.time(of: name) == time { try folder.remove(name) }
  }

  private func unfinishedFiles() throws(SystemError) -> [String] {
    var files: [String] = []
    for (folder, prefix) in Self.unfinished {
      for name in try commonFolder.names(in: folder) where name.hasPrefix(prefix) {
        files.append("\(folder)/\(name)")
      }
    }
    return files
  }

  /// The modification times of those files that exist.
  private func state(of names: [String], in folder: SystemFolder) -> [String: FileTime] {
    var times: [String: FileTime] = [:]
    for name in names {
      times[name] = folder.time(of: name)
    }
    return times
  }

  /// No reference has a name with this suffix.
  private func locks(below folder: String) throws(SystemError) -> [String] {
    var locks: [String] = []
    var folders = [folder]
    while let next = folders.popLast() {
      // A file cannot be listed; it is a reference then.
      for name in (try? commonFolder.names(in: next)) ?? [] {
        let path = "\(next)/\(name)"
        if name.hasSuffix(Self.ending) { locks.append(path) } else { folders.append(path) }
      }
    }
    return locks
  }
}
