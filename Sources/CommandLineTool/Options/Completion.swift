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

/// Candidates from a vault, in the order to show them.
protocol CompletionValues {
  func tags(_ beginning: String) -> [Completion.Candidate]
  func notes(_ beginning: String) -> [Completion.Candidate]
  func media(of note: String, _ beginning: String) -> [Completion.Candidate]
  func trackers(_ beginning: String) -> [Completion.Candidate]
  func people(_ beginning: String) -> [Completion.Candidate]
  func categories(_ beginning: String) -> [Completion.Candidate]
  func templates(_ beginning: String) -> [Completion.Candidate]
}

/// The source of the candidates for a value.
enum CompletionSource: Equatable {
  case notes, tags, media, trackers, people, categories, templates
  case files, directories
  case words([String])

  /// Reads the marker of a `CompletionKind` below.
  init?(marker: String) {
    switch marker {
    case ": notes": self = .notes
    case ": tags": self = .tags
    case ": media": self = .media
    case ": trackers": self = .trackers
    case ": people": self = .people
    case ": categories": self = .categories
    case ": templates": self = .templates
    default: return nil
    }
  }
}

/// Sources that the argument parser has no kind for, marked by a shell command that does nothing, with the source's name
/// as its argument, so that it is harmless in the parser's own scripts.
extension CompletionKind {
  /// Ids with their titles, and paths.
  static var notes: CompletionKind { .shellCommand(": notes") }
  static var tags: CompletionKind { .shellCommand(": tags") }
  /// Media of the note named before.
  static var media: CompletionKind { .shellCommand(": media") }
  /// Names of files of trackers, with their titles.
  static var trackers: CompletionKind { .shellCommand(": trackers") }
  /// Names of files of persons, with their titles.
  static var people: CompletionKind { .shellCommand(": people") }
  /// Categories of the settings.
  static var categories: CompletionKind { .shellCommand(": categories") }
  /// Names of the files of templates.
  static var templates: CompletionKind { .shellCommand(": templates") }
}
