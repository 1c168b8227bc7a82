import ArgumentParser

/// The candidates for the word at the cursor.
enum Completion: Equatable {
  /// The shell's own files or folders.
  case files, directories
  case candidates([Candidate])

  struct Candidate: Equatable {
    /// The whole word, neither quoted nor escaped.
    var word: String
    /// A description of one line, or empty.
    var text = ""
  }

  static let nothing = Completion.candidates([])
}

/// What a vault has candidates for.
enum VaultValue: String {
  /// Ids with their titles, and paths.
  case notes
  case tags
  /// Of the note named before.
  case media
  /// Names of files of trackers, of persons, of circles and of books, with their titles.
  case trackers, people, circles, books
  /// Those of the settings.
  case categories
  /// Names of the files of templates.
  case templates
}

/// Candidates from a vault, in the order to show them.
protocol CompletionValues {
  /// - Parameter note: named before, if any.
  func candidates(
    for value: VaultValue, _ beginning: String, of note: String
  ) -> [Completion.Candidate]
}

/// The source of the candidates for a value.
enum CompletionSource: Equatable {
  case vault(VaultValue)
  case files, directories
  case words([String])

  /// Reads the marker of a `CompletionKind` below.
  init?(marker: String) {
    guard marker.hasPrefix(": "), let value = VaultValue(rawValue: String(marker.dropFirst(2)))
    else { return nil }
    self = .vault(value)
  }
}

/// Sources that the argument parser has no kind for, marked by a shell command that does nothing, with the source's name
/// as its argument, so that it is harmless in the parser's own scripts.
extension CompletionKind {
  private static func vault(_ value: VaultValue) -> CompletionKind {
    .shellCommand(": \(value.rawValue)")
  }

  static let notes = vault(.notes)
  static let tags = vault(.tags)
  static let media = vault(.media)
  static let trackers = vault(.trackers)
  static let people = vault(.people)
  static let circles = vault(.circles)
  static let books = vault(.books)
  static let categories = vault(.categories)
  static let templates = vault(.templates)
}
