internal import CommandLineTool
private import Synchronization

/// A console for the server's threads, guarded by `turn`.
final class SharedConsole: @unchecked Sendable {
  private let console: Console
  private let turn = Mutex(())

  init(_ console: Console) {
    self.console = console
  }

  func use(_ body: (Console) -> Void) {
    turn.withLock { _ in body(console) }
  }
}
