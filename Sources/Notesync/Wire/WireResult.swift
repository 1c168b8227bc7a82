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
