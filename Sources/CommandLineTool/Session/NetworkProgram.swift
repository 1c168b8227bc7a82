internal import SystemCalls
internal import VaultStore
internal import Words

/// The program that runs what needs a network stack.
///
/// `tl` has none, so that it starts in a millisecond: `tl-net` replaces it, which lies beside it where both were built, and
/// in `../libexec/tl` where they are installed.
package enum NetworkProgram {
  /// Runs a request, in `tl-net`.
  package typealias Handler = (NetworkRequest, Session) throws -> Void

  private static let name = "tl-net"

  /// The folder of this program; nil if it is unknown.
  private static var folder: String? {
    guard let own = ThisDevice.programPath, let slash = own.lastIndex(of: "/") else { return nil }
    return String(own[..<slash])
  }

  /// The path of the program; nil if it is in neither place.
  private static var path: String? {
    guard let folder else { return nil }
    return ["\(folder)/\(name)", "\(folder)/../libexec/tl/\(name)"].first(where: isFile)
  }

  /// Waits while `scripts/run` builds the program.
  ///
  /// - Parameter command: that needs the program, for the message.
  /// - Returns: its path; nil if nobody builds it.
  private static func awaitedPath(for command: String, _ console: Console) -> String? {
    guard let folder, let path = expectedPath(in: folder) else { return nil }
    console.say("\(command) begins when scripts/run has built \(name); Ctrl-C ends the waiting")
    while expectedPath(in: folder) != nil { pause(milliseconds: 200) }
    return isFile(path) ? path : nil
  }

  /// `scripts/run` writes two lines beside `tl`: the path that the program will have, and its own process id.
  private static func expectedPath(in folder: String) -> String? {
    guard let bytes = try? PrivateFile("\(folder)/\(name).expected").read() else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    guard lines.count == 2, let number = Int32(lines[1]), ProcessID.isRunning(number) else {
      return nil
    }
    return String(lines[0])
  }

  /// The absolute path of tl, in either program; nil if it is unknown.
  package static var toolPath: String? {
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
  /// - Parameter command: that needs it, for messages.
  /// - Throws: if it cannot be started.
  static func takeOver(for command: String, _ console: Console) throws {
    guard let path = path ?? awaitedPath(for: command, console) else { throw missing(for: command) }
    replaceProcess(with: path, CommandLine.arguments.dropFirst())
    throw Problem("\(path) cannot be started", hint: hint)
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
      try? PipedProcess.runInForeground(
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

  private static func missing(for command: String) -> Problem {
    Problem(
      "\(command) needs the program \(name), which is neither beside tl nor in ../libexec/tl",
      hint: hint)
  }

  private static let hint =
    "scripts/install puts both where they belong; scripts/build net builds it"
}

/// A parsed command that `tl-net` runs.
package enum NetworkRequest: Sendable {
  case notesync(NotesyncRequest)
  case serve(ServeRequest)
  case site(SiteRequest)
  case book(BookRequest)
  case demo(DemoRequest)
}
