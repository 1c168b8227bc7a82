internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore

/// The timeline as text: a section for pinned notes, and on a terminal one for each month.
struct NoteLines {
  let vault: OpenVault
  let index: VaultIndex
  let order: TimelineOrder
  /// Each note has `@1`, `@2` and so on before it.
  let hasNumbers: Bool
  /// The columns of the terminal; nil if the output is not a terminal and lines may have any length.
  let width: Int?
  /// Below each line comes the whole text.
  var isFull = false
  /// Nil if they are not asked for.
  var ages: NoteAges?

  /// Prints the notes in the given order, the first of them as `@1`.
  func print(_ notes: [VaultIndex.Position], on console: Console) throws {
    let shortIDs = index.shortIDs(of: notes)
    let idWidth = shortIDs.map(DisplayWidth.of).max() ?? 0
    let numberWidth = "@\(notes.count)".count
    var last: String?
    for (number, position) in notes.enumerated() {
      let heading = heading(of: position)
      if heading != last {
        if number > 0 { try console.line() }
        try console.line(console.style.bold(heading))
        last = heading
      }
      let label = hasNumbers ? Self.right("@\(number + 1)", in: numberWidth) + "  " : ""
      let shortID = DisplayWidth.pad(shortIDs[number], to: idWidth)
      try console.line(line(position, label: label, shortID: shortID, style: console.style))
      if isFull { try printText(of: position, isLast: number == notes.count - 1, on: console) }
    }
  }

  /// Indented, with a blank line behind it.
  private func printText(
    of position: VaultIndex.Position, isLast: Bool, on console: Console
  ) throws {
    guard let note = try? vault.note(at: index.path(position)),
      !note.document.isSealed(on: vault.now.day, zone: vault.zone)
    else { return }
    let body = note.document.bodyText
    let text = console.outputIsTerminal ? TerminalText.block(body) : body
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .trimmingPrefix { $0.allSatisfy(\.isWhitespace) }
    let end = lines.lastIndex { !$0.allSatisfy(\.isWhitespace) }.map { $0 + 1 } ?? lines.startIndex
    for line in lines[..<end] { try console.line(line.isEmpty ? "" : "  \(line)") }
    if !isLast { try console.line() }
  }

  private func heading(of position: VaultIndex.Position) -> String {
    let note = index[position]
    if order.hasPinnedFirst, note.flags.contains(.pinned) { return "Pinned" }
    guard width != nil, let time = note.time(by: order.key) else { return "All" }
    let day = time.day
    return "\(Self.months[day.month - 1]) \(day.year)"
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  private static func right(_ text: String, in width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  private func line(
    _ position: VaultIndex.Position, label: String, shortID: String, style: Style
  ) -> String {
    let note = index[position]
    let mark = note.flags.contains(.pinned) ? "*" : " "
    let date = "\((note.time(by: order.key) ?? note.date).day)"
    let id = TerminalText.line(shortID)
    let own = text(of: position)
    let tags = [
      own.tags.map { "#" + TerminalText.line($0.text) }.joined(separator: " "), own.ages,
    ].filter { !$0.isEmpty }.joined(separator: "  ")
    let title = TerminalText.line(own.title)
    let texts = fitted(
      title, tags: tags, media: own.media, taken: DisplayWidth.of(label + date + id) + 6)
    let parts = [
      style.dim(date), style.yellow(id), style.cyan(mark) + " " + texts.title,
      style.green(texts.tags), style.dim(texts.media),
    ]
    return style.cyan(label)
      + parts.enumerated().filter { $0.offset < 3 || !$0.element.isEmpty }.map(\.element)
      .joined(separator: "  ")
  }

  /// Fits the three texts into the rest of a line, two spaces between them: a long title gets half of
  /// it, then the media come, then the tags.
  private func fitted(
    _ title: String, tags: String, media: String, taken: Int
  ) -> (title: String, tags: String, media: String) {
    guard let width else { return (title, tags, media) }
    let room = max(8, width - taken)
    let forTitle = min(DisplayWidth.of(title), max(16, room / 2))
    func cost(_ text: String) -> Int { text.isEmpty ? 0 : DisplayWidth.of(text) + 2 }
    let media = cost(media) <= room - forTitle ? media : ""
    let forTags = room - forTitle - cost(media) - 2
    let tags =
      DisplayWidth.of(tags) <= forTags
      ? tags : forTags < 6 ? "" : DisplayWidth.cut(tags, to: forTags)
    return (DisplayWidth.cut(title, to: room - cost(media) - cost(tags)), tags, media)
  }

  private struct Texts {
    var title: String
    var tags: [Tag]
    var ages = ""
    var media = ""
  }

  /// Title, tags, ages and media, from the index if it keeps text and the note names nobody, else from the note, which is
  /// read again.
  private func text(of position: VaultIndex.Position) -> Texts {
    let path = index.path(position)
    let hasAges = ages != nil && index[position].flags.contains(.namesPeople)
    do {
      if !index.keepsText || hasAges {
        let note = try vault.note(at: path)
        return Texts(
          title: note.title, tags: note.metadata.tags, ages: ages?.ages(of: note).listText ?? "",
          media: MediaSummary.text(of: note.media.files))
      }
      var media = ""
      if index[position].flags.contains(.hasMediaFolder), index.opening(position) == nil,
        let folder = MediaFolder(of: path)
      {
        media = MediaSummary.text(of: try vault.vault.folder.media(in: folder).files)
      }
      return Texts(title: index.title(position), tags: index.tags(position), media: media)
    } catch {
      vault.session.fail(CommandError(error))
      return Texts(title: index.title(position), tags: index.tags(position))
    }
  }
}
