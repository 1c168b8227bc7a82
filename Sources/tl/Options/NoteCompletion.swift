import ArgumentParser

/// What a shell offers where a note is named.
enum NoteCompletion {
  static var kind: CompletionKind { .file(extensions: ["md", "markdown"]) }
}

/// What a shell offers where a tag is named.
enum TagCompletion {
  static var kind: CompletionKind { .default }
}
