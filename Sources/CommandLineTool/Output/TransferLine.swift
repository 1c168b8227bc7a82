internal import Git
internal import VaultFormat
internal import VaultSync
internal import Words

/// The progress of a transfer, as a line on the terminal.
final class TransferLine {
  private let console: Console
  private var phase: TransferProgress.Phase?
  private var line: Progress?
  private var shown = 0
  /// Networks are slow: the line is shown from the beginning.
  var isRemote: Bool

  init(on console: Console, isRemote: Bool = false) {
    self.console = console
    self.isRemote = isRemote
  }

  /// - Returns: true, so that the transfer continues.
  func show(_ progress: TransferProgress) -> Bool {
    if progress.phase != phase || (progress.total > 0) != (line?.total != nil) {
      finish()
      phase = progress.phase
      shown = 0
      line = Progress(
        progress.phase.words, total: progress.total > 0 ? progress.total : nil,
        delay: isRemote ? 0 : Progress.delay, on: console)
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
