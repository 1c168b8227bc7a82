internal import CGit2

/// A program that a repository's own settings name.
package struct ConfiguredProgram: Hashable, Sendable {
  /// Such as "core.sshcommand".
  package var key: String
  /// Not to be trusted on a terminal.
  package var command: String
}

extension Repository {
  /// The programs that `.git/config` names, what it includes too, and that tl, or the git program
  /// for it, may start.
  ///
  /// Git follows all of them, and so does this module. A clone brings no settings along, but a folder
  /// that was copied or unpacked with its `.git` does: whoever made it may have named programs.
  /// The merge driver of tl itself is left out.
  package func configuredPrograms() throws(GitError) -> [ConfiguredProgram] {
    try ownSettings().filter {
      Self.namesProgram($0.key) && !$0.value.isEmpty
    }.map {
      ConfiguredProgram(key: $0.key, command: $0.value)
    }
  }

  private static let programKeys: Set<String> = [
    "core.sshcommand", "core.askpass", "core.gitproxy", "core.fsmonitor", "core.hookspath",
    "core.editor", "core.pager", "gpg.program", "credential.helper", "uploadpack.packobjectshook",
  ]
  private static let programKeyEnds: [String: Set<String>] = [
    "credential": ["helper"], "remote": ["uploadpack", "receivepack", "vcs"],
    "filter": ["clean", "smudge", "process"], "diff": ["command", "textconv"],
    "merge": ["driver"], "gpg": ["program", "defaultkeycommand"],
  ]

  private static func namesProgram(_ key: String) -> Bool {
    if programKeys.contains(key) { return true }
    let parts = key.split(separator: ".")
    guard parts.count > 2, key != "merge.tl.driver" else { return false }
    return programKeyEnds[String(parts[0])]?.contains(String(parts[parts.count - 1])) ?? false
  }

  /// The settings of the repository's own file and of what that includes.
  private func ownSettings() throws(GitError) -> [(key: String, value: String)] {
    let operation = "read git's settings"
    let all = try GitHandle(operation, free: git_config_free) {
      git_repository_config_snapshot($0, handle)
    }
    var iterator: OpaquePointer?
    try check(git_config_iterator_new(&iterator, all.pointer), operation)
    defer { git_config_iterator_free(iterator) }
    var found: [(key: String, value: String)] = []
    var entry: UnsafeMutablePointer<git_config_entry>?
    while true {
      let status = git_config_next(&entry, iterator)
      if status == GIT_ITEROVER.rawValue { return found }
      try check(status, operation)
      guard let entry = entry?.pointee, let name = entry.name,
        entry.level.rawValue >= GIT_CONFIG_LEVEL_LOCAL.rawValue
      else { continue }
      found.append((String(cString: name), entry.value.map { String(cString: $0) } ?? ""))
    }
  }
}
