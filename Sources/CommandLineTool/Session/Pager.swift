internal import SystemCalls

/// A program that shows long output page by page, fed through a pipe.
///
/// Keeps its input, so that nothing is lost if the program fails.
final class Pager {
  /// The program's name, for messages.
  let name: String
  /// The input so far.
  private(set) var given: [UInt8] = []
  private let child: PipedProcess

  /// Nil if the program cannot be started.
  ///
  /// - Parameter variables: set for the program where they are not set.
  init?(
    _ command: CommandLineWords, _ environment: Environment, variables: [String: String] = [:]
  ) {
    guard let started = command.command(environment, defaults: variables),
      let child = try? PipedProcess(started, input: .pipe)
    else { return nil }
    self.child = child
    name = command.program
  }

  /// False once the program reads no more.
  func write(_ bytes: [UInt8]) -> Bool {
    given += bytes
    return child.write(bytes)
  }

  /// Closes the input and waits until the program ends; called once.
  ///
  /// - Returns: how it ended, if that is not the way a pager ends when it is closed, else nil.
  func close() -> String? {
    let interrupt: Int32 = 2
    return switch child.wait() {
    // An interrupt from the keyboard closes a pager too.
    case 0, 128 + interrupt: nil
    case let status where status > 128: "was ended by signal \(status - 128)"
    case let status: "ended with status \(status)"
    }
  }
}

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
