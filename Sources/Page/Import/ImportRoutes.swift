internal import HTTPTypes
internal import Media
internal import Rendering
internal import SystemCalls
internal import VaultFormat
internal import VaultStore
internal import WebServer

/// Photos that become a timeline: files are sent, the plan is shown, and then it is carried out.
enum ImportRoutes {
  /// A form for photos, and the imports that wait.
  static func form(_ incoming: PageRequest) async throws -> Reply {
    guard incoming.isWritable else { throw PageProblem.isReadOnly }
    return try await form(incoming, problem: nil)
  }

  private static func form(_ incoming: PageRequest, problem: String?) async throws -> Reply {
    let view = ImportView(incoming)
    let waiting = try await pending(incoming)
    var frame = PageFrame(incoming, title: "Import photos", kind: "plain")
    frame.values = view.form(waiting, problem: problem)
    var reply = try frame.reply("import")
    if problem != nil { reply.status = .unprocessableContent }
    return reply
  }

  /// Takes the files and shows what would become of them.
  static func send(_ incoming: PageRequest) async throws -> Reply {
    let files = try incoming.form?.files() ?? []
    guard !files.isEmpty else {
      return try await form(incoming, problem: "Choose some photos first.")
    }
    guard try await pending(incoming).count < PendingImport.limit else {
      return try await form(
        incoming, problem: "Too many imports wait already: finish one below, or throw it away.")
    }
    let imports = incoming.site.imports
    let made = try await incoming.site.scans.run { try PendingImport(taking: files, in: imports) }
    return .redirect(.seeOther, to: address(made, incoming))
  }

  /// What would be imported.
  static func plan(_ incoming: PageRequest) async throws -> Reply {
    guard incoming.isWritable else { throw PageProblem.isReadOnly }
    let pending = try found(incoming)
    let grouping = grouping(incoming.request.query["group"])
    let (plan, problems) = try await incoming.site.scans.run { [photos = photos(incoming)] in
      try photos.plan(pending.files, grouping: grouping)
    }
    var frame = PageFrame(incoming, title: "Import photos", kind: "plain")
    frame.values = ImportView(incoming).plan(
      plan, problems.count, of: pending, grouping, at: address(pending, incoming))
    return try frame.reply("import-plan")
  }

  /// Carries out what `plan` shows; what fails, or is interrupted, still waits afterwards.
  static func carryOut(_ incoming: PageRequest) async throws -> Reply {
    let pending = try found(incoming)
    let grouping = grouping(incoming.form?["group"])
    let photos = photos(incoming)
    let (plan, unreadable) = try await incoming.site.scans.run {
      try photos.plan(pending.files, grouping: grouping)
    }
    var (notes, files, failures) = (0, 0, unreadable.count)
    for batch in PhotoImport.batches(of: plan.notes) {
      // Others may write between two batches.
      let results = try await incoming.site.writes.run { try photos.carryOut(batch) }
      for (planned, result) in zip(batch, results) {
        failures += result.problems.count
        guard let note = planned.with(result) else { continue }
        notes += note.isNew ? 1 : 0
        files += note.media.count
      }
    }
    guard failures == 0 else {
      return .redirect(.seeOther, to: "\(address(pending, incoming))?done=failed-\(failures)")
    }
    try await incoming.site.scans.run { try pending.remove() }
    return .redirect(
      .seeOther, to: incoming.addresses.address("/import") + "?done=imported-\(notes)-\(files)")
  }

  /// Throws away files that wait.
  static func discard(_ incoming: PageRequest) async throws -> Reply {
    let pending = try found(incoming)
    try await incoming.site.scans.run { try pending.remove() }
    return .redirect(.seeOther, to: incoming.addresses.address("/import"))
  }

  // MARK: - Parts

  private static func pending(_ incoming: PageRequest) async throws -> [PendingImport] {
    let (imports, now) = (incoming.site.imports, incoming.site.settings.surroundings.now())
    return try await incoming.site.scans.run { try PendingImport.all(in: imports, now: now) }
  }

  private static func found(_ incoming: PageRequest) throws -> PendingImport {
    guard let found = PendingImport(incoming.parameters.first ?? "", in: incoming.site.imports)
    else {
      throw PageProblem(
        .notFound, "Not here",
        "These photos are imported already, or were thrown away: files that were sent wait for a day.",
        next: PageProblem.Next(path: "/import", label: "Import photos"))
    }
    return found
  }

  private static func address(_ pending: PendingImport, _ incoming: PageRequest) -> String {
    incoming.addresses.address("/import/\(pending.id)")
  }

  private static func grouping(_ text: String?) -> PhotoGrouping {
    text.flatMap(PhotoGrouping.init) ?? .none
  }

  private static func photos(_ incoming: PageRequest) -> PhotoImport {
    PhotoImport(
      incoming.vault, incoming.site.settings.surroundings, zone: incoming.zone,
      threads: ThisDevice.processorCount)
  }
}
