internal import SystemCalls
internal import VaultStore

/// The program that runs what needs a network stack.
///
/// `tl` has none, so that it starts in a millisecond: `tl-net` replaces it, which lies beside it where both were built, and
/// in `../libexec/tl` where they are installed.
package enum NetworkProgram {
  /// Runs a request, in `tl-net`.
  package typealias Handler = (NetworkRequest, Session) throws -> Void

  private static let name = "tl-net"

  /// The path of the program; nil if it is in neither place.
  private static var path: String? {
    guard let own = ThisDevice.programPath, let slash = own.lastIndex(of: "/") else { return nil }
    let folder = own[..<slash]
    return ["\(folder)/\(name)", "\(folder)/../libexec/tl/\(name)"].first(where: isFile)
  }

  /// The absolute path of tl, in either program; nil if it is unknown.
  static var toolPath: String? {
    guard let own = ThisDevice.programPath, let slash = own.lastIndex(of: "/"),
      own[slash...] == "/\(name)"
    else { return ThisDevice.programPath }
    let folder = own[..<slash]
    return ["\(folder)/tl", "\(folder)/../../bin/tl"].first(where: isFile)
      .flatMap { SystemPath.resolved($0) }
  }

  private static func isFile(_ path: String) -> Bool {
    (try? FileDescriptor.status(ofPath: path))?.kind == .file
  }

  /// Replaces this process with the program, with the same arguments.
  ///
  /// - Parameter command: that needs it, for the error.
  /// - Throws: if it cannot be started.
  static func takeOver(for command: String) throws {
    guard let path else { throw missing(for: command) }
    replaceProcess(with: path, CommandLine.arguments.dropFirst())
    throw CommandError("\(path) cannot be started", hint: hint)
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
      session.console.warn("notesync: \(missing(for: "tl notesync").message)")
      return true
    }
    if status == Interruption.exitStatus { return false }
    if status != ExitStatus.done.rawValue {
      session.console.warn("notesync failed; tl notesync status shows more")
    }
    return true
  }

  private static func missing(for command: String) -> CommandError {
    CommandError(
      "\(command) needs the program \(name), which is neither beside tl nor in ../libexec/tl",
      hint: hint)
  }

  private static let hint =
    "scripts/install puts both where they belong; scripts/build net builds it"
}
