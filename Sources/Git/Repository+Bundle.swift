internal import CGit2
internal import SystemCalls

/// The whole history as one stream: a bundle of version 2 (gitformat-bundle(5)), which git fetches and clones from.
///
/// A line for each reference, an empty line, and a pack of all that they lead to.
extension Repository {
  private static let writing = "write a bundle of the history"

  /// All references but the symbolic ones, with the objects to which they point, ordered by bytes; that of HEAD last.
  package func bundledReferences() throws(GitError) -> [(name: String, id: ObjectID)] {
    var found: [(name: String, id: ObjectID)] = []
    for name in try referenceNames(matching: "refs/*") + ["HEAD"] {
      guard name == "HEAD" || !name.hasSuffix("/HEAD") else { continue }
      var id = git_oid()
      if git_reference_name_to_id(&id, handle, name) == 0 { found.append((name, ObjectID(id))) }
    }
    return found
  }

  /// Passes a bundle of these references to `put` in pieces; one object is in memory at a time.
  ///
  /// - Parameter references: not empty.
  /// - Throws: what `put` throws, or a `GitError` for a history that cannot be read.
  package func writeBundle(
    of references: [(name: String, id: ObjectID)], _ put: ([UInt8]) throws -> Void
  ) throws {
    // Notes are smaller; photos have no similar versions.
    let packing = try PackBuilder(of: self, deltaLimit: 1 << 16)
    defer { withExtendedLifetime(packing) {} }
    let builder = try packing.objects(of: references.map(\.id))
    let lines = references.map { "\($0.id.hex) \($0.name)\n" }.joined()
    try put(Array("# v2 git bundle\n\(lines)\n".utf8))
    try withoutActuallyEscaping(put) { put in
      let sink = BundleSink(put)
      let status = git_packbuilder_foreach(
        builder.pointer,
        { bytes, count, payload in
          guard let bytes, let payload else { return -1 }
          let sink = Unmanaged<BundleSink>.fromOpaque(payload).takeUnretainedValue()
          return sink.take(UnsafeRawBufferPointer(start: bytes, count: count)) ? 0 : -1
        }, Unmanaged.passUnretained(sink).toOpaque())
      if let error = sink.error { throw error }
      try check(status, Self.writing)
      try sink.flush()
    }
  }
}

extension PackBuilder {
  /// All that some objects lead to: commits with their whole histories, tags, trees.
  fileprivate func objects(of ids: [ObjectID]) throws(GitError) -> GitHandle {
    let operation = "read the history"
    let builder = try GitHandle(operation, free: git_packbuilder_free) {
      git_packbuilder_new($0, repository.handle)
    }
    let walk = try GitHandle(operation, free: git_revwalk_free) {
      git_revwalk_new($0, repository.handle)
    }
    for id in Set(ids).sorted() {
      var gitID = id.gitID
      try check(git_packbuilder_insert_recur(builder.pointer, &gitID, nil), operation)
      let status = git_revwalk_push(walk.pointer, &gitID)
      // A tag of a file or a tree leads to no commit.
      let isOther = [GIT_EINVALIDSPEC.rawValue, GIT_EPEEL.rawValue].contains(status)
      if !isOther { try check(status, operation) }
    }
    try check(git_packbuilder_insert_walk(builder.pointer, walk.pointer), operation)
    return builder
  }
}

/// Joins the small pieces in which libgit2 gives a pack.
private final class BundleSink {
  private let put: ([UInt8]) throws -> Void
  private var pending: [UInt8] = []
  private(set) var error: (any Error)?

  init(_ put: @escaping ([UInt8]) throws -> Void) {
    self.put = put
  }

  /// False after an error.
  func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
    pending.append(contentsOf: bytes)
    guard pending.count >= 1 << 16 else { return true }
    do {
      try flush()
      return true
    } catch {
      self.error = error
      return false
    }
  }

  func flush() throws {
    try put(pending)
    pending.removeAll(keepingCapacity: true)
  }
}

/// Reads a bundle that may come from a stranger into a repository, piece by piece.
///
/// libgit2 checks that each object has its id. No reference is changed.
package final class BundleReader {
  private static let operation = "read the bundle of the history"
  private static let signature = "# v2 git bundle"
  /// More bytes than the names of all references have.
  private static let headerLimit = 1 << 24

  private let repository: Repository
  private let indexer: GitHandle
  /// libgit2 counts in it what it has read, over all pieces.
  private var progress = git_indexer_progress()
  /// The lines before the pack; nil once they were read.
  private var header: [UInt8]? = []
  private var references: [(name: String, id: ObjectID)] = []

  package init(into repository: Repository) throws(GitError) {
    self.repository = repository
    let folder = repository.commonFolder + "objects/pack"
    let objects = try repository.objects()
    indexer = try GitHandle(Self.operation, free: git_indexer_free) {
      git_indexer_new($0, folder, 0, objects, nil)
    }
  }

  /// - Throws: `.damaged`, `.unsupported` for a bundle that needs other commits.
  package func read(_ piece: [UInt8]) throws(GitError) {
    guard var lines = header else { return try append(piece[...]) }
    let searched = max(lines.count - 1, 0)
    lines += piece
    header = lines
    let end = lines[searched...].indices.dropFirst().first {
      lines[$0] == 10 && lines[$0 - 1] == 10
    }
    guard let end else {
      guard lines.count <= Self.headerLimit else { throw Self.damaged }
      return
    }
    header = nil
    try readLines(String(decoding: lines[..<end], as: UTF8.self))
    try append(lines[(end + 1)...])
  }

  private func readLines(_ text: String) throws(GitError) {
    let lines = text.split(separator: "\n")
    guard lines.first.map(String.init) == Self.signature else { throw Self.damaged }
    for line in lines.dropFirst() {
      guard !line.hasPrefix("-") else {
        throw GitError(
          .unsupported, operation: Self.operation, message: "it needs commits that it does not hold"
        )
      }
      guard let id = ObjectID(hex: String(line.prefix(40))), line.dropFirst(40).hasPrefix(" ")
      else {
        throw Self.damaged
      }
      let name = String(line.dropFirst(41))
      try repository.checkName(name)
      guard name.hasPrefix("refs/") || name == "HEAD" else { throw Self.damaged }
      references.append((name, id))
    }
  }

  private func append(_ bytes: ArraySlice<UInt8>) throws(GitError) {
    let status = bytes.withUnsafeBytes {
      git_indexer_append(indexer.pointer, $0.baseAddress, $0.count, &progress)
    }
    try check(status, Self.operation)
  }

  /// Writes the pack.
  ///
  /// - Returns: the references of the bundle, all of whose objects are in the repository.
  package func finish() throws(GitError) -> [(name: String, id: ObjectID)] {
    guard header == nil else { throw Self.damaged }
    try check(git_indexer_commit(indexer.pointer, &progress), Self.operation)
    try check(git_odb_refresh(try repository.objects()), Self.operation)
    for reference in references where try !repository.contains(reference.id) {
      throw Self.damaged
    }
    return references
  }

  private static let damaged = GitError(
    .damaged, operation: operation, message: "it is not a bundle of git, or is damaged")
}

extension Repository {
  /// Makes the index that of a commit, as if all its files had been written, without looking at them.
  package func fillIndex(from commit: ObjectID) throws(GitError) {
    let operation = "write git's index"
    var treeID = try self.commit(commit).rootTree.gitID
    let tree = try GitHandle(operation, free: git_tree_free) {
      git_tree_lookup($0, handle, &treeID)
    }
    let index = try GitHandle(operation, free: git_index_free) {
      git_repository_index($0, handle)
    }
    try check(git_index_read_tree(index.pointer, tree.pointer), operation)
    try check(git_index_write(index.pointer), operation)
    lastIndex = nil
  }
}
