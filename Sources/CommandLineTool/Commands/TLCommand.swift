import ArgumentParser

/// A command of tl: global options, and a run in a session.
protocol TLCommand: ParsableCommand {
  var global: GlobalOptions { get }
  func run(in session: Session) throws
}

extension TLCommand {
  func run() throws {
    let session = try Session(global)
    try session.run { try run(in: session) }
  }
}

/// A command that shows what is in a vault.
protocol ReadingCommand: TLCommand {
  func run(in vault: OpenVault) throws
}

extension ReadingCommand {
  func run(in session: Session) throws { try run(in: session.openVault()) }
}

/// A command that changes a vault.
protocol WritingCommand: TLCommand {
  func run(in vault: OpenVault) throws
}

extension WritingCommand {
  func run(in session: Session) throws { try run(in: session.openVaultForWriting()) }
}

/// A command that `tl-net` runs: its `Program` has a handler; `tl` replaces itself with that program.
protocol NetworkCommand: TLCommand {
  /// For the error that the program is missing, such as `tl notesync`.
  static var programUser: String { get }
  var networkRequest: NetworkRequest { get }
}

extension NetworkCommand {
  func run(in session: Session) throws {
    try NetworkProgram.takeOver(for: Self.programUser, session.console)
  }
}

/// A command of `tl serve`.
protocol ServeNetworkCommand: NetworkCommand {
  var request: ServeRequest { get }
}

extension ServeNetworkCommand {
  static var programUser: String { "tl serve" }
  var networkRequest: NetworkRequest { .serve(request) }
}

/// A command of `tl notesync`.
protocol NotesyncNetworkCommand: NetworkCommand {
  var request: NotesyncRequest { get }
}

extension NotesyncNetworkCommand {
  static var programUser: String { "tl notesync" }
  var networkRequest: NetworkRequest { .notesync(request) }
}
