internal import Git
internal import Rendering
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import VaultSync
internal import Words

/// The parts of `/status`: git, notesync and the vault.
struct StatusView {
  enum Status: Sendable {
    case known(SyncStatus)
    /// There is no repository.
    case off(Problem)
    /// Why nothing can be known.
    case stopped(Problem)
  }

  private let incoming: PageRequest
  private(set) var parts: [TemplateView] = []

  init(_ incoming: PageRequest) { self.incoming = incoming }

  /// The values of one part of `status.mustache`.
  struct Part {
    /// How it stands.
    var title: String
    var anchor: String
    var icon: String?
    var problem: String?
    /// What is said before the rows.
    var lead: String?
    var texts: [String] = []
    /// For those who ask for details.
    var facts: [TemplateView] = []
    var rows: [String] = []
    var questions: TemplateView?
    /// The commands that switch a sync on.
    var how: String?
    var actions: [TemplateView] = []
    /// Among the details.
    var more: [TemplateView] = []
    /// A link that loads the page again.
    var again: String?

    var view: TemplateView {
      [
        "title": .text(title), "anchor": .text(anchor), "icon": .optional(icon),
        "problem": .optional(problem), "lead": .optional(lead), "texts": .texts(texts),
        "hasFacts": .flag(!facts.isEmpty || !more.isEmpty), "facts": .list(facts),
        "rows": .texts(rows.map(\.shownLine)), "form": .optional(questions),
        "how": .optional(how), "actions": .list(actions), "more": .list(more),
        "againHref": .optional(again),
      ]
    }
  }

  /// Leads to the notes with two versions, if there are any.
  mutating func addConflicts() {
    let count = incoming.site.conflictCount
    guard count > 0 else { return }
    var part = Part(title: PageWords.conflictsWait(count), anchor: "twice", icon: "conflict")
    part.lead = PageWords.conflictsKept
    part.actions = [link(PageWords.choose, "/conflicts")]
    parts.append(part.view)
  }

  // MARK: - Git

  mutating func addGit(_ status: Status?, _ run: SyncJobs.Run?) {
    var part = Part(title: PageWords.syncRuns, anchor: "sync", icon: "status")
    if let run { add(run, to: &part) }
    switch status {
    case nil: part.again = address("/status")
    case .off(let problem):
      (part.title, part.lead) = (PageWords.syncIsOff, PageWords.syncIsFor)
      part.how = "tl init\n\(PageWords.setRemote)"
      part.facts = Self.facts(PageWords.why, [problem.message] + problem.hints)
    case .stopped(let problem):
      part.title = PageWords.syncStopped
      part.problem = problem.message.asSentence
      part.facts += Self.facts(PageWords.helps, problem.hints)
    case .known(let status):
      add(status, to: &part)
    }
    if part.problem != nil { part.icon = "conflict" }
    parts.append(part.view)
  }

  private func add(_ status: SyncStatus, to part: inout Part) {
    let text = SyncStatusText(status, .vault, zone: incoming.zone)
    let obstacle = status.obstacle.map { Problem($0, .vault) }
    if let obstacle {
      part.title = PageWords.syncStopped
      part.problem = obstacle.message.asSentence
    } else {
      (part.title, part.icon) = Self.inShort(status)
      if part.questions == nil, let failed = status.record.failed {
        part.title = PageWords.lastSyncFailed
        part.lead = "It was tried \(incoming.ago(failed.time))."
        part.problem = part.problem ?? failed.message.asSentence
      } else if let last = status.record.finished {
        let waits = part.icon != "done" && part.questions == nil && part.problem == nil
        let words = waits ? PageWords.syncWaits : PageWords.syncWas
        part.lead = "\(words) \(incoming.ago(last))."
      }
      if status.remote == nil { (part.lead, part.how) = (PageWords.onlyHere, PageWords.setRemote) }
    }
    part.facts += Self.facts(PageWords.helps, (obstacle?.hints ?? []) + text.hints)
    part.facts += Self.facts(text.rows)
    guard incoming.isWritable else { return }
    if obstacle == nil {
      part.actions.append(
        action(
          PageWords.syncNow, "/status/sync",
          isMain: part.questions == nil && part.how == nil && part.icon != "done"))
    }
    if status.canUndo { part.more.append(action(PageWords.undoSync, PagePath.syncUndo)) }
  }

  /// How it stands, such as what there is to send, and its sign.
  private static func inShort(_ status: SyncStatus) -> (String, icon: String) {
    let files = status.changes.media + status.changes.others.count
    let notes = status.changes.notes.count
    let isAlone = status.remote == nil
    if notes + files > 0 {
      let things = notes > 0 ? notes.counted("note") : files.counted("file")
      return ("\(things) \(isAlone ? PageWords.toKeep : PageWords.toSend)", "status")
    }
    if let distance = status.distance, distance.ahead > 0 || distance.behind > 0 {
      let title = PageWords.halfSynced(ahead: distance.ahead > 0, behind: distance.behind > 0)
      return (title, "status")
    }
    let isHeld = status.skipped.contains { $0.isFailure }
    let title = isAlone ? PageWords.allKept : isHeld ? PageWords.onlyHeld : PageWords.allSynced
    return (title, "done")
  }

  private func add(_ run: SyncJobs.Run, to part: inout Part) {
    guard let outcome = run.outcome else {
      part.lead = run.progress.map { progress in
        progress.phase.words.asSentence + (progress.percent.map { " \($0) %" } ?? "")
      }
      return
    }
    let isAsking = !run.questions.isEmpty
    switch outcome {
    case .failed(let problem) where !isAsking:
      part.problem = problem.message.asSentence
      part.facts = Self.facts(PageWords.helps, problem.hints)
    case .failed, .notesync: break
    case .notUndone: if !isAsking { part.texts.append(PageWords.nothingUndone) }
    case .done(let report):
      let text = SyncReportText(report, .vault)
      part.texts += text.remarks.suffix(1).map { Self.withoutCommands($0).asSentence }
      if !text.warnings.isEmpty { part.texts.append(PageWords.heldBackHow) }
      part.facts = Self.facts(text.rows)
      part.facts += Self.facts(PageWords.said, text.warnings + text.remarks.dropLast())
      // The form says what to do.
      if !isAsking, let problem = report.problem(.vault) {
        part.problem = problem.message.asSentence
        part.facts += Self.facts(PageWords.helps, problem.hints)
      }
    }
    if isAsking, incoming.isWritable { part.questions = form(run) }
  }

  private func form(_ run: SyncJobs.Run) -> TemplateView {
    [
      "action": .text(address("/status/answer")), "run": "\(run.number)",
      "questions": .list(
        run.questions.enumerated().map { number, question in
          let text = SyncQuestionText(question, .vault)
          return [
            "name": "q\(number)", "question": .text(text.question.asSentence),
            "hasLines": .flag(!text.lines.isEmpty), "lines": .texts(text.lines.map(\.shownLine)),
          ]
        }),
    ]
  }

  /// What was done, without what else a command line could do.
  private static func withoutCommands(_ sum: String) -> String {
    sum.split(separator: ", ").map { part in
      part.split(separator: "; ").filter { !$0.contains("tl ") }.joined(separator: "; ")
    }.joined(separator: ", ")
  }

  /// Nothing for no sentences.
  private static func facts(_ label: String, _ sentences: [String]) -> [TemplateView] {
    sentences.isEmpty ? [] : [fact(label, sentences.map(\.asSentence))]
  }

  /// Rows without a label continue the one above.
  private static func facts(_ rows: [TextRow]) -> [TemplateView] {
    var facts: [(label: String, values: [String])] = []
    for row in rows {
      if row.label.isEmpty || row.label == facts.last?.label, !facts.isEmpty {
        facts[facts.count - 1].values.append(row.text.shownLine)
      } else {
        facts.append((row.label, [row.text.shownLine]))
      }
    }
    return facts.map { fact($0.label.capitalizedFirst, $0.values) }
  }

  private static func fact(_ label: String, _ values: [String], href: String? = nil) -> TemplateView
  {
    ["label": .text(label), "values": .texts(values), "href": .optional(href)]
  }

  private func action(_ label: String, _ path: String, isMain: Bool = false) -> TemplateView {
    [
      "label": .text(label), "action": .text(address(path)), "isMain": .flag(isMain), "href": .none,
    ]
  }

  private func link(_ label: String, _ path: String) -> TemplateView {
    ["label": .text(label), "action": .none, "href": .text(address(path))]
  }

  private func address(_ path: String) -> String { incoming.addresses.address(path) }

  // MARK: - Notesync

  /// Adds nothing where notesync is not used.
  ///
  /// - Parameter run: the last one, or nil.
  mutating func addNotesync(_ status: NotesyncMaintenance.Status?, _ run: SyncJobs.Run?) {
    guard status != nil || run?.notesyncOutcome != nil else { return }
    var part = Part(title: PageWords.notesync, anchor: "notesync")
    let outcome = run?.notesyncOutcome
    if let outcome { Self.add(outcome, to: &part) }
    part.facts = Self.facts(status?.rows ?? [])
    if let status, status.isSignedIn, incoming.isWritable {
      part.actions = [action(PageWords.syncNow, "/status/notesync/sync")]
      part.more = [action(PageWords.resync, "/status/notesync/resync")]
      if status.holdsDeletions || outcome?.holdsDeletions == true {
        part.actions.append(
          action(PageWords.allowDeletions, "/status/notesync/deletions"))
      }
      part.more += [
        link(PageWords.restoreNewest, "/status/restore/10"),
        link(PageWords.restoreAll, "/status/restore/all"),
      ]
    }
    parts.append(part.view)
  }

  /// - Parameter word: of the addresses of this plan.
  mutating func addRestore(_ plan: NotesyncMaintenance.Outcome, word: String) {
    var part = Part(title: PageWords.notesync, anchor: "notesync")
    part.lead = PageWords.restoreHow
    Self.add(plan, to: &part)
    if !plan.lines.isEmpty, plan.problem == nil, incoming.isWritable {
      part.actions = [action(PageWords.restore, "/status/restore/\(word)", isMain: true)]
    }
    part.actions.append(link(PageWords.statusTitle, "/status#notesync"))
    parts.append(part.view)
  }

  private static func add(_ outcome: NotesyncMaintenance.Outcome, to part: inout Part) {
    part.problem = outcome.problem.map { ([$0.message] + $0.hints).asSentences }
    part.rows += outcome.lines
    part.texts += outcome.remarks.map(\.asSentence)
  }

  // MARK: - The vault

  mutating func addVault(_ size: VaultSize?) {
    var part = Part(title: PageWords.backup, anchor: "vault", icon: "import")
    part.lead = PageWords.holds(
      notes: incoming.noteCount, otherFiles: size?.otherFiles, bytes: size?.bytes)
    part.facts = [Self.fact(PageWords.folder, [incoming.vault.folder.path])]
    if incoming.site.settings.maintenance != nil {
      part.facts.append(Self.fact(PageWords.findings, [findings], href: address("/doctor")))
    }
    if incoming.isWritable { part.actions = [action(PageWords.downloadBackup, "/status/backup")] }
    parts.append(part.view)
  }

  /// Of the last check, if nothing was changed since.
  private var findings: String {
    incoming.site.repairs.problems(at: incoming.snapshot.generation)
      .map { PageWords.problems($0) } ?? PageWords.checkVault
  }
}

extension SyncJobs.Run {
  /// What notesync did in this run, which has ended.
  fileprivate var notesyncOutcome: NotesyncMaintenance.Outcome? {
    if case .notesync(let outcome) = outcome { outcome } else { followed }
  }
}
