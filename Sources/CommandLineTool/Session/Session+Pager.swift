extension Session {
  /// Sends what follows through the user's pager, where standard output is a terminal.
  ///
  /// `TL_PAGER`, the user's own settings, `PAGER`, else less.
  func startPager(unless isOff: Bool) {
    guard !isOff, console.outputIsTerminal, StandardStream.output.isTerminal else { return }
    let asked = environment["TL_PAGER"] ?? userConfiguration.pager ?? environment["PAGER"]
    // Less warns of a terminal that can do nothing, and waits.
    if asked == nil, environment["TERM"] == "dumb" { return }
    guard let command = CommandLineWords(asked ?? "less -FRX"), command.program != "cat" else {
      return
    }
    console.usePager(Pager(command, environment))
  }
}
