internal import CGit2

extension Repository {
  /// Reads a commit as git does: a line of an author or committer that git cannot read whole says what can be read of it.
  ///
  /// libgit2 does not read such a commit, as converters from other systems have made.
  ///
  /// - Throws: `.missing` if there is no such object; another error if it is not a commit.
  package func commit(_ id: ObjectID) throws(GitError) -> Commit {
    let operation = "read a commit"
    let bytes = try objectContent(id, operation, type: GIT_OBJECT_COMMIT)
    guard let commit = CommitObject(bytes) else {
      throw GitError(.damaged, operation: operation, message: "\(id) is incomplete")
    }
    return Commit(
      id: id, tree: try vaultTree(ofRoot: commit.tree), rootTree: commit.tree,
      parents: commit.parents, author: commit.author, committer: commit.committer,
      message: commit.message)
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
    let authorSignature = try SignatureHandle(author.cleaned)
    let committerSignature = try SignatureHandle(committer.cleaned)
    var treeID = tree.gitID
    let parentIDs = parents.map(\.gitID)
    let text = message.utf8.filter { $0 != 0 }
    var id = git_oid()
    // Not from parents that libgit2 has read: it may be unable to.
    let status = withCString(text) { message in
      parentIDs.withUnsafeBufferPointer { ids in
        var pointers = ids.indices.map { ids.baseAddress?.advanced(by: $0) }
        return git_commit_create_from_ids(
          &id, handle, nil, authorSignature.pointer, committerSignature.pointer, nil, message,
          &treeID, pointers.count, &pointers)
      }
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

/// The bytes of a commit object (gitformat-commit: headers, an empty line, the message).
struct CommitObject {
  var tree: ObjectID
  var parents: [ObjectID] = []
  var author: Person
  var committer: Person
  /// Invalid UTF-8 is replaced by U+FFFD.
  var message: String

  /// Nil without a tree.
  init?(_ bytes: [UInt8]) {
    var rest = bytes[...]
    var tree: ObjectID?
    var people: [String: Person] = [:]
    while let line = Self.nextLine(&rest), line.count > 1 {
      let text = String(decoding: line.dropLast(), as: UTF8.self)
      let parts = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { continue }
      let (key, value) = (String(parts[0]), parts[1])
      switch key {
      case "tree": tree = tree ?? ObjectID(hex: String(value))
      case "parent": if let parent = ObjectID(hex: String(value)) { parents.append(parent) }
      // Some programs write several; the first one counts.
      case "author", "committer": people[key] = people[key] ?? Person(line: value)
      default: break
      }
    }
    guard let tree else { return nil }
    self.tree = tree
    committer = people["committer"] ?? Person(line: "")
    author = people["author"] ?? committer
    message = String(decoding: rest.drop { $0 == UInt8(ascii: "\n") }, as: UTF8.self)
  }
}

extension Person {
  /// `NAME <ADDRESS> SECONDS +HHMM`; what is missing or unreadable is empty or 0.
  fileprivate init(line: Substring) {
    self.init(name: "", email: "", time: 0, offsetMinutes: 0)
    var words = line
    if let end = line.lastIndex(of: ">") {
      words = line[line.index(after: end)...]
      let start = line.firstIndex(of: "<") ?? line.startIndex
      name = Self.trimmed(line[..<start])
      email = start < end ? String(line[line.index(after: start)..<end]) : ""
    }
    let parts = words.split(separator: " ")
    guard parts.count >= 2, let seconds = Int64(parts[parts.count - 2]),
      let offset = Int(parts[parts.count - 1]), parts[parts.count - 1].count == 5
    else {
      if name.isEmpty, email.isEmpty { name = Self.trimmed(words) }
      return
    }
    time = seconds
    offsetMinutes = offset / 100 * 60 + offset % 100
    if name.isEmpty, email.isEmpty { name = parts.dropLast(2).joined(separator: " ") }
  }

  private static func trimmed(_ text: Substring) -> String {
    String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}

extension CommitObject {
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
