internal import SystemCalls
internal import VaultStore

/// The program that runs requests.
///
/// `tl` has no network stack, so that it starts in a millisecond: `tl-notesync`, the program beside it, replaces it.
package enum NotesyncProgram {
  /// Runs a request, in `tl-notesync`.
  package typealias Handler = (NotesyncRequest, Session) throws -> Void

  private static let name = "tl-notesync"

  /// The path of the program beside this one; nil if that has none.
  private static var path: String? {
    guard let own = ThisDevice.programPath, let slash = own.lastIndex(of: "/") else { return nil }
    return own[...slash] + name
  }

  /// Replaces this process with the program beside it, with the same arguments.
  ///
  /// - Throws: if that cannot be started.
  static func takeOver() throws {
    guard let path else { throw missing("beside tl") }
    replaceProcess(with: path, CommandLine.arguments.dropFirst())
    throw missing("at \(path)")
  }

  /// Syncs a vault after a sync by git, whose result it does not change.
  ///
  /// - Parameter isWatching: never asks, and prints nothing if there was nothing to do.
  /// - Returns: false if it was ended by Ctrl-C.
  @discardableResult
  static func syncAfterwards(_ vault: OpenVault, isWatching: Bool = false) -> Bool {
    let session = vault.session
    try? session.console.flush()
    var words = ["notesync", "sync", "--vault", vault.vault.folder.path]
    if isWatching || session.console.isQuiet { words.append("-q") }
    if isWatching || !session.isInteractive { words.append("--no-input") }
    let status = path.flatMap { path in
      PipedProcess.runInForeground(
        ChildCommand(program: path, arguments: words, variables: .inherited()))
    }
    guard let status else {
      session.console.warn("notesync: \(missing("beside tl").message)")
      return true
    }
    if status == Interruption.exitStatus { return false }
    if status != ExitStatus.done.rawValue {
      session.console.warn("notesync failed; tl notesync status shows more")
    }
    return true
  }

  private static func missing(_ place: String) -> CommandError {
    CommandError(
      "tl notesync needs the program \(name), which is not \(place)",
      hint: "scripts/install puts both where they belong; scripts/build notesync builds it")
  }
}
