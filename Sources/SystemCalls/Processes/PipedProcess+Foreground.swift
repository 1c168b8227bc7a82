#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

extension PipedProcess {
  /// Runs a program with the terminal until it ends.
  ///
  /// An interrupt from the keyboard reaches every process of the terminal's job; as in a shell, this process ignores
  /// it. The program's output goes to standard error if standard output is not a terminal.
  ///
  /// - Returns: its exit status, or 128 + the number of the signal that ended it; nil if it cannot be started.
  package static func runInForeground(_ command: ChildCommand) -> Int32? {
    let interrupts = [SIGINT, SIGQUIT].map { (signal: $0, before: signal($0, SIG_IGN)) }
    defer { for interrupt in interrupts { _ = signal(interrupt.signal, interrupt.before) } }
    // What this process ignored before, as in the background of a shell, the program ignores too.
    let ignored = unsafeBitCast(SIG_IGN, to: Int.self)
    var command = command
    command.defaultSignals =
      interrupts
      .filter { unsafeBitCast($0.before, to: Int.self) != ignored }.map(\.signal)
    let output: Output = StandardStream.output.isTerminal ? .inherited : .standardError
    return (try? PipedProcess(command, output: output))?.wait()
  }

  /// Starts a program without input or output, and does not wait for it.
  ///
  /// - Returns: false if it cannot be started.
  package static func launch(_ command: ChildCommand) -> Bool {
    (try? command.start(input: .nothing, output: .nothing, errors: .nothing)) != nil
  }
}
