internal import SystemCalls
internal import VaultStore
internal import VaultSync
internal import Words

/// Takes back what the last sync that received something brought in, here and on all devices; a second time brings it
/// back.
struct SyncUndo {
  let vault: OpenVault
  var options = SyncOptions()

  private var session: Session { vault.session }

  /// Lists what other devices will see, asks, and prints what was done.
  ///
  /// - Parameter isAgreed: whether nothing is asked.
  /// - Throws: a usage error without a terminal; `QuietExit` after a no.
  func run(isAgreed: Bool = false, asJSON: Bool = false) throws {
    let synced = try vault.synced()
    if !isAgreed { try session.requireAnswer(for: "tl sync --undo -y") }
    var callbacks = session.syncCallbacks()
    callbacks.answer = { [session, answer = callbacks.answer] question in
      guard case .undo = question else { return answer(question) }
      return isAgreed || session.confirm(SyncQuestionText(question, .current))
    }
    let report = try synced.undo(options, callbacks)
    guard let report else {
      session.console.say("nothing was undone")
      throw QuietExit(status: .failure)
    }
    if let error = report.problem(.current) { synced.saveFailure(error.message) }
    try SyncReportLines(report: report, console: session.console).finish(asJSON: asJSON)
  }

  /// Prints what other devices would see; changes nothing.
  func printPlan() throws {
    let changes = try vault.syncedForReading().planUndo(options)
    for line in SyncQuestionText(.undo(changes), .current).lines {
      try session.console.line(TerminalText.line(line))
    }
  }
}
