internal import CGit2

/// libgit2, initialized once per process.
package enum GitLibrary {
  /// The level of a settings file outside of a repository.
  package enum SearchLevel: Hashable, Sendable, CaseIterable {
    case system, user, userXDG

    fileprivate var number: Int32 {
      switch self {
      case .system: Int32(GIT_CONFIG_LEVEL_SYSTEM.rawValue)
      case .user: Int32(GIT_CONFIG_LEVEL_GLOBAL.rawValue)
      case .userXDG: Int32(GIT_CONFIG_LEVEL_XDG.rawValue)
      }
    }
  }

  /// Initializes the library if it is not; everything in this module that needs it calls this.
  ///
  /// Takes some milliseconds, once: the library reads the system's certificates.
  package static func start() throws(GitError) {
    try outcome.get()
  }

  /// Sets the search path (folders joined by `:`) for settings and attributes of a level; an empty text disables the
  /// level.
  ///
  /// Applies to repositories that are opened later, in the whole process.
  package static func search(_ level: SearchLevel, in folders: String) throws(GitError) {
    try start()
    try check(
      tl_git_set_search_path(level.number, folders), "set the path of git's settings")
  }

  /// The attribute files that count in every repository, if they exist; those of the user if no setting names another
  /// file.
  static func attributeFiles() throws(GitError) -> (ofUser: [String], ofSystem: [String]) {
    try start()
    return (
      try folders(.userXDG).map { "\($0)/attributes" },
      try folders(.system).map { "\($0)/gitattributes" }
    )
  }

  package static func folders(_ level: SearchLevel) throws(GitError) -> [String] {
    let text = try textFromBuffer("find git's settings") {
      tl_git_get_search_path(level.number, $0)
    }
    return (text ?? "").split(separator: ":").map(String.init)
  }

  private static let outcome = Result { () throws(GitError) in try startOnce() }

  /// Turns off fsync in the library, in the whole process.
  ///
  /// For file systems that cannot sync a folder: the library reports that as an error, after the file is in place.
  static func leaveSyncToCaller() throws(GitError) {
    try start()
    try check(
      tl_git_set_option(Int32(GIT_OPT_ENABLE_FSYNC_GITDIR.rawValue), 0),
      "turn off fsync")
  }

  private static func startOnce() throws(GitError) {
    let operation = "start libgit2"
    try check(git_libgit2_init(), operation)
    // Off by default: a crash of the machine could leave objects empty that a reference already names.
    try check(tl_git_set_option(Int32(GIT_OPT_ENABLE_FSYNC_GITDIR.rawValue), 1), operation)
    // Neither changes what the library does with a repository.
    try withCString("worktreeconfig".utf8) { worktree throws(GitError) in
      try withCString("preciousobjects".utf8) { precious throws(GitError) in
        var names = [worktree, precious].map { Optional(UnsafeMutablePointer(mutating: $0)) }
        try check(tl_git_set_extensions(&names, names.count), operation)
      }
    }
  }
}

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

/// Calls `body` with `bytes` as a C string.
///
/// A NUL among the bytes ends the string; a `VaultPath` has none.
func withCString<Result, Failure: Error>(
  _ bytes: some Collection<UInt8>, _ body: (UnsafePointer<CChar>) throws(Failure) -> Result
) throws(Failure) -> Result {
  var terminated: [CChar] = []
  terminated.reserveCapacity(bytes.count + 1)
  for byte in bytes { terminated.append(CChar(bitPattern: byte)) }
  terminated.append(0)
  return try body(terminated)
}

/// The bytes before the NUL, valid as long as `text`.
func bytesOfCString(_ text: UnsafePointer<CChar>) -> UnsafeRawBufferPointer {
  var count = 0
  while text[count] != 0 { count += 1 }
  return UnsafeRawBufferPointer(start: text, count: count)
}

extension [UInt8] {
  /// `withUnsafeBytes` with a typed error.
  func withRaw<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withUnsafeBufferPointer { bytes throws(Failure) in try body(UnsafeRawBufferPointer(bytes)) }
  }
}
