internal import SystemCalls

extension Session {
  /// Sends further data through the user's pager, if standard output is a terminal.
  ///
  /// `TL_PAGER`, the user's own settings, `PAGER`, else less. LESS and LV are set like git does if they are unset:
  /// otherwise less would show colours as `ESC[33m`.
  func startPager(unless isOff: Bool) {
    guard !isOff, console.outputIsTerminal, StandardStream.output.isTerminal else { return }
    let asked = environment["TL_PAGER"] ?? userConfiguration.pager ?? environment["PAGER"]
    // Less warns about a dumb terminal, and waits.
    if asked == nil, environment["TERM"] == "dumb" { return }
    guard let command = CommandLineWords(asked ?? "less -FRX"), command.program != "cat" else {
      return
    }
    let pager = Pager(command, environment, variables: ["LESS": "FRX", "LV": "-c"])
    if pager == nil, asked != nil {
      console.warn(
        "the pager \(command.program) cannot be started; TL_PAGER or PAGER names another")
    }
    console.usePager(pager)
  }
}
