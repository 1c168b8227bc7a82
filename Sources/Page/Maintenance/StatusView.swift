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
    /// Why there is none: usually the vault has no repository.
    case missing(Problem)
  }

  private let incoming: PageRequest
  private(set) var parts: [TemplateView] = []

  init(_ incoming: PageRequest) { self.incoming = incoming }

  /// The values of one part of `status.mustache`.
  struct Part {
    var title: String
    var anchor: String
    var problem: String?
    /// What is said before the rows.
    var lead: String?
    var texts: [String] = []
    var facts: [TemplateView] = []
    var rows: [TextRow] = []
    var questions: TemplateView?
    var actions: [TemplateView] = []
    var links: [(label: String, href: String)] = []
    /// A link that loads the page again.
    var again: String?

    var view: TemplateView {
      [
        "title": .text(title), "anchor": .text(anchor), "problem": .optional(problem),
        "lead": .optional(lead), "texts": .texts(texts),
        "hasFacts": .flag(!facts.isEmpty), "facts": .list(facts),
        "hasRows": .flag(!rows.isEmpty),
        "hasLabels": .flag(rows.contains { !$0.label.isEmpty }),
        "rows": .list(rows.map { ["label": .text($0.label), "text": .text($0.text.shownLine)] }),
        "form": .optional(questions), "hasActions": .flag(!actions.isEmpty),
        "actions": .list(actions), "hasLinks": .flag(!links.isEmpty),
        "links": .list(links.map { ["label": .text($0.label), "href": .text($0.href)] }),
        "againHref": .optional(again),
      ]
    }
  }

  // MARK: - Git

  mutating func addGit(_ status: Status?, _ run: SyncJobs.Run?) {
    var part = Part(title: PageWords.git, anchor: "sync")
    if let run { add(run, to: &part) }
    switch status {
    case nil: part.again = address("/status")
    case .missing(let problem):
      part.texts.append(PageWords.syncIsOff)
      part.facts = [Self.fact(PageWords.why, [Self.sentences(problem)])]
    case .known(let status):
      let text = SyncStatusText(status, .vault, zone: incoming.zone)
      part.facts = Self.facts(text.rows)
      if let obstacle = status.obstacle {
        part.problem = Self.sentences(Problem(obstacle, .vault))
      } else {
        part.texts.append(Self.inShort(status, incoming))
      }
      part.texts += text.hints.map(\.asSentence)
      guard incoming.isWritable else { break }
      if status.obstacle == nil {
        part.actions.append(
          action(PageWords.syncNow, "/status/sync", isMain: run?.questions.isEmpty ?? true))
      }
      if status.canUndo {
        part.actions.append(action(PageWords.undoSync, PagePath.syncUndo, isMain: false))
      }
    }
    parts.append(part.view)
  }

  /// What there is to send or to receive, and how long ago the last sync was.
  private static func inShort(_ status: SyncStatus, _ incoming: PageRequest) -> String {
    let (notes, files) = (status.changes.notes.count, status.changes.others.count)
    let things = [
      notes > 0 ? notes.counted("note") : nil, files > 0 ? files.counted("other file") : nil,
      status.changes.media > 0
        ? status.changes.media.counted("photo or recording", "photos and recordings") : nil,
    ].compactMap(\.self)
    var sentence: String
    if !things.isEmpty {
      sentence = things.joined(separator: ", ") + (status.remote == nil ? " to keep." : " to send.")
    } else if let distance = status.distance, distance.ahead > 0 || distance.behind > 0 {
      sentence = PageWords.halfSynced(ahead: distance.ahead > 0, behind: distance.behind > 0)
    } else {
      sentence =
        status.remote == nil
        ? PageWords.onlyHere
        : status.skipped.contains { $0.isFailure } ? PageWords.onlyHeld : PageWords.allSynced
    }
    if let last = status.record.finished {
      let moment = NoteTime(instant: last, zone: incoming.zone)
      sentence += " " + PageWords.lastSync(DateWords.ago(moment, now: incoming.now))
    }
    return sentence
  }

  private func add(_ run: SyncJobs.Run, to part: inout Part) {
    guard let outcome = run.outcome else {
      let phase = run.progress.map { $0.phase.words }
      let percent = run.progress?.percent.map { ", \($0) %" } ?? ""
      part.texts = [phase.map { "\(PageWords.syncRuns): \($0)\(percent)" } ?? PageWords.syncRuns]
      return
    }
    let isAsking = !run.questions.isEmpty
    switch outcome {
    case .failed(let problem): if !isAsking { part.problem = Self.sentences(problem) }
    case .notUndone: if !isAsking { part.texts.append(PageWords.nothingUndone) }
    case .done(let report):
      let text = SyncReportText(report, .vault)
      part.rows = text.rows
      part.texts += (text.warnings + text.remarks).map(\.asSentence)
      // The form says what to do.
      if !isAsking { part.problem = report.problem(.vault).map(Self.sentences) }
    case .notesync: break
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

  private static func sentences(_ problem: Problem) -> String {
    ([problem.message] + problem.hints).asSentences
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

  private func action(_ label: String, _ path: String, isMain: Bool) -> TemplateView {
    ["label": .text(label), "action": .text(address(path)), "isMain": .flag(isMain)]
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
      part.actions = [
        action(PageWords.syncNow, "/status/notesync/sync", isMain: false),
        action(PageWords.resync, "/status/notesync/resync", isMain: false),
      ]
      if status.holdsDeletions || outcome?.holdsDeletions == true {
        part.actions.append(
          action(PageWords.allowDeletions, "/status/notesync/deletions", isMain: false))
      }
      part.links = [
        (PageWords.restoreNewest, address("/status/restore/10")),
        (PageWords.restoreAll, address("/status/restore/all")),
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
    part.links = [(PageWords.statusTitle, address("/status#notesync"))]
    parts.append(part.view)
  }

  private static func add(_ outcome: NotesyncMaintenance.Outcome, to part: inout Part) {
    part.problem = outcome.problem.map(sentences)
    part.rows += outcome.lines.map { TextRow("", $0) }
    part.texts += outcome.remarks.map(\.asSentence)
  }

  // MARK: - The vault

  mutating func addVault(_ size: VaultSize?) {
    var part = Part(title: PageWords.vault, anchor: "vault")
    part.lead = PageWords.holds(
      incoming.timeline.withoutPages.index.count, otherFiles: size?.otherFiles, bytes: size?.bytes)
    part.facts = [Self.fact(PageWords.folder, [incoming.vault.folder.path])]
    let copies = incoming.site.conflictCount
    if copies > 0 {
      part.facts.append(
        Self.fact(PageWords.conflicts, ["\(copies)"], href: address("/conflicts")))
    }
    if incoming.site.settings.maintenance != nil {
      part.facts.append(
        Self.fact(PageWords.findings, [findings], href: address("/doctor")))
    }
    if incoming.isWritable {
      part.actions = [action(PageWords.downloadBackup, "/status/backup", isMain: false)]
    }
    parts.append(part.view)
  }

  /// Of the last check, if nothing was changed since.
  private var findings: String {
    incoming.site.repairs.problems(at: incoming.snapshot.generation)
      .map { PageWords.problems($0) } ?? PageWords.checkVault
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

extension SyncJobs.Run {
  /// What notesync did in this run, which has ended.
  fileprivate var notesyncOutcome: NotesyncMaintenance.Outcome? {
    if case .notesync(let outcome) = outcome { outcome } else { followed }
  }
}
