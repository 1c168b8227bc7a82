internal import CGit2

extension Repository {
  /// - Throws: `.missing` if there is no such object; another error if it is not a commit.
  package func commit(_ id: ObjectID) throws(GitError) -> Commit {
    var gitID = id.gitID
    let commit = try GitHandle("read a commit", free: git_commit_free) {
      git_commit_lookup($0, handle, &gitID)
    }
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
      author: Signature(author.pointee), committer: Signature(committer.pointee),
      message: git_commit_message(pointer).map { String(cString: $0) } ?? "")
  }

  /// Writes a commit without moving a reference.
  ///
  /// Characters that are not allowed in names and addresses are removed, and NUL in the message.
  ///
  /// - Parameter tree: of the whole repository, as from `rootTree(of:onto:)`.
  package func writeCommit(
    tree: ObjectID, parents: [ObjectID], author: Signature, committer: Signature, message: String
  ) throws(GitError) -> ObjectID {
    let operation = "write a commit"
    let authorSignature = try SignatureHandle(author.cleaned)
    let committerSignature = try SignatureHandle(committer.cleaned)
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
    let rewritten = CommitObject.rewritten(
      try objectContent(id, operation), tree: tree, parents: parents)
    return try writeObject(rewritten, GIT_OBJECT_COMMIT, operation)
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
}

/// A signature of libgit2, freed at the end of the value's lifetime.
private struct SignatureHandle: ~Copyable {
  let pointer: UnsafeMutablePointer<git_signature>

  init(_ signature: Signature) throws(GitError) {
    let operation = "set the author of a commit"
    var made: UnsafeMutablePointer<git_signature>?
    try check(
      git_signature_new(
        &made, signature.name, signature.email, signature.time,
        Int32(truncatingIfNeeded: signature.offsetMinutes)),
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

extension Signature {
  fileprivate init(_ signature: git_signature) {
    self.init(
      name: signature.name.map { String(cString: $0) } ?? "",
      email: signature.email.map { String(cString: $0) } ?? "",
      time: signature.when.time, offsetMinutes: Int(signature.when.offset))
  }
}

enum CommitObject {
  /// Signatures, and copies of merged signed tags: they are not valid for another tree.
  private static let dropped: Set<String> = [
    "tree", "parent", "gpgsig", "gpgsig-sha256", "mergetag",
  ]

  /// The commit with another tree and other parents; author, times, encoding and message stay unchanged.
  static func rewritten(_ bytes: [UInt8], tree: ObjectID, parents: [ObjectID]) -> [UInt8] {
    var result = Array("tree \(tree)\n".utf8)
    for parent in parents { result += Array("parent \(parent)\n".utf8) }
    var rest = bytes[...]
    var isDropped = false
    while let line = nextLine(&rest), line.count > 1 {
      // A line that begins with a space continues the line before.
      if line.first != UInt8(ascii: " ") {
        let key = line.prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\n") }
        isDropped = dropped.contains(String(decoding: key, as: UTF8.self))
      }
      if !isDropped { result += line }
    }
    return result + [UInt8(ascii: "\n")] + rest
  }

  /// Including its line feed.
  private static func nextLine(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard !rest.isEmpty else { return nil }
    let end = rest.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? rest.endIndex
    defer { rest = rest[end...] }
    return rest[..<end]
  }
}

/// The author or committer of a commit, with the local time.
package struct Signature: Hashable, Sendable {
  package var name: String
  package var email: String
  /// Seconds since 1970-01-01T00:00:00Z.
  package var time: Int64
  /// The offset of the local time from UTC.
  package var offsetMinutes: Int

  package init(name: String, email: String, time: Int64, offsetMinutes: Int) {
    self.name = name
    self.email = email
    self.time = time
    self.offsetMinutes = offsetMinutes
  }

  /// Without the characters that separate the fields of a commit's line.
  var cleaned: Signature {
    var signature = self
    signature.name = Self.clean(name)
    signature.email = Self.clean(email)
    return signature
  }

  private static func clean(_ text: String) -> String {
    let separators: [Unicode.Scalar] = ["\0", "\n", "\r", "<", ">"]
    return String(String.UnicodeScalarView(text.unicodeScalars.filter { !separators.contains($0) }))
  }
}

package struct Commit: Hashable, Sendable {
  package var id: ObjectID
  /// The tree of the vault's folder.
  package var tree: ObjectID
  /// The tree of the whole repository; equal to `tree` if the vault is the root.
  package var rootTree: ObjectID
  package var parents: [ObjectID]
  package var author: Signature
  package var committer: Signature
  /// Invalid UTF-8 is replaced by U+FFFD.
  package var message: String
}
