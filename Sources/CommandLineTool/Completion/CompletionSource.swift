import ArgumentParser

/// Where the candidates for a value come from.
enum CompletionSource: Equatable {
  case notes, tags, media
  case files, directories
  case words([String])

  /// Declares a source that the argument parser has no kind for: a shell command that does nothing,
  /// so that it is harmless even in the parser's own scripts, and whose argument is the source's
  /// name.
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

/// What a shell offers where a note is named: ids with their titles, and paths.
enum NoteCompletion {
  static var kind: CompletionKind { CompletionSource.marker("notes") }
}

/// What a shell offers where a tag is named.
enum TagCompletion {
  static var kind: CompletionKind { CompletionSource.marker("tags") }
}

/// What a shell offers where media of the note named before are named.
enum MediaCompletion {
  static var kind: CompletionKind { CompletionSource.marker("media") }
}
