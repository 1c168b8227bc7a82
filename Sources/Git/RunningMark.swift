internal import System

/// Says in a repository that tl is at work in it, so that the next one knows of one that was killed.
///
/// What libgit2 had locked then, references and settings, stays locked: nobody could change it any more. What
/// it had begun to write stays too. The mark has the time at which its run was last alive: what is younger is
/// another program's. The mark is no lock itself; the caller keeps others out.
package final class RunningMark {
  private let gitFolder: SystemFolder
  private let commonFolder: SystemFolder
  private var heartbeat: Heartbeat?
  /// Of the run before, which was killed.
  private var lastSign: FileTime?

  private static let name = "tl-running"
  private static let ending = ".lock"
  private static let operation = "take back the locks of a run that was ended"
  /// As libgit2 calls what it has not finished: an object, a pack that is fetched.
  private static let begun = [("objects", "tmp_object_git2_"), ("objects/pack", "pack_git2_")]
  /// Between a sign of life and the end, in seconds; some file systems know no shorter time.
  private static let doubt: Int64 = 2

  package init(in repository: Repository) {
    gitFolder = SystemFolder(path: repository.gitFolder)
    commonFolder = SystemFolder(path: repository.commonFolder)
  }

  /// Sets the mark; where there is one, the locks go that the run before left, and what it had begun.
  ///
  /// - Returns: whether there was one.
  package func set() throws(GitError) -> Bool {
    try naming(Self.operation) { () throws(SystemError) in
      do throws(SystemError) {
        try gitFolder.create(Self.name, content: [])
      } catch {
        guard error.isTaken else { throw error }
        lastSign = gitFolder.time(of: Self.name)
        if let lastSign { try removeAbandoned(notAfter: lastSign) }
      }
    }
    // Without it the locks of this run may stay; git itself names them then.
    heartbeat = try? Heartbeat(of: gitFolder.path(of: Self.name))
    return lastSign != nil
  }

  /// Nothing can be done about one that stays; the next run finds no locks then.
  package func remove() {
    heartbeat = nil
    try? gitFolder.remove(Self.name)
  }

  /// Leaves the mark of the run before as it was found.
  package func restore() {
    heartbeat = nil
    if let lastSign { try? gitFolder.setTime(of: Self.name, to: lastSign) }
  }

  private func removeAbandoned(notAfter time: FileTime) throws(SystemError) {
    var limit = time
    limit.seconds = time.seconds.addingReportingOverflow(Self.doubt).partialValue
    let shared = try ["config.lock", "packed-refs.lock"] + locks(below: "refs") + begunFiles()
    let found = state(of: shared, in: commonFolder).filter { $0.value <= limit }
    let head = state(of: ["HEAD.lock"], in: gitFolder).filter { $0.value <= limit }
    guard !found.isEmpty || !head.isEmpty else { return }
    // Another program's lock lives a few milliseconds.
    let patience = LockPatience.seconds(1)
    for _ in 0..<Self.pauses { patience.pause() }
    try remove(found, in: commonFolder)
    try remove(head, in: gitFolder)
  }

  /// A quarter of a second.
  private static let pauses = 10

  private func remove(_ locks: [String: FileTime], in folder: SystemFolder) throws(SystemError) {
    for (name, time) in locks where folder.time(of: name) == time { try folder.remove(name) }
  }

  private func begunFiles() throws(SystemError) -> [String] {
    var files: [String] = []
    for (folder, prefix) in Self.begun {
      for name in try commonFolder.names(in: folder) where name.hasPrefix(prefix) {
        files.append("\(folder)/\(name)")
      }
    }
    return files
  }

  /// When each of the files that are there was last written.
  private func state(of names: [String], in folder: SystemFolder) -> [String: FileTime] {
    var times: [String: FileTime] = [:]
    for name in names {
      times[name] = folder.time(of: name)
    }
    return times
  }

  /// No reference has a name that ends so.
  private func locks(below folder: String) throws(SystemError) -> [String] {
    var locks: [String] = []
    var folders = [folder]
    while let next = folders.popLast() {
      // A file is no folder to list; it is a reference then.
      for name in (try? commonFolder.names(in: next)) ?? [] {
        let path = "\(next)/\(name)"
        if name.hasSuffix(Self.ending) { locks.append(path) } else { folders.append(path) }
      }
    }
    return locks
  }
}
