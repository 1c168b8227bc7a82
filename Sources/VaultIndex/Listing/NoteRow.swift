package import SystemCalls
package import VaultFormat

/// A note as a line of a list, as commands print it.
package struct NoteRow {
  package var title: String
  package var tags: [Tag]
  /// The ages of the persons that the note names.
  package var ages: String
  package var place: String?
  /// Such as `2 photos 1 audio`.
  package var media: String

  package init(
    title: String, tags: [Tag], ages: String = "", place: String? = nil, media: String = ""
  ) {
    self.title = title
    self.tags = tags
    self.ages = ages
    self.place = place
    self.media = media
  }

  /// Label, day, short id, `*` if the note is pinned, title, tags and ages, place, media; safe for a terminal.
  ///
  /// - Parameters:
  ///   - label: such as `@3`, with blanks behind it.
  ///   - width: in columns; nil if the line may have any length.
  package func line(
    label: String, day: CalendarDay, id: String, isPinned: Bool, width: Int?, style: Style
  ) -> String {
    let date = "\(day)"
    let id = TerminalText.line(id)
    var names = ""
    for tag in tags {
      if !names.isEmpty { names += " " }
      names += "#" + TerminalText.line(tag.text)
    }
    if !ages.isEmpty { names += names.isEmpty ? ages : "  " + ages }
    let texts = fitted(
      TerminalText.line(title), names, width.map { $0 - DisplayWidth.of(label + date + id) - 6 })
    var line = style.cyan(label) + style.dim(date) + "  " + style.yellow(id) + "  "
    line += style.cyan(isPinned ? "*" : " ") + " " + texts.title
    if !texts.names.isEmpty { line += "  " + style.green(texts.names) }
    if !texts.media.isEmpty { line += "  " + style.dim(texts.media) }
    return line
  }

  /// Fits the texts into `room` columns, two spaces between them: a long title gets half of it, then the media come, then
  /// the place, then the tags.
  private func fitted(
    _ title: String, _ names: String, _ room: Int?
  ) -> (title: String, names: String, media: String) {
    let placed = [place.map(TerminalText.line), media.isEmpty ? nil : media].compactMap { $0 }
      .joined(separator: "  ")
    guard let room = room.map({ max(8, $0) }) else { return (title, names, placed) }
    let forTitle = min(DisplayWidth.of(title), max(16, room / 2))
    func cost(_ text: String) -> Int { text.isEmpty ? 0 : DisplayWidth.of(text) + 2 }
    let media = [placed, media].first { cost($0) <= room - forTitle } ?? ""
    let forNames = room - forTitle - cost(media) - 2
    let names =
      DisplayWidth.of(names) <= forNames
      ? names : forNames < 6 ? "" : DisplayWidth.cut(names, to: forNames)
    return (DisplayWidth.cut(title, to: room - cost(media) - cost(names)), names, media)
  }
}
