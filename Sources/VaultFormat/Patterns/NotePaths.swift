/// Where new notes go: the setting `path` of a vault, such as `{{category}}/YYYY/YYYY-MM-DD-{{title}}.md`
/// (docs/vault-format.md, rule V-8).
package struct NotePaths: Hashable, Sendable {
  private enum Piece: Hashable, Sendable {
    case time(DatePattern)
    case value(Value)
  }

  private enum Value: String, Sendable {
    case title, category, template
  }

  /// The pieces of each part of the path.
  private let parts: [[Piece]]

  /// Without the setting.
  package static let usualText = "YYYY/MM/YYYY-MM-DD-{{title}}.md"
  package static let usual = NotePaths(usualText) ?? NotePaths(parts: [[.value(.title)]])

  private init(parts: [[Piece]]) {
    self.parts = parts
  }

  /// - Parameter text: tokens of `DatePattern`, of which a word that is not made of them alone stands for itself, and
  ///   `{{title}}`, `{{category}}` and `{{template}}`; with or without `.md`.
  /// - Returns: nil if the name of the file does not begin with a date, without which it would be the title of the note
  ///   (rule K-6), for an unknown placeholder, and for a path that leads out of the vault or to a place that is not for
  ///   notes.
  package init?(_ text: String) {
    let stem = text.hasSuffix(".md") ? String(text.dropLast(3)) : text
    var parts: [[Piece]] = []
    for part in stem.split(separator: "/", omittingEmptySubsequences: false) {
      var pieces: [Piece] = []
      for piece in Placeholder.pieces(of: part) {
        switch piece {
        case .text(let text):
          guard let pattern = DatePattern(text, keepsWords: true) else { return nil }
          pieces.append(.time(pattern))
        case .placeholder(let name, _):
          guard let value = Value(rawValue: name) else { return nil }
          pieces.append(.value(value))
        }
      }
      parts.append(pieces)
    }
    self.parts = parts
    let day = NoteTime(day: CalendarDay(clamping: 0), secondOfDay: 0, zone: .utc)
    // With other values a path differs in slugs, digits and names of months only.
    for (category, template) in [("b", "c"), ("b", ""), ("", "c"), ("", "")] {
      let names = names(title: "a", time: day, category: category, template: template)
        .filter { !$0.isEmpty || category != "" && template != "" }
      guard let path = VaultPath(names.joined(separator: "/") + ".md"), path.isSafeForNotes,
        path.stem.withUnsafeBufferPointer({ FileNameDate.length(inStem: $0) }) > 0
      else { return nil }
    }
  }

  /// The path of a note without its extension.
  ///
  /// A folder that would have no name is left out, blanks at the ends of names are too, and a note whose title has no words gets its clock time, `HHMMSS`.
  /// Values are in the form of `Slug`.
  package func stem(
    title: String, time: NoteTime, category: String? = nil, template: String? = nil
  ) -> String {
    let names = names(title: title, time: time, category: category, template: template)
    let folders = names.dropLast().filter { !$0.isEmpty }.map { PortableName.made(from: $0).text }
    return (folders + names.suffix(1)).joined(separator: "/")
  }

  private func names(
    title: String, time: NoteTime, category: String?, template: String?
  ) -> [String] {
    parts.map { pieces in
      pieces.map { piece in
        switch piece {
        case .time(let pattern): pattern.text(for: time)
        case .value(.title): Slug.of(title, at: time)
        case .value(.category): Slug.of(category ?? "")
        case .value(.template): Slug.of(template ?? "")
        }
      }.joined().trimmingBlanks
    }
  }
}

extension VaultPath {
  /// Whether every part is a name on all systems, none begins with a dot, and no folder is one of media.
  package var isSafeForNotes: Bool {
    text.split(separator: "/").allSatisfy { part in
      !part.hasPrefix(".") && !part.hasSuffix(".media")
        && PortableName.problems(of: String(part)).isEmpty
    }
  }
}
