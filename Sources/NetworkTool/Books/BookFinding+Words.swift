internal import CommandLineTool
internal import Journal
internal import Publishing
internal import Sharing
internal import VaultFormat
internal import Words

/// What is said of a book.
extension BookFinding {
  /// `books/first-year.md:7: …`.
  func line(in book: Book) -> String {
    "\(book.path.text)\(line.map { ":\($0)" } ?? ""): \(words)"
  }

  func json(in book: Book) -> JSONValue {
    .object([
      ("path", .string(book.path.text)), ("line", line.map { .int($0) } ?? .null),
      ("kind", .string(kind)), ("message", .string(words)),
    ])
  }

  private var words: String {
    switch problem {
    case .noSuchNote(let link): "there is no note \(link)"
    case .held(let path, let reason): "\(path.text) is not in the book: \(reason.ofBook)"
    case .twice(let path): "\(path.text) is in the book already"
    case .noSuchPhoto(let name, let note):
      "\(note.text) has no photo \(name) that can be in a book"
    case .noSuchCover(let name): "cover: no note of the book has a photo \(name)"
    case .small(let path, let dpi, let width, let height):
      "\(path.text) has \(dpi) dots per inch where it is printed, "
        + "\(Int(width.rounded())) × \(Int(height.rounded())) mm; print needs \(BookPages.printDPI)"
    case .longTitle(let height, let room):
      "title and subtitle are about \(Self.millimetres(height)) high on the cover, "
        + "which has \(Self.millimetres(room))"
    case .longHeading(let text, let height, let room):
      "the heading '\(text.clipped)' is about \(Self.millimetres(height)) high, "
        + "and its page has \(Self.millimetres(room))"
    case .longCaption(let path, let lines, let room):
      "the caption of \(path.text) has about \(lines) lines, and \(room) fit below its photo"
    case .unreadable(let path, let failure):
      "\(path.text) is not in the book: it cannot be read (\(failure))"
    }
  }

  private static func millimetres(_ length: Double) -> String { "\(Int(length.rounded())) mm" }

  private var kind: String {
    switch problem {
    case .noSuchNote: "no-such-note"
    case .held: "held-back"
    case .twice: "twice"
    case .noSuchPhoto: "no-such-photo"
    case .noSuchCover: "no-such-cover"
    case .small: "small-photo"
    case .longTitle: "long-title"
    case .longHeading: "long-heading"
    case .longCaption: "long-caption"
    case .unreadable: "unreadable-photo"
    }
  }
}

extension SharingDecision.Reason {
  fileprivate var ofBook: String {
    switch self {
    case .sealed(let day): "it is sealed until \(day)"
    case .conflictCopy: "it is a conflict copy"
    case .idOfSeveral: "another file has the same id"
    case .unreadable: "its front matter cannot be read"
    case .isPage: "a page is no note"
    case .shown, .unknownCircle, .ambiguousCircle, .mediumNotGiven: "it may not leave the vault"
    }
  }
}
