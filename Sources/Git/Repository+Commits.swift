internal import CGit2

extension Repository {
  /// - Throws: `.missing` if there is no such object; another error if it is not a commit.
  package func commit(_ id: ObjectID) throws(GitError) -> Commit {
    let commit = try commitHandle(id)
    let pointer = commit.pointer
    guard let tree = git_commit_tree_id(pointer), let author = git_commit_author(pointer),
      let committer = git_commit_committer(pointer)
    else { throw GitError(.damaged, operation: "read a commit", message: "\(id) is incomplete") }
    let rootTree = ObjectID(tree.pointee)
    return Commit(
      id: id, tree: try vaultTree(ofRoot: rootTree), rootTree: rootTree,
      parents: (0..<git_commit_parentcount(pointer)).compactMap {
        git_commit_parent_id(pointer, $0).map { ObjectID($0.pointee) }
      },
      author: Person(author.pointee), committer: Person(committer.pointee),
      message: git_commit_message(pointer).map { String(cString: $0) } ?? "")
  }

  /// Writes a commit without moving a reference.
  ///
  /// Characters that are not allowed in names and addresses are removed, and NUL in the message.
  ///
  /// - Parameter tree: of the whole repository, as from `rootTree(of:onto:)`.
  package func writeCommit(
    tree: ObjectID, parents: [ObjectID], author: Person, committer: Person, message: String
  ) throws(GitError) -> ObjectID {
    let operation = "write a commit"
    let authorSignature = try signature(author)
    let committerSignature = try signature(committer)
    var treeID = tree.gitID
    let treeHandle = try GitHandle(operation, free: git_tree_free) {
      git_tree_lookup($0, handle, &treeID)
    }
    var parentHandles: [OpaquePointer?] = []
    defer { for parent in parentHandles { git_commit_free(parent) } }
    for parent in parents {
      var parentID = parent.gitID
      var made: OpaquePointer?
      try check(git_commit_lookup(&made, handle, &parentID), operation)
      parentHandles.append(made)
    }
    let text = message.utf8.filter { $0 != 0 }
    var id = git_oid()
    let status = withCString(text) { message in
      git_commit_create(
        &id, handle, nil, authorSignature.pointer, committerSignature.pointer, nil, message,
        treeHandle.pointer, parentHandles.count, &parentHandles)
    }
    try check(status, operation)
    return ObjectID(id)
  }

  /// Writes a copy of a commit with another tree and other parents, without moving a reference.
  ///
  /// All else stays, except its signature.
  package func rewriteCommit(
    _ id: ObjectID, tree: ObjectID, parents: [ObjectID]
  ) throws(GitError) -> ObjectID {
    let operation = "rewrite a commit"
    let objects = try objects()
    var gitID = id.gitID
    let object = try GitHandle(operation, free: git_odb_object_free) {
      git_odb_read($0, objects, &gitID)
    }
    let bytes = UnsafeRawBufferPointer(
      start: git_odb_object_data(object.pointer), count: git_odb_object_size(object.pointer))
    let rewritten = CommitObject.rewritten(Array(bytes), tree: tree, parents: parents)
    var made = git_oid()
    try check(
      git_odb_write(&made, objects, rewritten, rewritten.count, GIT_OBJECT_COMMIT), operation)
    return ObjectID(made)
  }

  /// The commit of a git revision: an id or its prefix, a reference, `HEAD~2` (gitrevisions(7)).
  package func commit(naming name: String) throws(GitError) -> ObjectID {
    let operation = "find a commit"
    let found = try GitHandle(operation, free: git_object_free) {
      git_revparse_single($0, handle, name)
    }
    let commit = try GitHandle(operation, free: git_object_free) {
      git_object_peel($0, found.pointer, GIT_OBJECT_COMMIT)
    }
    guard let id = git_object_id(commit.pointer) else {
      throw GitError(.damaged, operation: operation, message: "it does not lead to a commit")
    }
    return ObjectID(id.pointee)
  }

  func commitHandle(_ id: ObjectID) throws(GitError) -> GitHandle {
    var gitID = id.gitID
    return try GitHandle("read a commit", free: git_commit_free) {
      git_commit_lookup($0, handle, &gitID)
    }
  }

  private func signature(_ person: Person) throws(GitError) -> SignatureHandle {
    try SignatureHandle(person.cleaned)
  }
}

/// A signature of libgit2, freed at the end of the value's lifetime.
private struct SignatureHandle: ~Copyable {
  let pointer: UnsafeMutablePointer<git_signature>

  init(_ person: Person) throws(GitError) {
    let operation = "set the author of a commit"
    var made: UnsafeMutablePointer<git_signature>?
    try check(
      git_signature_new(
        &made, person.name, person.email, person.time,
        Int32(truncatingIfNeeded: person.offsetMinutes)),
      operation)
    guard let made else {
      throw GitError(.other, operation: operation, message: "libgit2 returned nothing")
    }
    pointer = made
  }

  deinit {
    git_signature_free(pointer)
  }
}

extension Person {
  fileprivate init(_ signature: git_signature) {
    self.init(
      name: signature.name.map { String(cString: $0) } ?? "",
      email: signature.email.map { String(cString: $0) } ?? "",
      time: signature.when.time, offsetMinutes: Int(signature.when.offset))
  }
}
