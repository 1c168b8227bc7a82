internal import CGit2

extension Repository {
  /// All settings whose keys match a regular expression, in the order in which they hold.
  ///
  /// - Parameter level: the lowest, of libgit2's: those of the repository are above the user's.
  func settings(
    matching pattern: String, from level: Int32 = 0
  ) throws(GitError) -> [(key: String, value: String)] {
    let operation = "read git's settings"
    let all = try GitHandle(operation, free: git_config_free) {
      git_repository_config_snapshot($0, handle)
    }
    var iterator: OpaquePointer?
    try check(git_config_iterator_glob_new(&iterator, all.pointer, pattern), operation)
    defer { git_config_iterator_free(iterator) }
    var found: [(key: String, value: String)] = []
    var entry: UnsafeMutablePointer<git_config_entry>?
    while true {
      let status = git_config_next(&entry, iterator)
      if status == GIT_ITEROVER.rawValue { return found }
      try check(status, operation)
      guard let entry = entry?.pointee, let name = entry.name,
        Int32(entry.level.rawValue) >= level
      else { continue }
      found.append((String(cString: name), entry.value.map { String(cString: $0) } ?? ""))
    }
  }

  /// A text of git's settings; nil where there is none.
  func setting(_ key: String) -> String? {
    var settings: OpaquePointer?
    guard git_repository_config_snapshot(&settings, handle) == 0 else { return nil }
    defer { git_config_free(settings) }
    var value: UnsafePointer<CChar>?
    guard git_config_get_string(&value, settings, key) == 0, let value else { return nil }
    return String(cString: value)
  }
}
