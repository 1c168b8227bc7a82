/// A program that shows long output page by page, fed through a pipe.
final class Pager {
  private let child: ChildProcess
  private var isOpen = true

  /// Nil where the program cannot be started: output then goes straight to the terminal.
  init?(_ command: CommandLineWords, _ environment: Environment) {
    guard let child = ChildProcess(command, environment, input: .pipe) else { return nil }
    self.child = child
  }

  /// False once the pager has been closed.
  func write(_ bytes: [UInt8]) -> Bool { child.write(bytes) }

  /// Ends the input and waits until the person is done.
  func close() {
    guard isOpen else { return }
    isOpen = false
    _ = child.wait()
  }
}
