internal import VaultFormat

/// Used without a vault.
struct NoCompletionValues: CompletionValues {
  func tags(_ beginning: String) -> [Completion.Candidate] { [] }
  func notes(_ beginning: String) -> [Completion.Candidate] { [] }
  func media(of note: String, _ beginning: String) -> [Completion.Candidate] { [] }
}
