internal import Git
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultSync

/// A history, as text and as JSON.
struct LogPage {
  let history: VaultHistory
  let console: Console
  /// The words that changed, below each note.
  let showsWords: Bool
  /// Words of versions that are sealed on this day are not shown.
  let today: CalendarDay

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
    for note in list.notes.prefix(Self.limit) {
      try console.line("    " + Self.line(note))
      if showsWords { try printWords(of: note, changes) }
    }
    if list.notes.count > Self.limit {
      try console.line(
        "    and \((list.notes.count - Self.limit).counted("more note"))")
    }
    for path in list.others.prefix(Self.limit) {
      try console.line("    file     " + TerminalText.line(path.shown))
    }
    if list.media > 0 {
      try console.line("    media    \(list.media.counted("file"))")
    }
  }

  private static func line(_ note: ChangeList.NoteLine) -> String {
    let origin = note.origin.map { ", from \($0.shown)" } ?? ""
    let label = DisplayWidth.pad(note.kind.rawValue, to: 7)
    return TerminalText.line("\(label)  \(note.path.shown)\(origin)  \(note.title)")
  }

  private func printWords(of note: ChangeList.NoteLine, _ changes: [TreeChange]) throws {
    guard let diff = try diff(of: note, changes) else { return }
    for hunk in diff.hunks {
      let text = hunk.parts.map(marked).joined()
      var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      if lines.last?.isEmpty == true { lines.removeLast() }
      try console.line("        " + console.style.dim("line \(hunk.line)"))
      for line in lines { try console.line("        " + line) }
    }
  }

  /// In colours if they are on, else in brackets like git; line by line, so that a colour ends with its line.
  private func marked(_ part: WordDiff.Part) -> String {
    func each(_ text: String, _ mark: (String) -> String) -> String {
      TerminalText.block(text).split(separator: "\n", omittingEmptySubsequences: false)
        .map { $0.isEmpty ? "" : mark(String($0)) }.joined(separator: "\n")
    }
    let isColoured = console.style.isOn
    switch part {
    case .same(let text): return TerminalText.block(text)
    case .removed(let text):
      return each(text) { isColoured ? console.style.red($0) : "[-\($0)-]" }
    case .added(let text):
      return each(text) { isColoured ? console.style.green($0) : "{+\($0)+}" }
    }
  }

  // MARK: - JSON

  func value(
    _ entry: VaultHistory.Entry, _ changes: [TreeChange], list: ChangeList
  ) throws -> JSONValue {
    .object([
      ("id", .string(entry.commit.hex)), ("time", .string(entry.time.rfc3339)),
      ("device", .string(entry.device)), ("summary", .string(entry.summary)),
      ("notes", .array(try list.notes.map { try value($0, changes) })),
      ("media", .int(list.media)), ("others", .array(list.others.map { .string($0.text) })),
    ])
  }

  private func value(_ note: ChangeList.NoteLine, _ changes: [TreeChange]) throws -> JSONValue {
    var entries = note.entries
    if showsWords {
      let hunks = try diff(of: note, changes)?.hunks ?? []
      entries.append(("patch", .array(hunks.map(Self.value))))
    }
    return .object(entries)
  }

  private static func value(_ hunk: WordDiff.Hunk) -> JSONValue {
    let parts = hunk.parts.map { part in
      let (kind, text) =
        switch part {
        case .same(let text): ("same", text)
        case .removed(let text): ("removed", text)
        case .added(let text): ("added", text)
        }
      return JSONValue.object([("kind", .string(kind)), ("text", .string(text))])
    }
    return .object([("line", .int(hunk.line)), ("parts", .array(parts))])
  }

  // MARK: - Words

  private func diff(
    of note: ChangeList.NoteLine, _ changes: [TreeChange]
  ) throws -> WordDiff? {
    let origin = note.origin ?? note.path
    let old = changes.first { $0.path == origin }?.old
    let new = changes.first { $0.path == note.path }?.new
    guard old != new else { return nil }
    let (from, to) = (
      try old.map { try history.content($0, at: origin) } ?? [],
      try new.map { try history.content($0, at: note.path) } ?? []
    )
    let isSealed = [from, to].contains { NoteDocument($0).isSealed(on: today, zone: .utc) }
    return isSealed ? nil : WordDiff(from: from, to: to)
  }
}
