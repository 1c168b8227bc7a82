internal import Journal
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import Words

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
    let numbers = notes.indices.map { "@\($0 + 1)" }.rightAligned()
    var last: String?
    for (number, position) in notes.enumerated() {
      let heading = heading(of: position)
      if heading != last {
        if number > 0 { try console.line() }
        try console.line(console.style.bold(heading))
        last = heading
      }
      let label = hasNumbers ? numbers[number] + "  " : ""
      let shortID = DisplayWidth.pad(shortIDs[number], to: idWidth)
      try console.line(line(position, label: label, shortID: shortID, style: console.style))
      if isFull { try printText(of: position, isLast: number == notes.count - 1, on: console) }
    }
  }

  /// Indented, with a blank line behind it.
  private func printText(
    of position: VaultIndex.Position, isLast: Bool, on console: Console
  ) throws {
    guard let note = try? vault.note(position, of: index), note.sealedUntil == nil else { return }
    let body = note.document.bodyText
    let text = console.outputIsTerminal ? TerminalText.block(body) : body
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .trimmingPrefix { $0.allSatisfy(\.isWhitespace) }
    let end = lines.lastIndex { !$0.allSatisfy(\.isWhitespace) }.map { $0 + 1 } ?? lines.startIndex
    let shown = lines[..<end].joined(separator: "\n")
    let wrapped = WrappedText.markdown(shown, width: width.map { $0 - 2 } ?? .max)
    for line in wrapped { try console.line(line.isEmpty ? "" : "  \(line)") }
    if !isLast { try console.line() }
  }

  private func heading(of position: VaultIndex.Position) -> String {
    let note = index[position]
    if order.hasPinnedFirst, note.flags.contains(.pinned) { return "Pinned" }
    guard width != nil, let time = note.time(by: order.key) else { return "All" }
    return CalendarMonth(time.day).name
  }

  private func line(
    _ position: VaultIndex.Position, label: String, shortID: String, style: Style
  ) -> String {
    let note = index[position]
    return row(of: position).line(
      label: label, day: (note.time(by: order.key) ?? note.date).day, id: shortID,
      isPinned: note.flags.contains(.pinned), width: width, style: style)
  }

  /// Title, tags, ages, place and media, from the index if it keeps text and the note names nobody, else from the note, which is
  /// read again.
  private func row(of position: VaultIndex.Position) -> NoteRow {
    let path = index.path(position)
    let hasAges = ages != nil && index[position].flags.contains(.namesPeople)
    do {
      if !index.keepsText || hasAges {
        let note = try vault.note(position, of: index)
        return NoteRow(
          title: note.title, tags: note.metadata.tags, ages: ages?.ages(of: note).listText ?? "",
          place: note.document.placeInList, media: MediaSummary.text(of: note.media.files))
      }
      var media = ""
      if index[position].flags.contains(.hasMediaFolder),
        vault.visibility.answer(for: position, in: index) == .visible,
        let folder = MediaFolder(of: path)
      {
        media = MediaSummary.text(of: try vault.vault.folder.media(in: folder).files)
      }
      return NoteRow(
        title: index.title(position), tags: index.tags(position), place: index.place(position),
        media: media)
    } catch {
      vault.session.fail(Problem(error))
      return NoteRow(title: index.title(position), tags: index.tags(position))
    }
  }
}

/// A line for each note, with `{{fields}}`: `--format '{{short_id}} {{title}}'`.
///
/// Known fields are id, short_id, path, title, created, updated, date, pinned, tags, ages, distance_km, kind, text, media; any
/// other name is a key of the front matter, empty if the note does not have it. `\n`, `\t` and `\\` are escapes.
struct NoteTemplate {
  private enum Piece {
    case text(String)
    case field(String)
  }

  private let pieces: [Piece]

  init(_ source: String) throws {
    var pieces: [Piece] = []
    var rest = Self.unescaped(source)[...]
    while let open = rest.firstRange(of: "{{") {
      guard let close = rest[open.upperBound...].firstRange(of: "}}") else {
        throw Problem(
          usage: "the template has {{ without }}", hint: "fields are written {{title}}")
      }
      pieces.append(.text(String(rest[..<open.lowerBound])))
      let name = rest[open.upperBound..<close.lowerBound].filter { !$0.isWhitespace }
      pieces.append(.field(String(name)))
      rest = rest[close.upperBound...]
    }
    pieces.append(.text(String(rest)))
    self.pieces = pieces
  }

  /// - Parameters:
  ///   - ages: nil where `{{ages}}` is empty.
  ///   - circle: nil where `{{distance_km}}` is empty.
  func text(
    for note: NoteFile, id: NoteID, shortID: String, ages: NoteAges?,
    circle: CoordinateCircle? = nil
  ) -> String {
    pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .field("ages"): ages?.ages(of: note).map(\.text).joined(separator: ", ") ?? ""
      case .field("distance_km"): circle?.kilometers(to: note.document) ?? ""
      case .field(let name): Self.value(of: name, in: note, id: id, shortID: shortID)
      }
    }.joined()
  }

  private static func value(
    of name: String, in note: NoteFile, id: NoteID, shortID: String
  ) -> String {
    switch name {
    case "id": id.text
    case "short_id": shortID
    case "path": note.path.text
    case "file": note.path.shown
    case "title": note.title
    case "created": note.created.rfc3339
    case "updated": note.updated.rfc3339
    case "date": (note.metadata.date ?? note.created).rfc3339
    case "pinned": note.metadata.isPinned ? "true" : "false"
    case "tags": note.metadata.tags.map(\.text).joined(separator: ", ")
    case "kind": NoteKind(of: note.media.files.map(\.kind)).rawValue
    case "media": note.media.files.map(\.path.text).joined(separator: ", ")
    case "text": note.document.bodyText
    default: note.document.frontMatter?.field(named: name)?.value.plainText ?? ""
    }
  }

  private static func unescaped(_ source: String) -> String {
    var result = ""
    var isEscaped = false
    for character in source {
      if isEscaped {
        isEscaped = false
        switch character {
        case "n": result += "\n"
        case "t": result += "\t"
        case "\\": result += "\\"
        default: result += "\\" + String(character)
        }
      } else if character == "\\" {
        isEscaped = true
      } else {
        result.append(character)
      }
    }
    return isEscaped ? result + "\\" : result
  }
}
