internal import CGit2

/// An object that libgit2 made, freed when the value ends.
struct GitHandle: ~Copyable {
  let pointer: OpaquePointer
  private let free: @convention(c) (OpaquePointer?) -> Void

  /// - Parameter make: the call that makes the object; its result tells whether it did.
  init(
    _ operation: String, free: @escaping @convention(c) (OpaquePointer?) -> Void,
    _ make: (UnsafeMutablePointer<OpaquePointer?>) -> Int32
  ) throws(GitError) {
    var made: OpaquePointer?
    try check(make(&made), operation)
    guard let made else {
      throw GitError(.other, operation: operation, message: "libgit2 made nothing")
    }
    pointer = made
    self.free = free
  }

  deinit {
    free(pointer)
  }
}

extension GitHandle {
  /// Nil where libgit2 says that there is no such thing.
  static func ifPresent(
    _ operation: String, free: @escaping @convention(c) (OpaquePointer?) -> Void,
    _ make: (UnsafeMutablePointer<OpaquePointer?>) -> Int32
  ) throws(GitError) -> GitHandle? {
    do throws(GitError) {
      return try GitHandle(operation, free: free, make)
    } catch {
      guard error.code == .missing else { throw error }
      return nil
    }
  }
}
