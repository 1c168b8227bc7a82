@testable import Git
@testable import VaultFormat
@testable import VaultSync

extension SyncPlan {
  /// A line for each thing that is done.
  var text: String {
    steps.flatMap(\.lines).map { $0 + "\n" }.joined()
  }

  /// A sync moves media folders before it looks at the folder, and so does more than a dry run can know.
  var movesMedia: Bool {
    steps.contains { if case .record(let plan) = $0 { !plan.movedMedia.isEmpty } else { false } }
  }
}

extension SyncPlan.Step {
  fileprivate var lines: [String] {
    switch self {
    case .record(let plan): plan.lines
    case .release(let joined):
      joined.changes.map { "release \($0.path.text)" } + joined.events.map(\.line)
    case .join(let plan): plan.lines
    case .undo(let plan):
      ["undo to tree \(plan.commit.tree.short)"] + plan.commit.events.map(\.line)
        + plan.keptRules.map { "  keep rules \($0.text)" }
    case .push(let plan):
      ["push \(plan.old?.short ?? "nothing")..\(plan.new.short) to \(plan.branch)"]
        + (plan.isApart ? ["  at \(plan.address)"] : [])
        + (plan.follows.map { ["  follow \($0.branch) of \($0.remote)"] } ?? [])
    }
  }
}

extension RecordPlan {
  fileprivate var lines: [String] {
    var lines = movedMedia.map { "move \($0.from.text) to \($0.to.text)" }
    lines += stamps.map { "stamp \($0.path.text)" }
    lines += questions.map { "ask \("\($0)".prefix { $0 != "(" })" }
    lines += skipped.map { "leave out \($0.path.text): \("\($0.reason)".prefix { $0 != "(" })" }
    guard let tree else { return lines }
    lines.append("commit tree \(tree.short) on \(head?.short ?? "nothing")")
    return lines + changes.map { "  \($0.kind) \($0.path.text)" }
  }
}

extension JoinPlan {
  fileprivate var lines: [String] {
    switch step {
    case .upToDate: ["join: up to date"]
    case .fastForward(let commit):
      ["join: fast-forward \(ours?.short ?? "nothing")..\(commit.short)"]
    case .merge(let commit):
      ["join: merge to tree \(commit.tree.short)"] + commit.events.map(\.line)
    case .unrelated(let ours, let theirs): ["ask join of \(ours) and \(theirs) notes"]
    case .removed(let history): ["ask what becomes of \(history.commits) removed commits"]
    }
  }
}

extension MergeEvent {
  fileprivate var line: String { "  \(path.text): \(kind.words)" }
}

extension ObjectID {
  fileprivate var short: Substring { hex.prefix(7) }
}
