internal import Operations
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import Words

/// Takes operations of the log back, or makes them again.
struct OperationUndo {
  let vault: OpenVault
  let isDryRun: Bool

  private var session: Session { vault.session }
  private var log: OperationLog { OperationLog(vault.vault.folder) }
  private let visibility: KeptVisibility

  init(_ vault: OpenVault, isDryRun: Bool) {
    (self.vault, self.isDryRun, visibility) = (vault, isDryRun, KeptVisibility(vault))
  }

  /// - Parameter number: if nil, the last operation that was made here, not on a phone, and is not undone.
  func undo(_ number: Int?) throws {
    let history = try log.history()
    let chosen = try history.first {
      guard number == nil else {
        return $0.operation.number == number && $0.operation.head.undoes == nil
      }
      // A command that failed may have changed nothing.
      return try $0.isUndoable && $0.operation.head.face != .phone
        && (!$0.operation.isDoubtful || $0.operation.head.face == .sync
          || !plan($0.operation).steps.isEmpty)
    }
    guard let chosen else {
      guard let number else { throw Problem("there is nothing to undo") }
      throw Problem(
        "there is no operation \(number)", hint: "tl undo --list shows what there is")
    }
    let operation = chosen.operation
    guard !chosen.isUndone else {
      throw Problem(
        "\(operation.number) is undone already: \(try visibility.words(of: operation))",
        hint: "tl redo makes it again")
    }
    if operation.head.face == .sync { return try undoSync(operation, history) }
    try takeBack(operation, "undid", operation)
  }

  private func undoSync(_ operation: LoggedOperation, _ history: OperationHistory) throws {
    let isLast = try log.lastSync()?.operation.number == operation.number
    if isLast, isDryRun { return try SyncUndo(vault: vault).printPlan() }
    if isLast, session.isInteractive { return try SyncUndo(vault: vault).run() }
    var error =
      isLast
      ? Problem(
        "the last change came with a sync", hint: "tl sync --undo -y takes back what it received")
      : Problem("\(operation.number) is a sync, of which only the last one can be taken back")
    let earlier = history.first {
      $0.isUndoable && ![.sync, .phone].contains($0.operation.head.face)
    }
    if let earlier {
      let operation = earlier.operation
      error.hints.append(
        "tl undo \(operation.number) takes back what was done here before: \(try visibility.words(of: operation))"
      )
    }
    throw error
  }

  func redo() throws {
    guard let undo = try log.lastUndo(), let operation = undo.head.undoes.flatMap(log.operation)
    else { throw Problem("there is nothing to redo") }
    if undo.head.face == .sync { return try redoSync() }
    try takeBack(undo, "redid", operation)
  }

  private func redoSync() throws {
    if isDryRun { return try SyncUndo(vault: vault).printPlan() }
    guard session.isInteractive else {
      throw Problem(
        "what was taken back last came with a sync",
        hint: "tl sync --undo -y, once more, makes it again")
    }
    try SyncUndo(vault: vault).run()
  }

  private func plan(_ operation: LoggedOperation) throws -> OperationReversal {
    try OperationReversal(of: operation, in: vault.vault.folder, zone: vault.zone)
  }

  /// - Parameters:
  ///   - operation: what is taken back.
  ///   - named: what the user is told.
  private func takeBack(
    _ operation: LoggedOperation, _ verb: String, _ named: LoggedOperation
  ) throws {
    let plan = try plan(operation)
    func companions() -> (VaultPath) throws -> [VaultPath] {
      vault.source.companions(of: plan) {
        try vault.source.scanner(withSealed: true).scan(keepsText: false)
      }
    }
    if isDryRun {
      let companions = companions()
      for step in plan.steps {
        try session.console.line(step.words)
        guard case .remove(let path) = step, MediaFolder(of: path) != nil else { continue }
        // A note that is moved back before it goes is not there yet.
        for comment in (try? companions(path)) ?? [] {
          try session.console.line("\(comment.shown) goes along, a comment on it")
        }
      }
      for obstacle in plan.obstacles { session.console.say(obstacle.words) }
      return
    }
    let words = try visibility.words(of: named)
    let recorder = session.beginOperation(undoing: operation.number)
    if plan.steps.isEmpty, plan.obstacles.isEmpty {
      // Somebody has done so by hand.
      try log.note(recorder.head)
    }
    for part in plan.parts {
      let failures = try vault.writer().carryOut(part, with: companions())
      for failure in failures {
        var problem = failure.problem
        if problem.endsWriting {
          let (back, again) = verb == "undid" ? ("redo", "undo") : ("undo", "redo")
          // What was begun counts as undone, or redone.
          let first = recorder.number == nil ? "" : "tl \(back), then "
          problem.hints = ["once the disk can be written: \(first)tl \(again) again"]
        }
        try session.continueAfter(problem)
      }
    }
    for obstacle in plan.obstacles { session.fail(Problem(obstacle.words)) }
    guard plan.obstacles.isEmpty || !plan.steps.isEmpty else {
      throw Problem(
        "nothing can be taken back of: \(words)",
        hint: "tl undo NUMBER takes back another one of tl undo --list")
    }
    try session.console.line(
      TerminalText.line("\(verb): \(words) (\(named.summary))"))
  }
}

extension OperationReversal.Failure {
  fileprivate var problem: Problem {
    switch self {
    case .obstacle(let obstacle): Problem(obstacle.words)
    case .error(let error, let path): Problem(error, at: path)
    }
  }
}

extension OperationReversal.Step {
  var words: String {
    switch self {
    case .restore(let path, _, false): "\(path.shown) gets its former text"
    case .restore(let path, _, true):
      "\(path.shown) gets its former text, merged with what was changed since"
    case .remove(let path): "\(path.shown) goes to the trash"
    case .move(let path, let former): "\(path.shown) becomes \(former.shown) again"
    case .bringBack(let path, _): "\(path.shown) comes back from the trash"
    }
  }
}

extension OperationReversal.Obstacle {
  var words: String {
    switch self {
    case .changed(let path): "\(path.shown) was changed since in the same place, which stays"
    case .missing(let path): "\(path.shown) is not there any more"
    case .notInTrash(let path): "\(path.shown) is not in the trash any more"
    case .taken(let path): "\(path.shown) exists; nothing is moved there"
    }
  }
}

extension LoggedOperation {
  /// The file that it changed, or how many.
  var summary: String {
    let paths = self.paths
    if paths.count == 1, let path = paths.first { return path.shown }
    let notes = paths.count { MediaFolder(of: $0) != nil }
    return notes == paths.count ? notes.counted("note") : paths.count.counted("file")
  }
}

/// The operations of the log, as they are printed.
struct OperationList {
  let vault: OpenVault

  init(_ vault: OpenVault) { self.vault = vault }

  func print(asJSON: Bool) throws {
    let console = vault.session.console
    let visibility = KeptVisibility(vault)
    let entries = try OperationLog(vault.vault.folder).history().filter(\.operation.isUndoable)
    if asJSON {
      let values = try entries.map { $0.json(isHidden: try visibility.hides($0.operation)) }
      return try console.line(JSONValue.array(values).pretty)
    }
    guard !entries.isEmpty else { return console.say("there is nothing to undo") }
    let width = entries.map { String($0.operation.number).count }.max() ?? 0
    for entry in entries {
      let operation = entry.operation
      let number = String(operation.number)
      let indent = String(repeating: " ", count: width - number.count)
      let state = entry.word
      let parts = [
        indent + console.style.yellow(number),
        console.style.dim(TerminalText.line(TimeText.minute(rfc3339: operation.head.time))),
        TerminalText.line(try visibility.words(of: operation)),
        console.style.dim(TerminalText.line(operation.summary)),
      ]
      try console.line((parts + (state == "done" ? [] : [state])).joined(separator: "  "))
    }
  }
}
