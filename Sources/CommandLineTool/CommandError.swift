internal import VaultFormat
internal import VaultIndex
internal import VaultStore

/// Why a command fails, as the user sees it.
///
/// All wording of errors is here and in `CommandError+*.swift`: libraries give data.
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
