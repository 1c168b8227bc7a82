internal import CGit2

/// Git's settings for a repository: its own, the user's and the system's.
///
/// Included files count. Like libgit2, it ignores `GIT_CONFIG_GLOBAL` and similar variables, and `includeIf
/// "hasconfig:"`. Changes by other programs are seen.
package struct GitConfiguration: ~Copyable {
  private let handle: GitHandle

  init(of repository: Repository) throws(GitError) {
    handle = try GitHandle(Self.reading, free: git_config_free) {
      git_repository_config($0, repository.handle)
    }
  }

  private init(_ handle: consuming GitHandle) {
    self.handle = handle
  }

  /// The settings outside of any repository.
  package static func ofUser() throws(GitError) -> GitConfiguration {
    try GitLibrary.start()
    return GitConfiguration(
      try GitHandle(reading, free: git_config_free) { git_config_open_default($0) })
  }

  private static let reading = "read git's settings"

  /// Nil if it is not set.
  ///
  /// - Parameter name: such as `user.name`; the first and the last part ignore case.
  package func string(_ name: String) throws(GitError) -> String? {
    try textFromBuffer("\(Self.reading) (\(name))") {
      git_config_get_string_buf($0, handle.pointer, name)
    }
  }

  /// Every value of a name, in the order in which git reads them; an empty value drops those before it.
  package func strings(_ name: String) throws(GitError) -> [String] {
    var iterator: OpaquePointer?
    let status = git_config_multivar_iterator_new(&iterator, handle.pointer, name, nil)
    if status == GIT_ENOTFOUND.rawValue { return [] }
    try check(status, "\(Self.reading) (\(name))")
    defer { git_config_iterator_free(iterator) }
    var values: [String] = []
    while true {
      var entry: UnsafeMutablePointer<git_config_entry>?
      let status = git_config_next(&entry, iterator)
      if status == GIT_ITEROVER.rawValue { return values }
      try check(status, Self.reading)
      let value = entry?.pointee.value.map { String(cString: $0) } ?? ""
      if value.isEmpty { values.removeAll() } else { values.append(value) }
    }
  }

  /// A system path, with a leading `~/` resolved; nil if it is not set.
  package func path(_ name: String) throws(GitError) -> String? {
    try textFromBuffer("\(Self.reading) (\(name))") {
      git_config_get_path($0, handle.pointer, name)
    }
  }

  /// Nil if it is not set.
  ///
  /// - Throws: if git does not accept the value as a boolean.
  package func bool(_ name: String) throws(GitError) -> Bool? {
    var value: Int32 = 0
    let status = git_config_get_bool(&value, handle.pointer, name)
    if status == GIT_ENOTFOUND.rawValue { return nil }
    try check(status, "\(Self.reading) (\(name))")
    return value != 0
  }

  /// Nil if it is not set; the suffixes `k`, `m` and `g` count as in git.
  package func integer(_ name: String) throws(GitError) -> Int64? {
    var value: Int64 = 0
    let status = git_config_get_int64(&value, handle.pointer, name)
    if status == GIT_ENOTFOUND.rawValue { return nil }
    try check(status, "\(Self.reading) (\(name))")
    return value
  }

  /// A value of `section.key` or `section.subsection.key`.
  package struct Entry: Hashable, Sendable {
    /// The subsection in the case that the file has, other than section and key; nil for `section.key`.
    package var subsection: String?
    package var key: String
    package var value: String
  }

  /// Every value of a section, in the order in which git reads them: of one name the last one counts.
  ///
  /// Compares names here, since libgit2 leaks memory for each name that a pattern of its own does not match.
  ///
  /// - Parameters:
  ///   - section: in lower case.
  ///   - key: in lower case; nil: all.
  package func entries(of section: String, key: String? = nil) throws(GitError) -> [Entry] {
    var iterator: OpaquePointer?
    try check(git_config_iterator_new(&iterator, handle.pointer), Self.reading)
    defer { git_config_iterator_free(iterator) }
    var entries: [Entry] = []
    while true {
      var next: UnsafeMutablePointer<git_config_entry>?
      let status = git_config_next(&next, iterator)
      if status == GIT_ITEROVER.rawValue { return entries }
      try check(status, Self.reading)
      guard let next, let name = next.pointee.name.map({ String(cString: $0) }),
        name.hasPrefix(section + "."), let dot = name.lastIndex(of: ".")
      else { continue }
      let rest = name.dropFirst(section.count + 1)
      let entry = Entry(
        subsection: dot < rest.startIndex ? nil : String(rest[..<dot]),
        key: String(name[name.index(after: dot)...]),
        value: next.pointee.value.map { String(cString: $0) } ?? "")
      if key == nil || key == entry.key { entries.append(entry) }
    }
  }

  /// Writes to the repository's own file, which keeps its other content.
  package func set(_ name: String, to value: String) throws(GitError) {
    let own = try ownFile()
    try check(git_config_set_string(own.pointer, name, value), "change git's settings (\(name))")
  }

  package func setOnly(_ name: String, to value: String) throws(GitError) {
    try removeAll(name)
    try set(name, to: value)
  }

  /// Removes all values of a setting from the repository's own file; does nothing if it is not set there.
  package func removeAll(_ name: String) throws(GitError) {
    let own = try ownFile()
    let status = git_config_delete_multivar(own.pointer, name, ".*")
    guard status != GIT_ENOTFOUND.rawValue else { return }
    try check(status, "change git's settings (\(name))")
  }

  private func ownFile() throws(GitError) -> GitHandle {
    let pointer = handle.pointer
    return try GitHandle("open git's settings", free: git_config_free) {
      git_config_open_level($0, pointer, GIT_CONFIG_LEVEL_LOCAL)
    }
  }
}

extension Repository {
  package func configuration() throws(GitError) -> GitConfiguration {
    try GitConfiguration(of: self)
  }
}

/// The text that libgit2 writes into a buffer; nil if it does not exist.
func textFromBuffer(
  _ operation: String, _ fill: (UnsafeMutablePointer<git_buf>) -> Int32
) throws(GitError) -> String? {
  var buffer = git_buf()
  defer { git_buf_dispose(&buffer) }
  let status = fill(&buffer)
  if status == GIT_ENOTFOUND.rawValue { return nil }
  try check(status, operation)
  return buffer.ptr.map { String(cString: $0) }
}
