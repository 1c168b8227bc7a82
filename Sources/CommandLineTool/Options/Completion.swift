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
