internal import Git
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultSync
internal import Words

/// A history, as text and as JSON.
struct LogPage {
  let console: Console
  private let page: ChangePage

  /// - Parameter showsWords: the words that changed, below each note.
  init(history: VaultHistory, of vault: OpenVault, showsWords: Bool) {
    console = vault.session.console
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
