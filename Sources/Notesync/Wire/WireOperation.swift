/// One change of one note.
package struct WireOperation: Hashable, Sendable {
  /// The first three mean the same.
  package enum Kind: String, CaseIterable, Sendable { case create, update, upsert, delete }

  package var id: String
  package var kind: Kind
  package var note: WireNote
  package var media: [WireMedia]

  package init(id: String, kind: Kind, note: WireNote, media: [WireMedia]) {
    self.id = id
    self.kind = kind
    self.note = note
    self.media = media
  }
}

/// Why an element of a request or an answer cannot be used, and what of it can be read all the same.
package struct OperationProblem: Error, Hashable, Sendable {
  /// Of the element, from 0.
  package var index: Int
  /// The way to the value, such as `ops`, `3`, `note`, `text`.
  package var location: [String]
  /// A fragment in lower case.
  package var message: String
  package var operationID: String?
  package var note: ReadableNote
  /// What came before the problem was met: files that are the caller's to remove.
  package var media: [WireMedia] = []

  package var noteID: String? { note.id }
}

extension OperationProblem: CustomStringConvertible {
  package var description: String { "\(location.joined(separator: ".")): \(message)" }
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

/// What became of one operation.
package struct WireResult: Hashable, Sendable {
  package enum Outcome: Hashable, Sendable {
    case applied, skipped
    /// `conflict`, or what another server may say.
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
  /// The server's note after the whole request; what was sent where the server has none.
  package var note: WireNote
  /// Why the operation could not be carried out, where a server says so; nothing of it is stored then.
  package var problem: String?

  package init(noteID: String, outcome: Outcome, note: WireNote, problem: String? = nil) {
    self.noteID = noteID
    self.outcome = outcome
    self.note = note
    self.problem = problem
  }
}
