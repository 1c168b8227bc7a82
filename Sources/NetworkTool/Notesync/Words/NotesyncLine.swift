internal import CommandLineTool
internal import Notesync
internal import VaultFormat

/// The progress of a request, as a line on the terminal; with `--verbose` a line for each request.
final class NotesyncLine {
  private let console: Console
  private var progress: Progress?
  private var shown = 0
  /// Whether data are sent rather than received.
  private var isSending = false

  init(on console: Console) {
    self.console = console
  }

  func show(_ event: NotesyncEvent) {
    switch event {
    case .progress(let bytes, let total):
      if progress == nil || isSending != (total != nil) {
        finish()
        isSending = total != nil
        progress = Progress(
          isSending ? "sending" : "receiving", total: total.map(Int.init), unit: .bytes, on: console
        )
      }
      progress?.advance(by: max(0, Int(bytes) - shown))
      shown = max(shown, Int(bytes))
    case .request(let method, let path, let bytes, let operations, let media):
      let content =
        method == "GET"
        ? "" : "  \(ByteCount(bytes)), \(operations.counted("operation")), \(media) media"
      log("\(method) \(path)\(content)")
    case .answer(let status): log("answer \(status)")
    case .waiting(let seconds): log("waiting \(Int(seconds.rounded())) s before the next try")
    }
  }

  func finish() {
    progress?.finish()
    progress = nil
    shown = 0
  }

  private func log(_ text: String) {
    guard console.isVerbose else { return }
    finish()
    console.say(text)
  }
}
