/// Candidates from a vault, in the order to show them.
protocol CompletionValues {
  func tags(_ beginning: String) -> [Completion.Candidate]
  func notes(_ beginning: String) -> [Completion.Candidate]
  func media(of note: String, _ beginning: String) -> [Completion.Candidate]
}
