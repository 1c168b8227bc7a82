internal import Notesync
internal import VaultFormat

/// The answer to one operation.
struct OperationAnswer {
  var noteID: String
  var outcome: WireResult.Outcome
  var note: WireNote
  /// Why it could not be carried out; the operation is then set aside.
  var problem: RequestProblem?
}
