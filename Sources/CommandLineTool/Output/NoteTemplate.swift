internal import Journal
internal import VaultFormat
internal import VaultIndex
internal import VaultStore

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
        throw CommandError(
          "the template has {{ without }}", hint: "fields are written {{title}}",
          status: .wrongUsage)
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
