#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

extension ChildProcess {
  /// Gives the terminal to a program until it ends.
  ///
  /// An interrupt from the keyboard reaches every process of the terminal's job; as in a shell, it is for the
  /// program alone, and tl is there to take up what it leaves. What the program prints goes to standard error
  /// where standard output is no terminal.
  ///
  /// - Parameter folder: where the program starts; nil: where tl did.
  /// - Returns: its exit status, or 128 and the number of the signal that ended it; nil where it cannot be
  ///   started.
  static func runInForeground(
    _ command: CommandLineWords, _ environment: Environment, in folder: String? = nil
  ) -> Int32? {
    let interrupts = [SIGINT, SIGQUIT].map { (signal: $0, before: signal($0, SIG_IGN)) }
    defer { for interrupt in interrupts { _ = signal(interrupt.signal, interrupt.before) } }
    // What was ignored before, as in the background of a shell, is ignored by the program too.
    let ignored = unsafeBitCast(SIG_IGN, to: Int.self)
    let defaults = interrupts.filter { unsafeBitCast($0.before, to: Int.self) != ignored }
    let child = ChildProcess(
      command, environment, outputIsTalk: !StandardStream.output.isTerminal,
      defaultSignals: defaults.map(\.signal), folder: folder)
    return child?.wait()
  }
}
