internal import Cryptography
internal import HTTPTypes
internal import VaultFormat
internal import VaultStore
internal import WebServer

extension PageRequest {
  /// The operation that the request names by its header `Tl-Operation` or its field `operation`.
  ///
  /// - Throws: for an id that is not valid.
  func operation() throws(PageProblem) -> OperationKey? {
    guard let id = request.field("Tl-Operation") ?? form?["operation"], !id.isEmpty else {
      return nil
    }
    guard let key = operation(named: id) else {
      throw PageProblem(.badRequest, "Not understood", "The operation id is not valid.")
    }
    return key
  }

  /// Nil for an id that cannot be one.
  func operation(named id: String) -> OperationKey? {
    OperationKey(id, account: session?.account ?? "") { sha256Hex($0.utf8) }
  }

  /// The request comes from the outbox of a browser, and nobody is there to choose between two versions.
  var isReplayed: Bool { request.isByScript && request.field("Tl-Replay") != nil }

  /// As `write`, unless the operation was done already.
  func write(
    once key: OperationKey?,
    _ change: @escaping @Sendable (borrowing NoteWriter, _ isAgain: Bool) throws -> OperationOutcome
  ) async throws -> OperationOutcome {
    if let key, let outcome = site.operations.outcome(of: key) { return outcome }
    return try await write { writer in
      try site.operations.once(key) { isAgain in
        var outcome = try change(writer, isAgain)
        outcome.change = recorder?.number
        return outcome
      }
    }
  }

  /// The page that shows what became of it.
  func address(after outcome: OperationOutcome) -> String {
    switch outcome.kind {
    case .conflict: return addresses.address("/drafts")
    case .removed: return addresses.address("/")
    case .saved, .merged:
      let note = outcome.id.flatMap { NoteID($0) }.map(addresses.note) ?? addresses.address("/")
      let done =
        outcome.done ?? (outcome.kind == .merged ? "merged" : outcome.change.map { _ in "saved" })
      return note + (done.map { "?done=\(signed($0, change: outcome.change))" } ?? "")
    }
  }

  /// `{"id", "address", "outcome"}`, and what else the script shows.
  func reply(_ outcome: OperationOutcome, _ more: [(String, JSONValue)] = []) -> Reply {
    return .json(
      .object(
        [
          ("id", .text(outcome.id)), ("address", .string(address(after: outcome))),
          ("outcome", .string(outcome.kind.rawValue)),
        ] + more))
  }
}
