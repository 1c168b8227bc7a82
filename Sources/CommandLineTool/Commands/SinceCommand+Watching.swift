internal import Journal
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore

extension SinceCommand {
  /// The pause between two drawings, in milliseconds.
  private static let pause: Int64 = 1_000

  /// Draws the lines over themselves until it is interrupted; the vault is read again when its folder changes.
  func keepShowing(_ vault: OpenVault) throws {
    guard StandardStream.output.isTerminal else {
      throw CommandError(
        "--watch needs a terminal", hint: "tl since prints it once", status: .wrongUsage)
    }
    Interruption.listen()
    let signal = try? FolderSignal(vault.vault)
    _ = signal?.take()
    var book = try TrackerFinder(vault: vault).book()
    var screen = RedrawnLines(console: vault.session.console)
    while !Interruption.isAsked {
      try screen.draw(lines(of: chosen(of: book, in: vault), in: vault))
      Interruption.pause(milliseconds: Self.pause)
      // A tracker that is being saved may be unreadable for a moment: the next look has it.
      if signal?.take() ?? true, let next = try? reread(vault) { book = next }
    }
    // Below the ^C.
    if StandardStream.error.isTerminal { vault.session.console.prompt("\n") }
  }

  /// Without reports, which would stand among the lines: the first reading has made them.
  private func reread(_ vault: OpenVault) throws -> TrackerBook {
    let scanner = vault.scanner
    return try TrackerBook(
      of: vault.vault, scanner.scan(), scanner, now: vault.now, zone: vault.zone)
  }
}

/// Lines on a terminal that are drawn over the ones before.
struct RedrawnLines {
  let console: Console
  /// Rows that the last drawing took, and the width that it had.
  private var count = 0
  private var width = 0

  init(console: Console) { self.console = console }

  /// Draws at most a screen; a line that is too long is cut, so that none takes two rows.
  mutating func draw(_ lines: [String]) throws {
    let size = StandardStream.output.terminalSize
    let columns = size?.columns ?? 80
    let shown = lines.prefix(max(1, (size?.rows ?? 24) - 1)).map {
      DisplayWidth.cut($0, to: columns)
    }
    // A terminal of another width has broken the rows anew: they stay where they are.
    if count > 0, columns == width { try console.write("\u{1B}[\(count)A\r\u{1B}[J".utf8) }
    for line in shown { try console.line(line) }
    try console.flush()
    (count, width) = (shown.count, columns)
  }
}
