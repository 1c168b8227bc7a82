import ArgumentParser

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
