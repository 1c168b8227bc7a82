/// The exit status of tl.
///
/// docs/cli-reference.md has the same table.
package enum ExitStatus: Int32, CaseIterable {
  case done = 0
  /// Nothing matched, or `doctor` has findings.
  case nothingFound = 1
  case failure = 2
  /// A conflict copy was kept, or is left.
  case conflict = 3
  case authenticationFailed = 4
  case unreachable = 5
  /// Another process holds a lock of the vault or of git, has a file open to write to it, or keeps changing one.
  case locked = 6
  case wrongUsage = 64

  var meaning: String {
    switch self {
    case .done: "done; an empty vault lists with 0 too"
    case .nothingFound:
      "nothing found (search, a list with a filter), or there are findings (doctor)"
    case .failure: "the command failed; with several notes, it failed for at least one"
    case .conflict: "a conflict copy was kept, or is left"
    case .authenticationFailed: "the remote did not accept who you are"
    case .unreachable: "the remote could not be reached"
    case .locked:
      "another program holds a lock of the vault or of git, or is writing to a file of it"
    case .wrongUsage: "the command line is wrong"
    }
  }
}

/// Ends the command with a status, without a message.
package struct QuietExit: Error {
  package var status: ExitStatus

  package init(status: ExitStatus) {
    self.status = status
  }
}
