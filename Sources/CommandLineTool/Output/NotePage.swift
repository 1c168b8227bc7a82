internal import Journal
internal import SystemCalls
internal import VaultFormat
internal import VaultStore
internal import Words

/// A whole note as text: its title, keys, media, text, comments and findings.
struct NotePage {
  let note: NoteFile
  let id: NoteID
  var ages: [PersonAge] = []
  var comments = CommentThread([])

  func print(on console: Console, withText: Bool) throws {
    let style = console.style
    try console.line(style.bold(TerminalText.line(note.title)))
    let rows = rows()
    let width = rows.map { DisplayWidth.of($0.label) }.max() ?? 0
    for row in rows {
      let label = DisplayWidth.pad(TerminalText.line(row.label), to: width)
      try console.line(style.dim(label) + "  " + TerminalText.line(row.value))
    }
    if withText, !note.document.body.isEmpty {
      try console.line()
      try printText(on: console)
    }
    if !comments.isEmpty { try printComments(on: console) }
    if !note.findings.isEmpty {
      try console.line()
      for finding in note.findings {
        try console.line(line(of: finding, style))
      }
    }
  }

  private func printComments(on console: Console) throws {
    let style = console.style
    try console.line()
    for comment in comments.comments {
      let author = comment.author.map { TerminalText.line($0) + ", " } ?? ""
      try console.line(style.dim("» \(author)\(TimeText.minute(comment.created))"))
      for line in comment.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      {
        try console.line(line.isEmpty ? "" : "  " + TerminalText.line(String(line)))
      }
    }
    guard !comments.reactions.isEmpty else { return }
    let reactions = comments.reactions.map { reaction in
      TerminalText.line(reaction.emoji) + (reaction.count > 1 ? " \(reaction.count)" : "")
    }
    try console.line(reactions.joined(separator: "  "))
  }

  /// `path:line:column: severity: message`, as editors and compilers write it.
  private func line(of finding: Finding, _ style: Style) -> String {
    let place = "\(TerminalText.line(note.path.shown)):\(finding.line):\(finding.column):"
    let severity = style.coloured(finding.severity.rawValue + ":", as: finding.severity)
    return "\(place) \(severity) \(TerminalText.line(finding.message))"
  }

  private func rows() -> [(label: String, value: String)] {
    let metadata = note.metadata
    var rows = [("id", id.text + (metadata.id == id ? "" : "  (not stored in the file yet)"))]
    rows.append(("path", note.path.shown))
    rows.append(
      ("created", Self.text(note.created) + (note.createdIsGuessed ? "  (of the file)" : "")))
    if let updated = metadata.updated, updated != note.created {
      rows.append(("updated", Self.text(updated)))
    }
    if let date = metadata.date { rows.append(("date", Self.text(date))) }
    if metadata.isPinned { rows.append(("pinned", "yes")) }
    if !metadata.tags.isEmpty {
      rows.append(("tags", metadata.tags.map { "#" + $0.text }.joined(separator: " ")))
    }
    let shown: Set<KnownKey> = [.id, .created, .updated, .date, .pinned, .tags, .title]
    for field in note.document.frontMatter?.fields ?? [] {
      if let key = KnownKey.named(field.name)?.key, shown.contains(key) { continue }
      rows.append((field.name, field.value.plainText))
    }
    if !ages.isEmpty { rows.append(("ages", ages.map(\.text).joined(separator: ", "))) }
    for (number, file) in note.media.files.enumerated() {
      let name = String(decoding: file.path.name, as: UTF8.self)
      rows.append(
        (number == 0 ? "media" : "", "\(name)  \(file.kind.rawValue), \(ByteCount(file.size))"))
    }
    return rows
  }

  /// `2026-11-20 18:03 +01:00`; only the day if the time is not known.
  private static func text(_ time: NoteTime) -> String {
    let text = time.rfc3339
    guard time.precision == .second else { return text }
    let (day, clock) = (text.prefix(10), text.dropFirst(11).prefix(5))
    let offset = text.dropFirst(19)
    return "\(day) \(clock) \(offset == "Z" ? "UTC" : offset)"
  }

  private func printText(on console: Console) throws {
    var body = note.document.bodyText
    while body.first?.isNewline == true { body.removeFirst() }
    var text = body
    if console.outputIsTerminal {
      text = TerminalText.block(body)
      if let width = StandardStream.output.terminalWidth {
        text = WrappedText.markdown(text, width: width).joined(separator: "\n")
      }
    }
    try console.write(text.utf8)
    if text.utf8.last != UInt8(ascii: "\n") { try console.line() }
  }
}
