internal import CGit2

extension Repository {
  /// Another handle of this repository that keeps in memory what is written through it: objects that nobody
  /// else sees, and that go with the handle.
  ///
  /// References and the index are those on disk: they must not be written through it.
  package func keepingObjectsInMemory() throws(GitError) -> Repository {
    let operation = "keep objects in memory"
    let other = try reopened()
    var made: UnsafeMutablePointer<git_odb_backend>?
    try check(git_mempack_new(&made), operation)
    guard let made else {
      throw GitError(.other, operation: operation, message: "libgit2 made nothing")
    }
    // Asked before all others; freed with the objects.
    try check(git_odb_add_backend(try other.objects(), made, 999), operation)
    return other
  }
}
