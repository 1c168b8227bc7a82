/// A note in the form of the protocol.
///
/// Ids are opaque and compared byte for byte.
package struct WireNote: Hashable, Sendable {
  package var id: String
  package var text: String
  package var isPinned: Bool
  package var tags: [String]
  package var createdAt: WireTime
  package var updatedAt: WireTime
  package var deletedAt: WireTime?

  package init(
    id: String, text: String, isPinned: Bool = false, tags: [String] = [], createdAt: WireTime,
    updatedAt: WireTime, deletedAt: WireTime? = nil
  ) {
    self.id = id
    self.text = text
    self.isPinned = isPinned
    self.tags = tags
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.deletedAt = deletedAt
  }
}

/// One change of one note.
package struct WireOperation: Hashable, Sendable {
  /// The first three mean the same.
  package enum Kind: String, CaseIterable, Sendable { case create, update, upsert, delete }

  package var id: String
  package var kind: Kind
  package var note: WireNote
  package var media: [WireMedia]
}

/// The outcome of one operation.
package struct WireResult: Hashable, Sendable {
  package enum Outcome: Hashable, Sendable {
    case applied, skipped
    /// `conflict`, or an unknown value.
    case other(String)

    package init(_ word: String) {
      self = word == "applied" ? .applied : word == "skipped" ? .skipped : .other(word)
    }

    package var word: String {
      switch self {
      case .applied: "applied"
      case .skipped: "skipped"
      case .other(let word): word
      }
    }
  }

  package var noteID: String
  package var outcome: Outcome
  /// The server's note after the whole request, or the sent one if the server has none.
  package var note: WireNote
  /// Why the operation could not be carried out, if the server reports it; nothing of it was stored.
  package var problem: String?

  package init(noteID: String, outcome: Outcome, note: WireNote, problem: String? = nil) {
    self.noteID = noteID
    self.outcome = outcome
    self.note = note
    self.problem = problem
  }
}

/// The fields of a note that could be read.
package struct ReadableNote: Hashable, Sendable {
  package var id: String?
  package var text: String?
  package var isPinned: Bool?
  package var tags: [String]?
  package var createdAt: WireTime?
  package var updatedAt: WireTime?
  package var deletedAt: WireTime?

  package init() {}
}

/// Why an element of a request or an answer cannot be used, and its readable parts.
package struct OperationProblem: Error, Hashable, Sendable {
  /// The index of the element, from 0.
  package var index: Int
  /// The path of the value, such as `ops`, `3`, `note`, `text`.
  package var location: [String]
  /// A fragment in lower case.
  package var message: String
  package var operationID: String?
  package var note: ReadableNote
  /// The media before the problem, whose files the caller removes.
  package var media: [WireMedia] = []

  package var noteID: String? { note.id }
}

extension OperationProblem: CustomStringConvertible {
  package var description: String { "\(location.joined(separator: ".")): \(message)" }
}
