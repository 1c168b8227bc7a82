internal import CGit2

extension Repository {
  /// Another handle of this repository that keeps written objects in memory; only the handle sees them.
  ///
  /// References and the index are those on disk and must not be written through it.
  package func keepingObjectsInMemory() throws(GitError) -> Repository {
    let operation = "keep objects in memory"
    let other = try reopened()
    var made: UnsafeMutablePointer<git_odb_backend>?
    try check(git_mempack_new(&made), operation)
    guard let made else {
      throw GitError(.other, operation: operation, message: "libgit2 returned nothing")
    }
    // Has the highest priority; freed with the object database.
    try check(git_odb_add_backend(try other.objects(), made, 999), operation)
    return other
  }
}
