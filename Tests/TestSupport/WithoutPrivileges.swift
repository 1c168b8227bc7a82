private import Foundation

/// Runs `body`, which has to stay on its thread, under the permissions of nobody where this
/// process is root; root may read everything.
///
/// Nil where that is not possible.
package func withoutPrivileges<Result>(_ body: () throws -> Result) rethrows -> Result? {
  guard geteuid() == 0 else { return try body() }
  #if os(Linux)
    _ = setFileSystemUser(65_534)
    defer { _ = setFileSystemUser(0) }
    return try body()
  #else
    return nil
  #endif
}

#if os(Linux)
  /// setfsuid(2): of one thread, and for files only.
  ///
  /// Not in Swift's view of the C library.
  @_silgen_name("setfsuid")
  private func setFileSystemUser(_ user: UInt32) -> Int32
#endif
