internal import VaultFormat
internal import VaultSync

/// How far a transfer has come, as a line on the terminal.
final class TransferLine {
  private let console: Console
  private var phase: TransferProgress.Phase?
  private var line: Progress?
  private var shown = 0

  init(on console: Console) {
    self.console = console
  }

  /// - Returns: true: the transfer goes on.
  func show(_ progress: TransferProgress) -> Bool {
    if progress.phase != phase {
      finish()
      phase = progress.phase
      shown = 0
      line = Progress(
        progress.phase.words, total: progress.total > 0 ? progress.total : nil, on: console)
    }
    line?.advance(by: max(0, progress.done - shown))
    shown = max(shown, progress.done)
    return true
  }

  func finish() {
    line?.finish()
    line = nil
  }
}
