import ArgumentParser

/// The source of the candidates for a value.
enum CompletionSource: Equatable {
  case notes, tags, media
  case files, directories
  case words([String])

  /// Declares a source that the argument parser has no kind for: a shell command that does nothing, with the source's
  /// name as its argument, so that it is harmless in the parser's own scripts.
  fileprivate static func marker(_ name: String) -> CompletionKind { .shellCommand(": \(name)") }

  /// Reads what `marker` wrote.
  init?(marker: String) {
    switch marker {
    case ": notes": self = .notes
    case ": tags": self = .tags
    case ": media": self = .media
    default: return nil
    }
  }
}

/// Completes a note: ids with their titles, and paths.
enum NoteCompletion {
  static var kind: CompletionKind { CompletionSource.marker("notes") }
}

/// Completes a tag.
enum TagCompletion {
  static var kind: CompletionKind { CompletionSource.marker("tags") }
}

/// Completes media of the note named before.
enum MediaCompletion {
  static var kind: CompletionKind { CompletionSource.marker("media") }
}
