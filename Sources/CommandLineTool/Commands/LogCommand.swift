import ArgumentParser
internal import Git
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultSync
internal import Words

struct LogCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "log",
    abstract: "Print what changed when, the newest first",
    discussion: """
      For each sync: when and on which device it was recorded, its short id, its summary, and the notes that \
      it changed. With NOTE only the changes of this note, followed through renames; the path or the id of a \
      deleted note works too. An id of this list works with --at of tl show and tl restore.

      With --json: an array of {id, time, device, summary, notes: [{path, change, title, from}], media, others}; \
      with --patch each note has a patch too, an array of {line, parts: [{kind, text}]}.
      """)

  @Argument(help: "Only the history of this note", completion: .notes)
  var note: String?

  @Flag(name: .shortAndLong, help: "Show which words changed")
  var patch = false

  @Option(
    name: .customShort("n", allowingJoined: true),
    help: ArgumentHelp("Print at most N entries", valueName: "n"))
  var number: Int?

  @OptionGroup var output: ListOptions
  @OptionGroup var paging: PagerOptions
  @OptionGroup var global: GlobalOptions

  func validate() throws { try check(number: number) }

  func run(in vault: OpenVault) throws {
    let history = try vault.syncedForReading().history()
    let page = LogPage(history: history, of: vault, showsWords: patch)
    if number == 0 { return try output.json ? vault.console.line("[]") : () }
    if !output.json { vault.session.startPager(unless: paging.noPager) }
    var values: [JSONValue] = []
    var count = 0
    func take(_ entry: VaultHistory.Entry, _ changes: [TreeChange], list: ChangeList) throws
      -> Bool
    {
      if output.json {
        values.append(try page.value(entry, changes, list: list))
      } else {
        try page.print(entry, changes, list: list)
      }
      count += 1
      return count < number ?? .max
    }
    if let note {
      let note = try history.note(named: note, in: vault).note
      try history.forEachStep(of: note) { step in
        try take(step.entry, step.changes, list: history.list(step))
      }
      if count == 0 { vault.console.say("this note is not in a commit yet; tl sync makes one") }
    } else {
      try history.forEachEntry { try take($0, $0.changes, list: history.list($0.changes)) }
      if count == 0 { vault.console.say("there is no history yet; tl sync starts it") }
    }
    if output.json { try vault.console.print(.array(values)) }
  }
}

/// A history, as text and as JSON.
struct LogPage {
  let console: Console
  private let page: ChangePage

  /// - Parameter showsWords: the words that changed, below each note.
  init(history: VaultHistory, of vault: OpenVault, showsWords: Bool) {
    console = vault.console
    page = ChangePage(
      console: console, showsWords: showsWords, visibility: KeptVisibility(vault), indent: "    ",
      content: { try history.content($0, at: $1) })
  }

  /// The number of digits shown of a commit's id.
  static let idLength = 10
  /// The maximum number of notes listed for one entry.
  private static let limit = 50

  // MARK: - Text

  func print(_ entry: VaultHistory.Entry, _ changes: [TreeChange], list: ChangeList) throws {
    let style = console.style
    let words = [
      TimeText.minute(entry.time), style.yellow(String(entry.commit.hex.prefix(Self.idLength))),
      style.cyan(TerminalText.line(entry.device)), style.bold(TerminalText.line(entry.summary)),
    ]
    try console.line(words.joined(separator: "  "))
    for note in list.notes.prefix(Self.limit) { try page.print(note, changes) }
    for note in list.notes.dropFirst(Self.limit) { try page.see(note, changes) }
    if list.notes.count > Self.limit {
      try console.line(
        "    and \((list.notes.count - Self.limit).counted("more note"))")
    }
    for path in list.others.prefix(Self.limit) {
      try page.print("file", path.shown)
    }
    if list.media > 0 {
      try page.print("media", list.media.counted("file"))
    }
  }

  // MARK: - JSON

  func value(
    _ entry: VaultHistory.Entry, _ changes: [TreeChange], list: ChangeList
  ) throws -> JSONValue {
    .object([
      ("id", .string(entry.commit.hex)), ("time", .string(entry.time.rfc3339)),
      ("device", .string(entry.device)), ("summary", .string(entry.summary)),
      ("notes", .array(try list.notes.map { try page.value($0, changes) })),
      ("media", .int(list.media)), ("others", .array(list.others.map { .string($0.text) })),
    ])
  }
}
