internal import HTTPTypes
internal import Media
internal import Operations
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
    let waiting = try await pending(incoming)
    var frame = PageFrame(incoming, title: "Import photos")
    frame.scripts = ["import.js"]
    frame.styles = ["maintenance.css"]
    frame.values = ImportView(incoming: incoming).form(waiting, problem: problem)
    return try frame.reply("import", problem == nil ? .ok : .unprocessableContent)
  }

  /// Takes the files and leads to what would become of them; a script is told the address.
  static func send(_ incoming: PageRequest) async throws -> Reply {
    let files = try incoming.files()
    guard !files.isEmpty else { return try await refusal(PageWords.noPhotos, incoming) }
    guard try await pending(incoming).count < PendingImport.limit else {
      return try await refusal(PageWords.tooManyImports, incoming)
    }
    let imports = incoming.site.imports
    let made = try await incoming.site.scans.run { try PendingImport(taking: files, in: imports) }
    let address = address(made, incoming)
    return incoming.request.isByScript
      ? .json(.object([("address", .string(address))])) : .redirect(.seeOther, to: address)
  }

  private static func refusal(_ text: String, _ incoming: PageRequest) async throws -> Reply {
    if incoming.request.isByScript { throw PageProblem(.unprocessableContent, "Not sent", text) }
    return try await form(incoming, problem: text)
  }

  /// What would be imported, or how far that is.
  static func plan(_ incoming: PageRequest) async throws -> Reply {
    guard incoming.isWritable else { throw PageProblem.isReadOnly }
    let id = incoming.parameters.first ?? ""
    let run = incoming.site.importQueue[id]
    if case .done(let total) = run?.outcome {
      return incoming.redirect(
        "/import", done: "imported-\(total.notes)-\(total.files)-\(total.asTheyAre)",
        change: total.change)
    }
    var frame = PageFrame(incoming, title: "Import photos")
    frame.scripts = ["import.js"]
    frame.styles = ["maintenance.css"]
    // Its files are gone a moment before its end is known.
    if let run, run.isRunning {
      frame.refresh = 2
      frame.values = ImportView(incoming: incoming).progress(
        run, at: incoming.addresses.address("/import/\(id)"))
      return try frame.reply("import-run")
    }
    let pending = try found(incoming)
    // Photos of an hour and a kilometre are mostly one thing to remember.
    var options = run?.options ?? ImportQueue.Options(grouping: .hour)
    if let given = Self.options({ incoming.request.query[$0] }, incoming) { options = given }
    let (plan, problems) = try await incoming.site.scans.run {
      [photos = photos(incoming), options] in
      try photos.plan(
        pending.files, grouping: options.grouping, maximumSide: options.maximumSide)
    }
    frame.values = ImportView(incoming: incoming).plan(
      plan, problems.count, of: pending, options, after: run?.outcome,
      at: address(pending, incoming))
    return try frame.reply("import-plan")
  }

  /// A small picture of a file that waits.
  static func picture(_ incoming: PageRequest) async throws -> Reply {
    let folder = try VaultFolder(opening: found(incoming).folder)
    guard let path = incoming.parameters.last.flatMap({ VaultPath($0) }),
      let status = try folder.status(path)
    else { return .noPicture }
    return try await incoming.smallPicture(path, status, for: "import", in: folder)
  }

  /// Begins to carry out what `plan` shows; what fails, or is interrupted, still waits afterwards.
  static func carryOut(_ incoming: PageRequest) async throws -> Reply {
    let pending = try found(incoming)
    incoming.site.importQueue.start(
      pending, options({ incoming.form?[$0] }, incoming) ?? ImportQueue.Options(),
      with: ImportQueue.Tools(
        photos: photos(incoming), operation: incoming.recorder,
        mediaProgram: incoming.site.settings.mediaProgram))
    return incoming.redirect("/import/\(pending.id)")
  }

  /// Ends an import that is carried out; what is written stays, and the files wait.
  static func stop(_ incoming: PageRequest) async throws -> Reply {
    let id = incoming.parameters.first ?? ""
    guard incoming.site.importQueue[id] != nil else {
      return incoming.redirect("/import/\(try found(incoming).id)")
    }
    incoming.site.importQueue.stop(id)
    return incoming.redirect("/import/\(id)")
  }

  /// Throws away files that wait.
  static func discard(_ incoming: PageRequest) async throws -> Reply {
    let pending = try found(incoming)
    guard !incoming.site.importQueue.isRunning(pending.id) else {
      return incoming.redirect("/import/\(pending.id)")
    }
    try await incoming.site.scans.run { try pending.remove() }
    return incoming.redirect("/import")
  }

  // MARK: - Parts

  private static func pending(_ incoming: PageRequest) async throws -> [PendingImport] {
    let (imports, now) = (incoming.site.imports, incoming.now.seconds)
    let queue = incoming.site.importQueue
    return try await incoming.site.scans.run {
      try PendingImport.all(in: imports, now: now, isUsed: queue.isRunning)
    }
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

  /// What fields say; nil without any.
  ///
  /// Without tl-media there are only originals.
  private static func options(
    _ field: (String) -> String?, _ incoming: PageRequest
  ) -> ImportQueue.Options? {
    let (group, side) = (field("group"), field("max"))
    guard group != nil || side != nil else { return nil }
    let known = side.flatMap { Int($0) }.flatMap { VariantLimits.copySides.contains($0) ? $0 : nil }
    return ImportQueue.Options(
      grouping: group.flatMap(PhotoGrouping.init) ?? .none,
      maximumSide: incoming.site.settings.mediaProgram == nil ? nil : known)
  }

  private static func photos(_ incoming: PageRequest) -> PhotoImport {
    PhotoImport(
      incoming.vault, incoming.source.surroundings, zone: incoming.zone,
      threads: ThisDevice.processorCount, lockTimeout: .seconds(incoming.site.settings.lockTimeout),
      operation: incoming.recorder)
  }
}
