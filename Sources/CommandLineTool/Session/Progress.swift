internal import Git
internal import SystemCalls
internal import VaultFormat
internal import VaultSync
internal import Words

/// The progress of a long task, in a line on standard error.
///
/// Shown from half a second on, drawn over itself a few times a second, and erased at the end.
/// Shows nothing with `--quiet`, if standard error is not a terminal, or if the terminal is dumb.
/// `advance` may be called for many small steps: the clock is read rarely.
package final class Progress {
  /// The unit of the total and the count.
  package enum Unit {
    case items
    case bytes
  }

  private let title: String
  let total: Int?
  private let unit: Unit
  private let line: ProgressLine?
  private let clock: () -> Int64
  private let started: Int64
  private let delay: Int64
  private var done = 0
  private var stepsUntilLook = 0
  private var stepsBetweenLooks = 1
  private var lastLook: Int64
  private var lastDrawn: Int64?

  /// Nothing is shown before it, in nanoseconds.
  package static let delay: Int64 = 500_000_000
  /// Between two drawings.
  static let interval: Int64 = 100_000_000

  /// - Parameters:
  ///   - title: what is done, such as "checking notes"; it may hold text from a vault.
  ///   - total: how many; nil if not known.
  ///   - delay: nothing is shown before it, in nanoseconds.
  package convenience init(
    _ title: String, total: Int?, unit: Unit = .items, delay: Int64 = Progress.delay,
    on console: Console
  ) {
    self.init(
      title, total: total, unit: unit, delay: delay, line: ProgressLine(on: console),
      clock: MonotonicClock.nanoseconds)
  }

  /// - Parameters:
  ///   - line: where to draw; nil to show nothing.
  ///   - clock: nanoseconds from any moment on.
  init(
    _ title: String, total: Int?, unit: Unit = .items, delay: Int64 = Progress.delay,
    line: ProgressLine?, clock: @escaping () -> Int64
  ) {
    self.title = TerminalText.line(title)
    self.total = total
    self.unit = unit
    self.delay = delay
    self.line = line
    self.clock = clock
    started = line == nil ? 0 : clock()
    lastLook = started
  }

  deinit { finish() }

  /// Counts further steps as done.
  package func advance(by count: Int = 1) {
    guard line != nil else { return }
    done += count
    stepsUntilLook -= 1
    if stepsUntilLook <= 0 { look() }
  }

  /// Erases the line; called before any other output.
  package func finish() {
    guard lastDrawn != nil else { return }
    line?.erase()
    lastDrawn = nil
  }

  private func look() {
    let now = clock()
    // Reads the clock about fifty times a second, however long a step takes.
    let sinceLook = now - lastLook
    if sinceLook < 10_000_000 {
      stepsBetweenLooks = min(stepsBetweenLooks * 2, 1 << 10)
    } else if sinceLook > 40_000_000 {
      stepsBetweenLooks = max(stepsBetweenLooks / 2, 1)
    }
    lastLook = now
    stepsUntilLook = stepsBetweenLooks
    guard now - started >= delay, now - (lastDrawn ?? .min / 2) >= Self.interval else {
      return
    }
    lastDrawn = now
    line?.draw(text(at: now))
  }

  /// `checking notes  1200 of 5000, 24 %, 8 s left`.
  private func text(at now: Int64) -> String {
    guard let total, total > 0 else { return done > 0 ? "\(title)  \(amount(done))" : title }
    var text = "\(title)  \(amount(done)) of \(amount(total)), \(min(100, done * 100 / total)) %"
    if done > 0, done < total {
      let seconds = Double(now - started) / 1e9 * Double(total - done) / Double(done)
      text += ", \(Self.duration(seconds)) left"
    }
    return text
  }

  private func amount(_ count: Int) -> String {
    switch unit {
    case .items: String(count)
    case .bytes: "\(ByteCount(Int64(count)))"
    }
  }

  static func duration(_ seconds: Double) -> String {
    let seconds = Int(min(max(seconds, 1), 359_999).rounded(.up))
    if seconds < 60 { return "\(seconds) s" }
    if seconds < 3600 { return "\(seconds / 60) min \(seconds % 60) s" }
    return "\(seconds / 3600) h \(seconds / 60 % 60) min"
  }
}

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
