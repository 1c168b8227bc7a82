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

/// A command that `tl-notesync` runs: its `Program` has a handler; `tl` replaces itself with that program.
protocol NotesyncProgramCommand: TLCommand {
  var request: NotesyncRequest { get throws }
}

extension NotesyncProgramCommand {
  func run(in session: Session) throws {
    _ = try request
    try NotesyncProgram.takeOver()
  }
}
