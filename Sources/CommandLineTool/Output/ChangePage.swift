internal import Git
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultSync

/// Changed notes and the words that changed in them, as text and as JSON.
struct ChangePage {
  let console: Console
  /// The words that changed, below each note.
  let showsWords: Bool
  /// Words of sealed notes are not shown.
  let visibility: KeptVisibility
  /// Before each line.
  var indent = ""
  /// The content of a version of the note at a path.
  let content: (TreeEntry, VaultPath) throws -> [UInt8]

  // MARK: - Text

  func print(_ note: ChangeList.NoteLine, _ changes: [TreeChange]) throws {
    try print(note.kind, note.path, from: note.origin, note.title)
    if showsWords { try printWords(of: note, changes) }
  }

  func print(
    _ kind: ChangeList.NoteLine.Kind, _ path: VaultPath, from origin: VaultPath?, _ text: String
  ) throws {
    let origin = origin.map { ", from \($0.shown)" } ?? ""
    try print(kind.rawValue, "\(path.shown)\(origin)  \(text)")
  }

  func print(_ label: String, _ text: String) throws {
    try console.line(
      indent + TerminalText.line("\(DisplayWidth.pad(label, to: 7))  \(text)"))
  }

  private func printWords(of note: ChangeList.NoteLine, _ changes: [TreeChange]) throws {
    guard let diff = try diff(of: note, changes) else { return }
    for hunk in diff.hunks {
      let text = hunk.parts.map(marked).joined()
      var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      if lines.last?.isEmpty == true { lines.removeLast() }
      try console.line(indent + "    " + console.style.dim("line \(hunk.line)"))
      for line in lines { try console.line(indent + "    " + line) }
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

  func value(_ note: ChangeList.NoteLine, _ changes: [TreeChange]) throws -> JSONValue {
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

  /// Remembers a change that is not printed, which may be the last of a note.
  func see(_ note: ChangeList.NoteLine, _ changes: [TreeChange]) throws {
    if showsWords, try visibility.isGone(note.path) { _ = try texts(of: note, changes) }
  }

  private func diff(
    of note: ChangeList.NoteLine, _ changes: [TreeChange]
  ) throws -> WordDiff? {
    guard let (from, to) = try texts(of: note, changes) else { return nil }
    let isShown =
      try visibility.shows(NoteDocument(from), at: note.origin ?? note.path)
      && visibility.shows(NoteDocument(to), at: note.path)
    return isShown ? WordDiff(from: from, to: to) : nil
  }

  /// The texts before and after; empty where there is no file, and nil if they are the same.
  private func texts(
    of note: ChangeList.NoteLine, _ changes: [TreeChange]
  ) throws -> (from: [UInt8], to: [UInt8])? {
    let origin = note.origin ?? note.path
    let old = changes.first { $0.path == origin }?.old
    let new = changes.first { $0.path == note.path }?.new
    guard old != new else { return nil }
    let to = try new.map { try content($0, note.path) }
    if let to { visibility.see(NoteDocument(to), at: note.path) }
    let from = try old.map { try content($0, origin) }
    if let from { visibility.see(NoteDocument(from), at: origin) }
    return (from ?? [], to ?? [])
  }
}
