internal import CGit2
package import SystemCalls

extension Repository {
  /// The commit of a reference, through symbolic references and tags; nil if the reference does not exist.
  ///
  /// - Parameter name: in full, such as `refs/heads/main` or `HEAD`.
  package func reference(_ name: String) throws(GitError) -> ObjectID? {
    let operation = "read the reference \(name)"
    guard
      let reference = try GitHandle.ifPresent(
        operation, free: git_reference_free, { git_reference_lookup($0, handle, name) })
    else { return nil }
    guard
      let resolved = try GitHandle.ifPresent(
        operation, free: git_reference_free, { git_reference_resolve($0, reference.pointer) })
    else { return nil }
    return try peeledCommit(of: resolved, operation)
  }

  func peeledCommit(of reference: borrowing GitHandle, _ operation: String) throws(GitError)
    -> ObjectID
  {
    let pointer = reference.pointer
    let commit = try GitHandle(operation, free: git_object_free) {
      git_reference_peel($0, pointer, GIT_OBJECT_COMMIT)
    }
    guard let id = git_object_id(commit.pointer) else {
      throw GitError(.damaged, operation: operation, message: "it does not lead to a commit")
    }
    return ObjectID(id.pointee)
  }

  /// Creates or moves a reference if it has the expected value (compare and swap).
  ///
  /// Adds a line to the reference's log, and to that of HEAD if it points to the reference, as git does.
  ///
  /// - Parameters:
  ///   - expecting: the current value; nil if it must not exist.
  ///   - log: one line.
  /// - Throws: `.modified` if it has another value; nothing has changed then.
  package func setReference(
    _ name: String, to id: ObjectID, expecting: ObjectID?, log: String
  ) throws(GitError) {
    let operation = "move the reference \(name)"
    if syncsInsteadOfLibrary { SystemPath.syncAll() }
    var target = id.gitID
    var made: OpaquePointer?
    defer { git_reference_free(made) }
    var status: Int32
    if let expecting {
      var old = expecting.gitID
      status = git_reference_create_matching(&made, handle, name, &target, 1, &old, log)
    } else {
      status = git_reference_create_matching(&made, handle, name, &target, 0, nil, log)
    }
    guard status < 0 else { return }
    var error = GitError(status: status, operation: operation)
    if error.code == .exists || error.code == .missing { error.code = .modified }
    // libgit2 moves the reference and then syncs the folder: if only the latter fails, the reference has moved.
    if error.code == .other, id != expecting, (try? reference(name)) == id { return }
    throw error
  }

  /// Removes a reference and its log if it has the expected value.
  ///
  /// - Throws: `.modified` if it has another value or does not exist.
  package func removeReference(_ name: String, expecting: ObjectID) throws(GitError) {
    let operation = "remove the reference \(name)"
    guard
      let reference = try GitHandle.ifPresent(
        operation, free: git_reference_free, { git_reference_lookup($0, handle, name) }),
      let target = git_reference_target(reference.pointer), ObjectID(target.pointee) == expecting
    else { throw GitError(.modified, operation: operation, message: "it has changed") }
    // Compares the value again, under the lock.
    try check(git_reference_delete(reference.pointer), operation)
  }

  /// All references whose full name matches a pattern such as `refs/heads/*`, ordered by bytes, with their commits.
  ///
  /// References that lead to no commit are left out.
  package func references(
    matching pattern: String
  ) throws(GitError) -> [(name: String, id: ObjectID)] {
    var found: [(name: String, id: ObjectID)] = []
    for name in try referenceNames(matching: pattern) {
      if let id = try? reference(name) { found.append((name, id)) }
    }
    return found
  }

  /// Ordered by bytes.
  func referenceNames(matching pattern: String) throws(GitError) -> [String] {
    let operation = "list the references"
    var iterator: OpaquePointer?
    try check(git_reference_iterator_glob_new(&iterator, handle, pattern), operation)
    defer { git_reference_iterator_free(iterator) }
    var names: [String] = []
    while true {
      var name: UnsafePointer<CChar>?
      let status = git_reference_next_name(&name, iterator)
      if status == GIT_ITEROVER.rawValue { break }
      try check(status, operation)
      if let name { names.append(String(cString: name)) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Removes each `refs/remotes/NAME/HEAD` whose branch does not exist here.
  ///
  /// Git ignores them, but libgit2 cannot fetch while one exists.
  func removeDanglingRemoteHeads() throws(GitError) {
    for name in try referenceNames(matching: "refs/remotes/*/HEAD")
    where try reference(name) == nil {
      let operation = "remove the reference \(name)"
      guard
        let reference = try GitHandle.ifPresent(
          operation, free: git_reference_free, { git_reference_lookup($0, handle, name) }),
        git_reference_type(reference.pointer) == GIT_REFERENCE_SYMBOLIC
      else { continue }
      try check(git_reference_delete(reference.pointer), operation)
    }
  }

  /// - Throws: `.invalidName` if git does not accept it as the name of a reference.
  package func checkName(_ name: String) throws(GitError) {
    var isValid: Int32 = 0
    try check(git_reference_name_is_valid(&isValid, name), "check a name")
    guard isValid == 1 else {
      throw GitError(
        .invalidName, operation: "use a name", message: "'\(name)' is not valid in git")
    }
  }

  /// The tracking reference of a remote's branch, such as `refs/remotes/origin/main`.
  package func trackingReference(of branch: String, at remote: String) throws(GitError) -> String {
    let refspecs = try configuration().strings("remote.\(remote).fetch").map { Refspec($0) }
    return refspecs.trackingReference(of: branch, at: remote)
  }

  /// Moves a tracking reference, whatever its value.
  ///
  /// Removes references whose names conflict, such as `origin/draft` with `origin/draft/one`: the remote cannot have
  /// both either.
  package func setTrackingReference(
    _ name: String, to id: ObjectID, log: String
  ) throws(GitError) {
    if try reference(name) == id { return }
    do throws(GitError) {
      try forceReference(name, to: id, log: log)
    } catch {
      // It has moved if only the folder could not be synced.
      if try reference(name) == id { return }
      let obstacles = try referencesInTheWay(of: name)
      guard !obstacles.isEmpty else { throw error }
      for (name, id) in obstacles { try removeReference(name, expecting: id) }
      try forceReference(name, to: id, log: log)
    }
  }

  private func forceReference(
    _ name: String, to id: ObjectID, log: String
  ) throws(GitError) {
    var target = id.gitID
    var made: OpaquePointer?
    defer { git_reference_free(made) }
    try check(
      git_reference_create(&made, handle, name, &target, 1, log), "move the reference \(name)")
  }

  /// Remote references whose name is a folder of this name, or that have this name as a folder.
  private func referencesInTheWay(
    of name: String
  ) throws(GitError) -> [(name: String, id: ObjectID)] {
    guard name.hasPrefix("refs/remotes/") else { return [] }
    var found = try references(matching: "\(name)/*")
    var parent = name[...]
    while let slash = parent.lastIndex(of: "/") {
      parent = parent[..<slash]
      guard parent.hasPrefix("refs/remotes/") else { break }
      if let id = try reference(String(parent)) { found.append((String(parent), id)) }
    }
    return found
  }

  /// Removes the lock on a reference that a killed tl left; a lock of another program is kept.
  ///
  /// libgit2 creates the lock like git: first empty, then with the new id. An empty one could belong to a running
  /// program, so it must outlast the timeout.
  ///
  /// To be called only if tl was about to move this reference to `id`.
  /// - Returns: whether there was one.
  @discardableResult
  package func removeAbandonedLock(
    onReference name: String, to id: ObjectID, timeout: LockTimeout
  ) throws(GitError) -> Bool {
    let folder = SystemFolder(path: commonFolder)
    let lock = name + ".lock"
    var seen: SystemFolder.Content?
    for _ in 0...max(timeout.pauses, 0) {
      let found = try asGitError("read the lock of \(name)") { () throws(SystemError) in
        try folder.content(of: lock)
      }
      guard let found else { return false }
      if found.bytes.elementsEqual("\(id.hex)\n".utf8) { break }
      guard found.bytes.isEmpty, seen == nil || seen?.modified == found.modified else {
        return false
      }
      seen = found
      timeout.pause()
    }
    try asGitError("remove the lock of \(name)") { () throws(SystemError) in
      try folder.remove(lock)
    }
    return true
  }
}
