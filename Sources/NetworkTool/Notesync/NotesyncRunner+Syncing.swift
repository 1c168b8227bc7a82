internal import CommandLineTool
internal import Notesync
internal import VaultFormat
internal import VaultStore

extension NotesyncRunner {
  func queue(json: Bool, allowsDeletes: Bool = false) throws {
    let queue = try localClient().queue(allowsDeletions: allowsDeletes)
    if json {
      let values = queue.changes.map(\.json) + (queue.aside + queue.onlyHere).map(\.json)
      return try session.console.print(.array(values))
    }
    for change in queue.changes { try printLine(change.line) }
    for note in queue.aside + queue.onlyHere { try printLine(note.line) }
    if !queue.heldDeletions.isEmpty {
      session.console.say(
        "held back: \(queue.heldDeletions.count.counted("deletion")); tl notesync push --allow-deletes allows them"
      )
    }
    session.console.say("waits: \(queue.summary)")
  }

  func push(isDryRun: Bool, allowsDeletes: Bool, givesNewIDs: Bool) throws {
    if isDryRun { return try queue(json: false, allowsDeletes: allowsDeletes) }
    let report = try withClient { try await $0.push(allowsDeletions: allowsDeletes) }
    try report.text().print(on: session.console)
    let hasNewIDs = try giveNewIDs(report.aside, isAgreed: givesNewIDs)
    let letsThrough = try agreesToDelete(report.heldDeletions.count)
    guard hasNewIDs || letsThrough else {
      return try end(report.aside.isEmpty && report.heldDeletions.isEmpty, copies: [])
    }
    // Notes that were set aside are set aside again.
    try push(
      isDryRun: false, allowsDeletes: allowsDeletes || letsThrough, givesNewIDs: false)
  }

  /// Gives new ids to notes on which the server fails and that it never had, if the user agrees.
  ///
  /// - Returns: whether any note got one, so that it can be sent.
  private func giveNewIDs(_ aside: [UnsentNote], isAgreed: Bool) throws -> Bool {
    let ids = aside.filter { if case .failsOnNew = $0.reason { true } else { false } }.map(\.noteID)
    guard !ids.isEmpty else { return false }
    if !isAgreed {
      guard session.isInteractive else { return false }
      try session.console.flush()
      guard session.confirm("give \(ids.count.notes) new ids, and send them?") else { return false }
    }
    let paths = try localClient(as: session.operation).giveNewIDs(to: Set(ids))
    for path in paths { try printLine("new id    \(path.text)") }
    return !paths.isEmpty
  }

  func sync(isDryRun: Bool, allowsDeletes: Bool, givesNewIDs: Bool) throws {
    if isDryRun {
      try withClient {
        try await $0.planArrival(isRestore: false, allowsDeletions: allowsDeletes)
      }.arrivalText.print(on: session.console)
      return try queue(json: false, allowsDeletes: allowsDeletes)
    }
    let (pull, push) = try withClient { try await $0.sync(allowsDeletions: allowsDeletes) }
    try pull.text().print(on: session.console)
    try push.text().print(on: session.console)
    if try giveNewIDs(push.aside, isAgreed: givesNewIDs) {
      return try self.push(isDryRun: false, allowsDeletes: allowsDeletes, givesNewIDs: false)
    }
    let held = pull.heldRemovals.count + push.heldDeletions.count
    guard try agreesToDelete(held) else {
      return try end(
        pull.findings.isEmpty && push.aside.isEmpty && held == 0, copies: pull.copies)
    }
    let (pulled, pushed) = try withClient { try await $0.sync(allowsDeletions: true) }
    try pulled.text().print(on: session.console)
    try pushed.text().print(on: session.console)
    try end(
      pull.findings.isEmpty && pulled.findings.isEmpty && pushed.aside.isEmpty,
      copies: pull.copies + pulled.copies)
  }

  /// Asks about deletions that are too many to be meant, after listing them.
  private func agreesToDelete(_ count: Int) throws -> Bool {
    guard count > 0, session.isInteractive else { return false }
    try session.console.flush()
    return session.confirm("allow \(count.counted("deletion"))?")
  }

  func restore(_ count: Int?, bringsRemovedMedia: Bool, isDryRun: Bool) throws {
    if isDryRun {
      return try withClient {
        try await $0.planArrival(newest: count, bringsRemovedMedia: bringsRemovedMedia)
      }.arrivalText.print(on: session.console)
    }
    let report = try withClient {
      try await $0.restore(newest: count, bringsRemovedMedia: bringsRemovedMedia)
    }
    try report.text(isRestore: true).print(on: session.console)
    try end(report.findings.isEmpty, copies: report.copies)
  }

  func resync() throws {
    let count = try localClient().resync()
    session.console.say(
      "forgot what the server has of \(count.notes); the next push compares them all")
  }

  /// Everything has been printed; only the exit status remains.
  private func end(_ isWhole: Bool, copies: [VaultPath]) throws {
    if !copies.isEmpty { session.console.say(PullReport.conflictHint) }
    guard !isWhole || !copies.isEmpty else { return }
    session.operation.finish()
    try session.console.finish()
    throw QuietExit(status: copies.isEmpty ? .failure : .conflict)
  }
}
