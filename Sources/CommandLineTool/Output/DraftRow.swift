internal import SystemCalls
internal import VaultFormat
internal import VaultStore
internal import Words

/// A draft, as it is printed.
struct DraftRow {
  private let draft: Draft
  private let path: String
  private let leftovers: [String]
  /// The title of the current text, not of the first version; that of a sealed note is not told.
  private let title: String

  init(_ draft: Draft, in vault: OpenVault, _ visibility: KeptVisibility) throws {
    self.draft = draft
    path = vault.systemPath(of: draft.path)
    leftovers = draft.leftovers.map(vault.systemPath)
    let bytes = (try? Drafts(vault.vault.folder).read(draft.number))?.text ?? []
    let text = NoteDocument(bytes)
    let isShown = try draft.note.map { try visibility.shows(text, at: $0) } ?? true
    title = isShown ? text.titleOfText ?? draft.about : "a sealed note"
  }

  private var size: String { "\(ByteCount(draft.size))" }
  private var note: String { draft.note?.shown ?? "a new note" }

  private var remark: String {
    if draft.isOpen { return "  (open in an editor)" }
    guard let leftover = draft.leftovers.first else { return "" }
    return "  (a killed editor left \(String(decoding: leftover.name, as: UTF8.self)))"
  }

  /// A short description; safe for a terminal.
  var summary: String { TerminalText.line("(\(note), \(size): \(title))") }

  /// A line each, in columns.
  static func lines(_ rows: [DraftRow], _ style: Style) -> [String] {
    let numbers = rows.map { String($0.draft.number).count }.max() ?? 0
    let sizes = rows.map(\.size.count).max() ?? 0
    let notes = rows.map { DisplayWidth.of(TerminalText.line($0.note)) }.max() ?? 0
    return rows.map { row in
      let number = String(row.draft.number)
      let time = TimeText.minute(rfc3339: row.draft.time)
      return [
        String(repeating: " ", count: numbers - number.count) + style.yellow(number),
        style.dim(DisplayWidth.pad(TerminalText.line(time), to: 16)),
        style.dim(String(repeating: " ", count: sizes - row.size.count) + row.size),
        DisplayWidth.pad(TerminalText.line(row.note), to: notes),
        TerminalText.line(row.title + row.remark),
      ].joined(separator: "  ")
    }
  }

  var json: JSONValue {
    .object([
      ("number", .int(draft.number)), ("saved", .string(draft.time)),
      ("note", .text(draft.note?.text)), ("title", .string(title)),
      ("bytes", .int(Int(draft.size))), ("path", .string(path)),
      ("options", .array(draft.options.map { .string($0) })),
      ("leftovers", .array(leftovers.map { .string($0) })), ("open", .bool(draft.isOpen)),
    ])
  }
}
