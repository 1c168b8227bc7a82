internal import VaultFormat
internal import VaultIndex
internal import VaultStore

/// The timeline as lines for people: a section for what is pinned, and on a terminal one for each month.
struct NoteLines {
  let vault: OpenVault
  let index: VaultIndex
  let order: TimelineOrder
  /// Each note has `@1`, `@2` and so on before it.
  let hasNumbers: Bool
  /// Columns of the terminal to fit into; nil where the lines go elsewhere and may be as long as they are.
  let width: Int?

  /// Prints the notes, which stand in order, the first of them as `@1`.
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
      try console.line(line(position, label, shortID, console.style))
    }
  }

  /// What stands above the note and those after it that have the same.
  private func heading(of position: VaultIndex.Position) -> String {
    let note = index[position]
    if order.hasPinnedFirst, note.flags.contains(.pinned) { return "Pinned" }
    guard width != nil, let time = time(of: note) else { return "All" }
    let day = time.day
    return "\(Self.months[day.month - 1]) \(day.year)"
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  /// The time by which the notes are ordered; nil where it is none.
  private func time(of note: IndexedNote) -> NoteTime? {
    switch order.key {
    case .date: note.date
    case .created: note.created
    case .updated: note.updated
    case .title, .order: nil
    }
  }

  private static func right(_ text: String, in width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  private func line(
    _ position: VaultIndex.Position, _ label: String, _ shortID: String, _ style: Style
  ) -> String {
    let note = index[position]
    let mark = note.flags.contains(.pinned) ? "*" : " "
    let date = "\((time(of: note) ?? note.date).day)"
    let id = TerminalText.line(shortID)
    let own = text(of: position)
    let tags = own.tags.map { "#" + TerminalText.line($0.text) }.joined(separator: " ")
    let title = TerminalText.line(own.title)
    let texts = fitted(title, tags, own.media, taken: DisplayWidth.of(label + date + id) + 6)
    let parts = [
      style.dim(date), style.yellow(id), style.cyan(mark) + " " + texts.title,
      style.green(texts.tags), style.dim(texts.media),
    ]
    return style.cyan(label)
      + parts.enumerated().filter { $0.offset < 3 || !$0.element.isEmpty }.map(\.element)
      .joined(separator: "  ")
  }

  /// The three texts in what is left of a line, two blanks between them: a long title gets half of
  /// it, the rest goes to the media, then to the tags.
  private func fitted(
    _ title: String, _ tags: String, _ media: String, taken: Int
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

  /// Title, tags and media: of the index where it keeps text, else of the note, read once more.
  private func text(of position: VaultIndex.Position) -> (title: String, tags: [Tag], media: String)
  {
    let path = index.path(position)
    do {
      if !index.keepsText {
        let note = try vault.note(at: path)
        return (note.title, note.metadata.tags, MediaSummary.text(of: note.media.files))
      }
      var media = ""
      if index[position].flags.contains(.hasMediaFolder), let folder = MediaFolder(of: path) {
        media = MediaSummary.text(of: try vault.vault.folder.media(in: folder).files)
      }
      return (index.title(position), index.tags(position), media)
    } catch {
      vault.session.fail(CommandError(error))
      return (index.title(position), index.tags(position), "")
    }
  }
}

/// `2 photos 1 audio`.
enum MediaSummary {
  static func text(of files: [MediaFile]) -> String {
    parts(of: files).joined(separator: " ")
  }

  /// For a sentence: `2 photos and 1 video`.
  static func words(of files: [MediaFile]) -> String {
    let parts = parts(of: files)
    guard let last = parts.last, parts.count > 1 else { return parts.first ?? "" }
    return parts.dropLast().joined(separator: ", ") + " and " + last
  }

  private static func parts(of files: [MediaFile]) -> [String] {
    let names: [(MediaKind, one: String, many: String)] = [
      (.photo, "photo", "photos"), (.audio, "audio", "audios"), (.video, "video", "videos"),
      (.file, "file", "files"),
    ]
    return names.compactMap { kind, one, many in
      let count = files.count { $0.kind == kind }
      return count == 0 ? nil : count.counted(one, many)
    }
  }
}
