internal import VaultFormat
internal import VaultIndex
internal import VaultStore

/// Why a command ends before its time, in the words that a person sees.
///
/// All wording of errors is here and in `CommandError+Mapping.swift`: libraries give data.
package struct CommandError: Error {
  package var status: ExitStatus = .failure
  /// What went wrong and where: a fragment in lower case without a full stop.
  package var message: String
  /// What to do next; a line each.
  package var hints: [String] = []

  package init(_ message: String, hint: String? = nil, status: ExitStatus = .failure) {
    self.message = message
    self.status = status
    hints = hint.map { [$0] } ?? []
  }
}

/// How tl ends.
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
  /// Another process holds the vault's lock.
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
    case .locked: "another process is writing to the vault"
    case .wrongUsage: "the command line is wrong"
    }
  }
}

/// Ends the command with a status after all has been said.
package struct QuietExit: Error {
  package var status: ExitStatus

  package init(status: ExitStatus) {
    self.status = status
  }
}
