internal import Rendering
internal import SystemCalls
internal import VaultIndex
internal import VaultStore
internal import VaultSync
internal import WebServer
internal import Words

/// The state of the vault, and syncs.
enum StatusRoutes {
  static func status(_ incoming: PageRequest) async throws -> Reply {
    let run = incoming.site.syncs.run
    var view = StatusView(incoming)
    view.addConflicts()
    if let maintenance = incoming.site.settings.maintenance {
      // While a sync runs, the folder and git change under every look.
      let isRunning = run?.isRunning == true
      let vault = try MaintenanceVault(incoming)
      let status: StatusView.Status? =
        isRunning
        ? nil
        : try await incoming.site.scans.run {
          do {
            return .known(try vault.reading().status())
          } catch {
            let problem = Problem(error, .vault)
            if case SyncError.refused(.noRepository) = error { return .off(problem) }
            return .stopped(problem)
          }
        }
      let notesync =
        isRunning ? nil : try await incoming.site.scans.run { maintenance.notesync?.status() }
      view.addGit(status, run)
      view.addNotesync(notesync, run)
    }
    let (folder, threads) = (incoming.vault.folder, incoming.site.settings.source.threads)
    let size =
      run?.isRunning == true
      ? nil : try await incoming.site.scans.run { VaultSize(of: folder, threads: threads) }
    view.addVault(size)
    return try reply(incoming, PageWords.statusTitle, view, isRunning: run?.isRunning == true)
  }

  private static func reply(
    _ incoming: PageRequest, _ title: String, _ view: StatusView, isRunning: Bool
  ) throws -> Reply {
    var frame = PageFrame(
      incoming, title: title, styles: ["maintenance.css"], scripts: ["maintenance.js"])
    if isRunning { frame.refresh = 2 }
    frame.values = ["heading": .text(title), "parts": .list(view.parts)]
    return try frame.reply("status")
  }

  // MARK: - Notesync

  /// What a restore of the newest ten notes, or of all, would bring.
  static func restorePlan(_ incoming: PageRequest) async throws -> Reply {
    guard let notesync = incoming.site.settings.maintenance?.notesync,
      let count = restoredCount(incoming)
    else { throw PageProblem.noSuchPage }
    guard incoming.site.syncs.run?.isRunning != true else { return status(incoming, done: nil) }
    let plan = try await incoming.site.inquiries.run { notesync.planRestore(count.limit) }
    var view = StatusView(incoming)
    view.addRestore(plan, word: count.word)
    return try reply(incoming, PageWords.restoreTitle, view, isRunning: false)
  }

  static func restore(_ incoming: PageRequest) async throws -> Reply {
    guard let count = restoredCount(incoming) else { throw PageProblem.noSuchPage }
    return try start(.notesync(.restore(count: count.limit)), incoming)
  }

  /// `sync`, `deletions` (a sync with all deletions) or `resync`.
  static func notesync(_ incoming: PageRequest) async throws -> Reply {
    switch incoming.parameters.first {
    case "sync": try start(.notesync(.sync(allowsDeletions: false)), incoming)
    case "deletions": try start(.notesync(.sync(allowsDeletions: true)), incoming)
    case "resync": try start(.notesync(.resync), incoming)
    default: throw PageProblem.noSuchPage
    }
  }

  private static func restoredCount(_ incoming: PageRequest) -> (word: String, limit: Int?)? {
    switch incoming.parameters.first {
    case "all": ("all", nil)
    case "10": ("10", 10)
    default: nil
    }
  }

  // MARK: - Git

  static let sync: Route.Handler = { try start(.sync, $0) }
  /// Asks about an undo of the last sync.
  static let undo: Route.Handler = { try start(.undo, $0) }

  /// The field `run` has the number of the run that asked, and `q0`, `q1` … the answers.
  static func answer(_ incoming: PageRequest) async throws -> Reply {
    let jobs = incoming.site.syncs
    guard let run = jobs.run, let form = incoming.form, form["run"] == "\(run.number)" else {
      return status(incoming, done: "stale")
    }
    var answers = run.answers
    for (number, question) in run.questions.enumerated() {
      switch form["q\(number)"] {
      case "yes": answers[question] = true
      case "no": answers[question] = false
      default: break
      }
    }
    let isStarted = jobs.start(
      run.work, answers: answers, continuing: run.number, in: try MaintenanceVault(incoming),
      as: incoming.recorder)
    return status(incoming, done: isStarted ? nil : "stale")
  }

  private static func start(_ work: SyncJobs.Work, _ incoming: PageRequest) throws -> Reply {
    _ = incoming.site.syncs.start(
      work, in: try MaintenanceVault(incoming), as: incoming.recorder)
    return status(incoming, done: nil)
  }

  private static func status(_ incoming: PageRequest, done: String?) -> Reply {
    incoming.redirect("/status", done: done)
  }
}
