internal import CGit2
internal import System

/// The branch of a remote that a branch follows.
package struct Upstream: Hashable, Sendable {
  /// Names this repository in the place of a remote.
  package static let here = "."

  /// `.` for a branch of the same repository; an address where git's settings have one in the place of a name.
  package var remote: String
  /// Its full name there, such as `refs/heads/main`.
  package var branch: String
  /// What is known of it here, such as `refs/remotes/origin/main`.
  package var trackingReference: String
}

extension Repository {
  /// The commit that a reference leads to, through symbolic references and tags; nil where there is
  /// no such reference.
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
      throw GitError(.damaged, operation: operation, message: "it leads to no commit")
    }
    return ObjectID(id.pointee)
  }

  /// Moves a reference, or makes it, if it is where it is expected to be: compare and swap.
  ///
  /// The reference's log gets a line, and so does that of HEAD where HEAD leads to it, as git
  /// writes them; in the name that was given to `identify(as:)`.
  ///
  /// - Parameters:
  ///   - expecting: what it is now; nil: it must not exist.
  ///   - log: one line.
  /// - Throws: `.modified` when it is somewhere else, with nothing changed.
  package func setReference(
    _ name: String, to id: ObjectID, expecting: ObjectID?, log: String
  ) throws(GitError) {
    let operation = "move the reference \(name)"
    if syncsByItself { SystemPath.syncAll() }
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
    // libgit2 puts the new file into its place and then syncs the folder: after an error of the latter the
    // reference has moved all the same.
    if error.code == .other, id != expecting, (try? reference(name)) == id { return }
    throw error
  }

  /// Removes a reference with its log, if it is where it is expected to be.
  ///
  /// - Throws: `.modified` when it is somewhere else, or gone.
  package func removeReference(_ name: String, expecting: ObjectID) throws(GitError) {
    let operation = "remove the reference \(name)"
    guard
      let reference = try GitHandle.ifPresent(
        operation, free: git_reference_free, { git_reference_lookup($0, handle, name) }),
      let target = git_reference_target(reference.pointer), ObjectID(target.pointee) == expecting
    else { throw GitError(.modified, operation: operation, message: "it has changed") }
    // Compares once more, under its lock, with what was just looked up.
    try check(git_reference_delete(reference.pointer), operation)
  }

  /// All references whose full name matches a pattern such as `refs/heads/*`, in order of their
  /// bytes, with the commits that they lead to.
  ///
  /// Those that lead to no commit are left out.
  package func references(
    matching pattern: String
  ) throws(GitError) -> [(name: String, id: ObjectID)] {
    var found: [(name: String, id: ObjectID)] = []
    for name in try referenceNames(matching: pattern) {
      if let id = try? reference(name) { found.append((name, id)) }
    }
    return found
  }

  /// In order of their bytes.
  private func referenceNames(matching pattern: String) throws(GitError) -> [String] {
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

  /// Removes each `refs/remotes/NAME/HEAD` that leads to a branch of the remote which is not known here.
  ///
  /// Git passes over them, but libgit2 can fetch nothing while there is one.
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

  /// - Throws: `.invalidName` for what git takes for no name of a reference.
  package func checkName(_ name: String) throws(GitError) {
    var isValid: Int32 = 0
    try check(git_reference_name_is_valid(&isValid, name), "read a name")
    guard isValid == 1 else {
      throw GitError(.invalidName, operation: "use that name", message: "git takes no \(name)")
    }
  }

  /// Whose name the logs of references get; without it that of git's settings.
  package func identify(as person: Person) throws(GitError) {
    let person = person.cleaned
    try check(git_repository_set_ident(handle, person.name, person.email), "set the identity")
  }

  /// What a branch follows by the repository's settings; nil where that is not set.
  ///
  /// - Parameter branch: the full name.
  package func upstream(of branch: String) throws(GitError) -> Upstream? {
    let settings = try configuration()
    let section = "branch.\(branch.withoutHeads)"
    guard let remote = try settings.string("\(section).remote"), !remote.isEmpty,
      let merge = try settings.string("\(section).merge"), !merge.isEmpty
    else { return nil }
    return Upstream(
      remote: remote, branch: merge,
      trackingReference: remote == Upstream.here
        ? merge : try trackingReference(of: merge, at: remote))
  }

  /// Where what is known of a branch of a remote is kept, such as `refs/remotes/origin/main`.
  package func trackingReference(of branch: String, at remote: String) throws(GitError) -> String {
    let refspecs = try configuration().strings("remote.\(remote).fetch").map { Refspec($0) }
    return TrackingReference.name(of: branch, at: remote, refspecs)
  }

  /// Moves the reference in which what is known of a remote's branch is kept, wherever it is now.
  ///
  /// References that stand in the way, as `origin/draft` in that of `origin/draft/one`, go: the remote cannot have
  /// both either.
  package func setTrackingReference(
    _ name: String, to id: ObjectID, log: String
  ) throws(GitError) {
    if try reference(name) == id { return }
    do throws(GitError) {
      try forceReference(name, to: id, log: log)
    } catch {
      // Moved all the same, where only the folder could not be synced.
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

  /// Those of remotes that are a folder of the name's, or that have the name as a folder.
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
}
