internal import Journal
internal import Rendering
internal import SystemCalls
internal import VaultFormat
internal import VaultStore
internal import WebServer

/// The list of trackers, and new ones.
enum TrackerListRoutes {
  static let path = PagePath.since

  /// The words of the address, and what they mean.
  private static let orders: [(name: String, order: TrackerOrder, label: String)] = [
    ("due", .due, "Due"), ("newest", .recent, "Newest"), ("name", .name, "Name"),
  ]

  /// With `sort=newest` or `sort=name` in another order, with `archived=1` the archived ones, with `new=1` the form of
  /// a new one open.
  static func list(_ incoming: PageRequest) async throws -> Reply {
    let query = incoming.request.query
    let list = try await incoming.trackers()
    let isArchive = query["archived"] == "1"
    let chosen = orders.first { $0.name == query["sort"] } ?? orders[0]
    let archived = list.statuses.filter(\.tracker.isArchived)
    let shown = chosen.order.sorted(
      list.statuses.filter { $0.tracker.isArchived == isArchive })
    var frame = PageFrame(incoming, title: PageWords.trackers, kind: "plain trackers")
    frame.scripts = ["trackers.js"]
    frame.styles = ["trackers.css"]
    if isArchive { frame.parent = .link(incoming.addresses.address(path), PageWords.trackers) }
    let row = TrackerRow(incoming: incoming, list: list)
    frame.values = [
      "heading": .text(isArchive ? PageWords.archivedTrackers : PageWords.trackers),
      "isArchive": .flag(isArchive),
      "hasOrders": .flag(shown.count > 1 && !isArchive),
      "orders": .list(
        orders.map {
          .link(address($0.name, incoming), $0.label, isCurrent: $0.name == chosen.name)
        }),
      "parts": .list(parts(shown, chosen.order, row)),
      "archivedHref": archived.isEmpty || isArchive
        ? .none : .text(incoming.addresses.address("/since?archived=1")),
      "archivedLabel": .text(PageWords.archived(archived.count)),
      "newForm": incoming.isWritable && !isArchive
        ? .view([
          "action": .text(incoming.addresses.address(path)), "isOpen": .flag(query["new"] == "1"),
          "token": .text(incoming.session?.formToken ?? ""),
        ]) : .none,
      "empty": .empty(
        isArchive ? PageWords.noArchived : PageWords.noTrackers,
        incoming.isWritable && !isArchive && query["new"] != "1"
          ? incoming.addresses.address("/since?new=1#new") : nil, PageWords.newTracker,
        if: shown.isEmpty),
    ]
    return try frame.reply("trackers").with(.checked)
  }

  /// By due those of one time stand together.
  private static func parts(
    _ statuses: [TrackerStatus], _ order: TrackerOrder, _ row: TrackerRow
  ) -> [TemplateView] {
    let today = row.incoming.now.day
    let parts = Dictionary(grouping: statuses) { status -> Int in
      let days = [status.due, status.tally.planned].compactMap { $0?.day }
      guard order == .due, let day = days.min() else { return 3 }
      return day < today ? 0 : day == today ? 1 : 2
    }
    let isShown = parts.keys.contains { $0 < 3 }
    return parts.sorted { $0.key < $1.key }.map { part, statuses in
      [
        "title": .text(isShown ? PageWords.trackerParts[part] : PageWords.trackers),
        "isShown": .flag(isShown), "isNow": .flag(part < 2), "cards": .list(statuses.map(row.view)),
      ]
    }
  }

  private static func address(_ sort: String, _ incoming: PageRequest) -> String {
    incoming.addresses.address(sort == orders[0].name ? path : "\(path)?sort=\(sort)")
  }

  /// Makes a tracker, as `tl tracker new` does.
  static func create(_ incoming: PageRequest) async throws -> Reply {
    let form = incoming.form
    let list = try await incoming.trackers()
    func field(_ name: String) -> String? {
      form?[name].map(\.trimmingBlanks).flatMap { $0.isEmpty ? nil : $0 }
    }
    var new = NewTracker(title: try PageTitle(field("name") ?? "", among: list.trackers).text)
    (new.unit, new.icon) = (field("unit"), field("icon"))
    if let every = field("every") { new.every = try TrackerRoutes.interval(every) }
    let note = try new.page.note()
    let operation = try incoming.operation()
    let outcome = try await incoming.write(once: operation) { writer, _ in
      let written = try writer.create(note)
      return OperationOutcome(kind: .saved, id: written.id.text, path: written.path.text)
    }
    if let id = outcome.id { await incoming.site.waitForNote(id) }
    let id = outcome.id.flatMap { NoteID($0) }.map(NoteAddress.segment) ?? ""
    return incoming.redirect(path, done: "saved", change: outcome.change, fragment: "#t-\(id)")
  }
}
