internal import SystemCalls
internal import VaultFormat

/// The last line of a terminal, redrawn in place.
struct ProgressLine {
  private let columns: () -> Int
  private let write: (String) -> Void

  /// Nil if it would not be visible.
  init?(on console: Console) {
    guard !console.isQuiet, StandardStream.error.isTerminal, Environment()["TERM"] != "dumb" else {
      return nil
    }
    columns = { StandardStream.error.terminalWidth ?? 80 }
    write = { console.prompt($0) }
  }

  init(columns: Int, write: @escaping (String) -> Void) {
    self.columns = { columns }
    self.write = write
  }

  /// In less than the whole width: a full line would make some terminals scroll.
  func draw(_ text: String) {
    write("\r\u{1B}[2K" + DisplayWidth.cut(text, to: max(1, columns() - 1)))
  }

  func erase() { write("\r\u{1B}[2K") }
}
