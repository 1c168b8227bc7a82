internal import CGit2

/// An object of libgit2, freed at the end of the value's lifetime.
struct GitHandle: ~Copyable {
  let pointer: OpaquePointer
  private let free: @convention(c) (OpaquePointer?) -> Void

  /// - Parameter make: the call that creates the object; its result is its status.
  init(
    _ operation: String, free: @escaping @convention(c) (OpaquePointer?) -> Void,
    _ make: (UnsafeMutablePointer<OpaquePointer?>) -> Int32
  ) throws(GitError) {
    var made: OpaquePointer?
    try check(make(&made), operation)
    guard let made else {
      throw GitError(.other, operation: operation, message: "libgit2 returned nothing")
    }
    pointer = made
    self.free = free
  }

  deinit {
    free(pointer)
  }

  /// Nil if libgit2 reports that it does not exist.
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
