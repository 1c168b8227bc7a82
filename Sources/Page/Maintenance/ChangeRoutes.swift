internal import HTTPTypes
internal import Operations
internal import Rendering
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import WebServer

/// What this device changed in the vault, to be taken back and made again.
enum ChangeRoutes {
  static let path = PagePath.changes

  static func list(_ incoming: PageRequest) async throws -> Reply {
    let items = try await incoming.site.scans.run { try changes(incoming) }
    var frame = PageFrame(incoming, title: PageWords.changes, styles: ["maintenance.css"])
    frame.values = [
      "heading": .text(PageWords.changes), "summary": .text(PageWords.changesKept),
      "days": .days(grouped(items), now: incoming.now, { $0.time }, { $0.view }),
      "empty": .empty(PageWords.noChanges, if: items.isEmpty),
    ]
    return try frame.reply("trash")
  }

  /// The name of a row, and what is below it.
  private typealias Lines = (name: String, below: String)
  /// - Parameter lines: of a change of how many notes; nil for what stays a row of its own.
  private typealias Item = (time: NoteTime?, lines: (@Sendable (Int) -> Lines)?, view: TemplateView)

  /// Several notes that became different in one way within a minute unfold from one row.
  private static func grouped(_ items: [Item]) -> [Item] {
    var groups: [[Item]] = []
    for item in items {
      if let last = groups.last?[0], let below = item.lines?(1).below,
        last.lines?(1).below == below, last.time?.day == item.time?.day
      {
        groups[groups.count - 1].append(item)
      } else {
        groups.append([item])
      }
    }
    return groups.map { group in
      guard group.count > 1, let lines = group[0].lines?(group.count) else { return group[0] }
      var view = group[0].view
      (view["name"], view["when"]) = (.text(lines.name), .text(lines.below))
      view["hasNotes"] = true
      view["notes"] = .list(group.map(\.view))
      return (group[0].time, nil, view)
    }
  }

  private static func changes(_ incoming: PageRequest) throws -> [Item] {
    let log = OperationLog(incoming.vault.folder)
    let again = try log.lastUndo()?.head.undoes
    let trash = LazyValue<[TrashEntry]>()
    let sync = LazyValue<Int?>()
    return try log.history().lazy.filter { $0.operation.isUndoable }
      .prefix(200).map { entry in
        let head = entry.operation.head
        let isSync = head.face == .sync
        // Devices write their own local times.
        let time = NoteTime(head.time, zone: incoming.zone).map {
          NoteTime(instant: $0.seconds, zone: incoming.zone)
        }
        let change = entry.operation.changes.first
        let paths = entry.operation.paths
        let noun = paths.allSatisfy { MediaFolder(of: $0) != nil } ? "note" : "file"
        let moment =
          (time.flatMap(DateWords.clock) ?? head.time)
          + (head.face == .phone ? PageWords.isFromPhone : "")
          + (entry.isUndone ? PageWords.isUndone : "")
        let title = isSync ? PageWords.sync : title(of: entry.operation, trash, incoming)
        let lines: @Sendable (Int) -> Lines = { count in
          let did = isSync ? PageWords.received : PageWords.change(change, count, noun)
          return isSync || count < 2
            ? (title, "\(moment) · \(did)")
            : (did, "\(moment) · \(title) \(PageWords.more(count - 1))")
        }
        let (name, below) = lines(paths.count)
        var view = item(entry, again: again, trash, sync, incoming)
        (view["name"], view["when"]) = (.text(name), .text(below))
        view["exact"] = .text(time.map(DateWords.moment) ?? head.time)
        return (time, isSync || paths.count > 1 ? nil : lines, view)
      }
  }

  /// - Parameter sync: the number of the last one, whose undo is asked about where syncs are.
  private static func item(
    _ entry: OperationState, again: Int?, _ trash: LazyValue<[TrashEntry]>,
    _ sync: LazyValue<Int?>, _ incoming: PageRequest
  ) -> TemplateView {
    let operation = entry.operation
    let isSync = operation.head.face == .sync
    let isOpen = !entry.isUndone || operation.number == again
    let isPossible =
      !isSync
      || incoming.site.settings.maintenance != nil
        && operation.number
          == sync.value { (try? OperationLog(incoming.vault.folder).lastSync())?.operation.number }
    let address =
      isSync
      ? incoming.addresses.address(PagePath.syncUndo)
      : entry.isUndone
        ? incoming.addresses.address("\(path)/\(operation.number)/redo")
        : incoming.addresses.undo(operation.number)
    var view: TemplateView = [
      "sign": .text(isSync ? "status" : sign(of: operation.changes.first)), "hasNotes": false,
      "restoreAction": .optional(incoming.isWritable && isOpen && isPossible ? address : nil),
      "restoreLabel": .text(entry.isUndone ? PageWords.redo : PageWords.undo),
    ]
    guard !isSync, let path = operation.paths.first else { return view }
    if !incoming.isGone(path) {
      view.setPicture(
        incoming.mayShow(path) ? incoming.photo(of: path) : nil, on: incoming.addresses)
    } else if let removed = removed(path, trash, incoming) {
      view["src"] = .optional(TrashRoutes.pictureAddress(of: removed, incoming))
    }
    return view
  }

  /// The icon of what became of a file.
  private static func sign(of change: FileChange?) -> String {
    switch change {
    case .text? where change?.parts == ["order"]: "order"
    case .text? where change?.parts == ["pinned"]: "pin"
    case .removed?: "trash"
    case .broughtBack?: "restore"
    case .added?: "photos"
    default: "edit"
    }
  }

  private static func removed(
    _ path: VaultPath, _ trash: LazyValue<[TrashEntry]>, _ incoming: PageRequest
  ) -> TrashEntry? {
    trash.value { (try? Trash(incoming.vault.folder).entries()) ?? [] }
      .last { $0.origin == path }
  }

  /// Of the first note that it changed.
  private static func title(
    of operation: LoggedOperation, _ trash: LazyValue<[TrashEntry]>, _ incoming: PageRequest
  ) -> String {
    guard let path = operation.paths.first else { return "" }
    let logged = operation.changes.lazy.compactMap { change in
      if case .text(path, _, let text) = change { text } else { nil }
    }.first
    let folder = incoming.vault.folder
    let present = try? folder.read(path, limit: 1 << 20).bytes
    func kept() -> [UInt8]? {
      removed(path, trash, incoming)?.file.flatMap { try? folder.read($0, limit: 1 << 20).bytes }
    }
    guard MediaFolder(of: path) != nil, let text = present ?? logged ?? kept() else {
      return String(decoding: path.stem, as: UTF8.self)
    }
    return incoming.title(ofVersion: NoteDocument(text), at: path)
  }

  // MARK: - Taking back

  static func undo(_ incoming: PageRequest) async throws -> Reply {
    let number = incoming.parameters.first.flatMap { Int($0) }
    let entry = try number.flatMap(OperationLog(incoming.vault.folder).state)
    guard let entry, entry.operation.hasChanges else { throw PageProblem.noSuchChange }
    // A form that was sent twice.
    if entry.isUndone { return reply("undone", to: incoming, isGone: true) }
    return try await takeBack(entry.operation, "undone", incoming)
  }

  static func redo(_ incoming: PageRequest) async throws -> Reply {
    let number = incoming.parameters.first.flatMap { Int($0) }
    let undo = try OperationLog(incoming.vault.folder).lastUndo()
    guard let undo, undo.head.undoes == number, undo.hasChanges else {
      throw PageProblem.noSuchChange
    }
    return try await takeBack(undo, "redone", incoming)
  }

  private static func takeBack(
    _ operation: LoggedOperation, _ done: String, _ incoming: PageRequest
  ) async throws -> Reply {
    let plan = try OperationReversal(
      of: operation, in: incoming.vault.folder, zone: incoming.zone)
    guard plan.obstacles.isEmpty || !plan.steps.isEmpty else { throw PageProblem.changedSince }
    let kept = try await incoming.carryOut(plan, of: operation)
    guard kept.isEmpty || kept.count < plan.steps.count else { throw PageProblem.changedSince }
    let isWhole = plan.obstacles.isEmpty && kept.isEmpty
    let isGone = plan.steps.contains { step in
      if case .remove(let path) = step { MediaFolder(of: path) != nil } else { false }
    }
    return reply(isWhole ? done : "partly", to: incoming, isGone: isGone)
  }

  /// - Parameter isGone: the form may have come from the page of a note that is not there any more.
  private static func reply(_ done: String, to incoming: PageRequest, isGone: Bool) -> Reply {
    isGone ? incoming.redirect(path, done: done) : incoming.back(or: path, done: done)
  }
}

extension PageRequest {
  /// Takes an operation back, as an operation of its own.
  ///
  /// - Returns: the files of steps that stay as they are, because they were changed since the plan was made, or
  ///   nothing more can be written to the disk.
  /// - Throws: also if no step could be made.
  func carryOut(
    _ plan: OperationReversal, of operation: LoggedOperation
  ) async throws -> [VaultPath] {
    let undo = OperationRecorder(
      LoggedOperation.Head(
        time: now.rfc3339, face: .page, words: recorder?.head.words ?? "",
        undoes: operation.number))
    guard !plan.steps.isEmpty else {
      try OperationLog(vault.folder).note(undo.head)
      return []
    }
    defer { undo.finish() }
    var failures: [OperationReversal.Failure] = []
    for part in plan.parts {
      failures += try await write(as: undo) { [source, snapshot] writer in
        writer.carryOut(part, with: source.companions(of: plan) { snapshot.index })
      }
    }
    if failures.count == plan.steps.count, case .error(let error, _)? = failures.first {
      throw error
    }
    return failures.map(\.path)
  }
}

extension PageProblem {
  static let noSuchChange = PageProblem(
    .notFound, "Not found",
    "This change is not kept any more, or something else was changed since.",
    next: Next(path: ChangeRoutes.path, label: PageWords.changes))
  static let changedSince = PageProblem(
    .conflict, "Nothing was undone",
    "What this had changed was changed again since, in the same place. It stays as it is.",
    next: Next(path: ChangeRoutes.path, label: PageWords.changes))
}
