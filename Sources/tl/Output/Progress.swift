/// One line on a terminal that says how far long work is and how long it may still take.
///
/// Appears after half a second and is gone at the end; `--quiet`, pipes and files never see it.
final class Progress {
  private let what: String
  private let total: Int
  private let isOn: Bool
  private let start = ContinuousClock.now
  private var lastShown: Duration = .zero
  private var count = 0
  private var isShown = false

  private static let patience: Duration = .milliseconds(500)
  private static let interval: Duration = .milliseconds(100)

  /// - Parameter what: the plural of what is counted, such as "notes".
  init(_ what: String, of total: Int, on console: Console) {
    self.what = what
    self.total = total
    isOn = !console.isQuiet && StandardStream.error.isTerminal
  }

  /// One more is done.
  func advance() {
    count += 1
    guard isOn else { return }
    let elapsed = ContinuousClock.now - start
    guard elapsed >= Self.patience, elapsed - lastShown >= Self.interval else { return }
    lastShown = elapsed
    isShown = true
    write("\r\u{1B}[K" + Self.text(count, total, what, elapsed))
  }

  /// Takes the line away, so that something else can be printed.
  func clear() {
    guard isShown else { return }
    isShown = false
    write("\r\u{1B}[K")
  }

  /// `120 of 3000 notes, about 20 s left`
  static func text(_ count: Int, _ total: Int, _ what: String, _ elapsed: Duration) -> String {
    let done = "\(count) of \(total) \(what)"
    guard count > 0, count < total else { return done }
    let left = elapsed / count * (total - count)
    let seconds = max(1, left.components.seconds)
    return done + ", about " + (seconds < 90 ? "\(seconds) s" : "\(seconds / 60) min") + " left"
  }

  private func write(_ text: String) {
    _ = StandardStream.error.write(text.utf8)
  }
}
