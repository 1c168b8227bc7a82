#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

extension PipedProcess {
  /// Gives the terminal to a program until it ends.
  ///
  /// An interrupt from the keyboard reaches every process of the terminal's job; as in a shell, it is
  /// for the program alone, and this process goes on. What the program prints goes to standard error
  /// where standard output is no terminal.
  ///
  /// - Returns: its exit status, or 128 and the number of the signal that ended it; nil if it cannot
  ///   be started.
  package static func runInForeground(_ command: ChildCommand) -> Int32? {
    let interrupts = [SIGINT, SIGQUIT].map { (signal: $0, before: signal($0, SIG_IGN)) }
    defer { for interrupt in interrupts { _ = signal(interrupt.signal, interrupt.before) } }
    // What was ignored before, as in the background of a shell, is ignored by the program too.
    let ignored = unsafeBitCast(SIG_IGN, to: Int.self)
    var command = command
    command.defaultSignals =
      interrupts
      .filter { unsafeBitCast($0.before, to: Int.self) != ignored }.map(\.signal)
    let output: Output = StandardStream.output.isTerminal ? .inherited : .standardError
    return (try? PipedProcess(command, output: output))?.wait()
  }

  /// Starts a program that this process does not wait for, without any input or output.
  ///
  /// - Returns: false if it cannot be started.
  package static func launch(_ command: ChildCommand) -> Bool {
    (try? command.start(input: .nothing, output: .nothing, errors: .nothing)) != nil
  }
}
