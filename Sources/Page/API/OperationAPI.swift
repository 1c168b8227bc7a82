internal import HTTPTypes
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import WebServer

/// What was changed in the vault on this machine, to be taken back.
enum OperationAPI {
  static let path = PagePath.operations

  /// The most operations of an answer: each is read from its file.
  private static let limit = 200

  /// `{"operations": […]}`, as `tl undo --list --json` prints them, the newest first; none that concerns sealed notes only.
  static func list(_ incoming: PageRequest) async throws -> Reply {
    let entries = try OperationLog(incoming.vault.folder).history().lazy
      .filter { $0.operation.isUndoable && !incoming.hides($0.operation) }.prefix(limit)
    let operations = entries.map { $0.json(isHidden: false) }
    return .json(.object([("operations", .array(Array(operations)))])).unstored
  }

  /// Takes an operation back as a whole, or changes nothing; what is undone already stays so.
  static func undo(_ incoming: PageRequest) async throws -> Reply {
    let log = OperationLog(incoming.vault.folder)
    let entry = try incoming.parameters.first.flatMap { Int($0) }.flatMap(log.state)
    guard var entry, entry.operation.isUndoable, !incoming.hides(entry.operation) else {
      throw APIProblem.noSuchOperation
    }
    guard entry.operation.head.face != .sync else { throw APIProblem.cameWithSync }
    if !entry.isUndone {
      let plan = try OperationReversal(
        of: entry.operation, in: incoming.vault.folder, zone: incoming.zone)
      guard plan.obstacles.isEmpty else {
        throw APIProblem.changedSince(plan.obstacles.map(\.path), "Nothing was taken back.")
      }
      let kept = try await incoming.carryOut(plan, of: entry.operation)
      guard kept.isEmpty else { throw APIProblem.changedSince(kept, "The rest was taken back.") }
    }
    entry.isUndone = true
    return .json(entry.json(isHidden: false)).unstored
  }
}

extension PageRequest {
  /// Whether an operation has to do with sealed notes only.
  fileprivate func hides(_ operation: LoggedOperation) -> Bool {
    visibility.hides(operation, in: timeline.names)
  }
}

extension APIProblem {
  fileprivate static let noSuchOperation = APIProblem(
    .notFound, "no_such_operation",
    "There is no operation of this number, or it is not kept any more.",
    next: "GET /api/v1/operations lists them with their numbers.")
  fileprivate static let cameWithSync = APIProblem(
    .conflict, "came_with_sync", "This came with a sync, which this address does not take back.",
    next: "tl sync --undo takes back what a sync received.")

  fileprivate static func changedSince(_ paths: [VaultPath], _ rest: String) -> APIProblem {
    var problem = APIProblem(
      .conflict, "changed_since",
      "What this had changed was changed again since, in the same place. \(rest)",
      next: "notes names what stays as it is; decide by what is there now.")
    problem.details = [("notes", .array(paths.map { .string($0.text) }))]
    return problem
  }
}
