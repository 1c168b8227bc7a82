package import VaultFormat

/// A prompt for writing.
package struct Prompt: Hashable, Sendable {
  /// What the answer is best kept as; nil for text.
  package enum Kind: String, Sendable, CaseIterable {
    case photo, audio, video
  }

  package let id: String
  /// Nil for one of the vault that names none.
  package internal(set) var category: String?
  package internal(set) var kind: Kind?
  package internal(set) var text: String
}

extension Prompt {
  package var json: JSONValue {
    .object([
      ("id", .string(id)), ("category", .text(category)), ("kind", .text(kind?.rawValue)),
      ("text", .string(text)),
    ])
  }
}
