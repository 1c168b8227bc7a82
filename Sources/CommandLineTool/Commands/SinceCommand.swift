import ArgumentParser
internal import Journal
internal import Operations
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import Words

struct SinceCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "since",
    abstract: "Show how long ago the last event of each tracker was",
    discussion: """
      The newest event comes first. With one TRACKER only the text is printed, for prompts and bars. Events are lines of \
      the tracker's file, notes whose key tracker names it, and notes that its key from finds. Elapsed time goes from \
      the end of an event that lasted; what has only a day is counted in whole days. Archived trackers are left out.
      """)

  @Argument(help: "The trackers; all if there are none", completion: .trackers)
  var trackers: [String] = []

  @Flag(name: .shortAndLong, help: "Show the last time, the number of events and the interval too")
  var long = false

  @Option(help: "Order: recent, oldest, name or due")
  var sort: TrackerOrder = .recent

  @Flag(
    help:
      "One decimal of the largest unit: 1.9 d (the default, unless since.display of the vault is subUnits)"
  )
  var tenths = false

  @Flag(help: "Whole units: 1d 22hr")
  var subunits = false

  @Option(help: ArgumentHelp("How many units --subunits shows, 1 to 3", valueName: "count"))
  var parts = 2

  @Flag(help: "Without the word ago")
  var noAgo = false

  @Flag(name: .shortAndLong, help: "Archived trackers too")
  var all = false

  @Flag(help: "Show it anew each second until Ctrl-C, on a terminal")
  var watch = false

  @Flag(help: "Print a JSON array, or an object for one tracker")
  var json = false

  @OptionGroup var global: GlobalOptions

  func validate() throws {
    try exclude([(tenths, "--tenths"), (subunits, "--subunits")])
    try exclude([(watch, "--watch"), (json, "--json")])
    if !(1...3 ~= parts) { throw ValidationError("--parts is 1, 2 or 3") }
  }

  func run(in vault: OpenVault) throws {
    if watch { return try keepShowing(vault) }
    let statuses = try chosen(of: TrackerFinder(vault: vault).book(), in: vault)
    let console = vault.console
    if json {
      let style = style(JournalSettings(vault.vault.configuration))
      let values = statuses.map { TrackerJSON.status($0, in: style, saysAgo: !noAgo) }
      try console.line((trackers.count == 1 ? values[0] : .array(values)).pretty)
      return
    }
    guard !statuses.isEmpty else {
      return console.say(
        "there is no tracker yet; tl did --new NAME makes one with its first event")
    }
    for line in lines(of: statuses, in: vault) { try console.line(line) }
  }

  /// As they are printed: of one tracker only the elapsed time.
  func lines(of statuses: [TrackerStatus], in vault: OpenVault) -> [String] {
    let settings = JournalSettings(vault.vault.configuration)
    let style = style(settings)
    if trackers.count == 1, !long, let status = statuses.first {
      let elapsed = TrackerText.elapsed(status, in: style, saysAgo: !noAgo)
      return [elapsed.isEmpty ? TrackerText.state(status) : elapsed]
    }
    let titles = Dictionary(grouping: statuses, by: \.tracker.title).mapValues(\.count)
    let isLong = long || settings.showsDetails
    let rows = statuses.map {
      row($0, style, isLong: isLong, isTwin: titles[$0.tracker.title, default: 1] > 1)
    }
    return zip(statuses, TextColumns.lines(rows)).flatMap { status, line in
      [line] + (isLong ? status.tracker.about.map { ["  \(TerminalText.line($0))"] } ?? [] : [])
    }
  }

  private func style(_ settings: JournalSettings) -> ElapsedText {
    if tenths { return .tenths }
    if subunits { return .subUnits(parts) }
    return settings.elapsed
  }

  /// - Parameter isTwin: another one has its title, as two devices may make them; the path tells them apart.
  private func row(
    _ status: TrackerStatus, _ style: ElapsedText, isLong: Bool, isTwin: Bool
  ) -> [String] {
    let name = TrackerText.name(status.tracker)
    var cells = [
      isTwin ? "\(name) (\(status.tracker.path.shown))" : name,
      TrackerText.elapsed(status, in: style, saysAgo: !noAgo),
    ]
    if isLong {
      cells.append(status.tally.last.map { TrackerText.time($0.begin) } ?? "")
      cells.append(status.tally.count.counted("event"))
      cells.append(TrackerText.interval(status.tracker))
    }
    return cells + [TrackerText.state(status)]
  }

  /// The trackers to show, as they stand now.
  func chosen(of book: TrackerBook, in vault: OpenVault) throws -> [TrackerStatus] {
    let finder = TrackerFinder(vault: vault)
    guard trackers.isEmpty else {
      return try trackers.map { try finder.log(named: $0, in: book).status(at: vault.now) }
    }
    return sort.sorted(
      book.statuses(at: vault.now).filter { all || !$0.tracker.isArchived })
  }
}

extension TrackerOrder: ExpressibleByArgument {}

extension SinceCommand {
  /// The pause between two drawings, in milliseconds.
  private static let pause: Int64 = 1_000

  /// Draws the lines over themselves until it is interrupted; the vault is read again when its folder changes.
  func keepShowing(_ vault: OpenVault) throws {
    guard StandardStream.output.isTerminal else {
      throw Problem(usage: "--watch needs a terminal", hint: "tl since prints it once")
    }
    Interruption.listen()
    let signal = try? FolderSignal(vault.vault)
    _ = signal?.take()
    var book = try TrackerFinder(vault: vault).book()
    var screen = RedrawnLines(console: vault.console)
    while !Interruption.isAsked {
      let vault = vault.later
      try screen.draw(lines(of: chosen(of: book, in: vault), in: vault))
      Interruption.pause(milliseconds: Self.pause)
      // A tracker that is being saved may be unreadable for a moment: the next look has it.
      // Without reports, which would stand among the lines: the first reading has made them.
      if signal?.take() ?? true,
        let next = try? vault.source.trackers(of: vault.source.scanner().scan())
      {
        book = next
      }
    }
    // Below the ^C.
    if StandardStream.error.isTerminal { vault.console.prompt("\n") }
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
