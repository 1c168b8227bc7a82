internal import HTTPTypes
internal import Journal
internal import Rendering
internal import VaultIndex
internal import WebServer

/// What every page has around its content: the values of `head.mustache` and `foot.mustache`.
struct PageFrame {
  let site: PageSite
  let session: BrowserSession?
  let title: String
  /// The class of the body: what kind of page it is.
  let kind: String
  /// Of the page's own template.
  var values: [String: TemplateValue] = [:]
  /// The words in the search field.
  var search = ""
  /// Beside `page.js`.
  var scripts: [String] = []
  /// Beside `page.css`.
  var styles: [String] = []
  /// How this browser shows the page.
  var device = DeviceSettings()
  /// After how many seconds a browser without scripts loads the page again.
  var refresh: Int?
  /// What was done, and a form's address that undoes it.
  var notice: (text: String, undo: String?)?
  /// Of the vault.
  private var color: ColorName?
  /// The private address by which the page was opened, if it was.
  private var homeAddress: SiteOrigin?
  /// The address of the page, to come back to from a form.
  private var address = ""
  private var path = ""
  /// What the page shows.
  private var snapshot: LiveSnapshot
  /// Of trackers.
  private let dueCount: Int

  /// - Parameter dueCount: nil for a page without a request behind it.
  init(
    site: PageSite, session: BrowserSession?, title: String, kind: String, dueCount: Int? = nil
  ) {
    self.site = site
    self.session = session
    self.title = title
    self.kind = kind
    snapshot = site.live.snapshot
    self.dueCount = session == nil ? 0 : dueCount ?? site.dueCount(snapshot)
  }

  init(_ incoming: PageRequest, title: String, kind: String) {
    self.init(
      site: incoming.site, session: incoming.session, title: title, kind: kind,
      dueCount: incoming.dueCount)
    device = DeviceSettings(incoming.request)
    path = incoming.localPath
    snapshot = incoming.snapshot
    let query = incoming.request.queryText
    address = incoming.addresses.address(path) + (query.isEmpty ? "" : "?\(query)")
    notice = Notice(incoming).value
    let origin = site.origin(of: incoming.request)
    homeAddress = origin == site.origin ? nil : origin
    color = incoming.pin.color
  }

  func reply(_ template: String, _ status: HTTPResponse.Status = .ok) throws -> Reply {
    Reply(
      status, "text/html; charset=utf-8",
      body: .bytes(try html(template, TemplateView(values)).bytes))
  }

  func html(_ template: String, _ view: TemplateView) throws -> SafeHTML {
    var view = view
    view["page"] = .view(page)
    return try site.templates.html(template, view)
  }

  private var page: TemplateView {
    let addresses = site.addresses
    let isIn = session != nil
    let isWritable = isIn && !site.settings.isReadOnly
    let conflicts = conflictCount
    return [
      "lang": "en", "dir": "ltr",
      "theme": device.theme == .system ? .none : .text(device.theme.rawValue),
      "textSize": device.textSize == .normal ? .none : .text(device.textSize.rawValue),
      "title": "\(title) · \(site.settings.vaultName)",
      "css": .text(site.assets.address("page.css")),
      "styles": .texts(
        styles.map(site.assets.address)
          + [color.map { AccentSheet.address($0, prefix: site.settings.prefix) }].compactMap(\.self)
      ),
      "refresh": .optional(refresh.map { "\($0)" }),
      "manifest": isIn ? .text(addresses.address("/manifest.webmanifest")) : .none,
      "favicon": .text(site.assets.address("mark.svg")),
      "scripts": .texts(isIn ? allScripts.map(site.assets.address) : []),
      "kind": .text(kind), "vault": .text(site.settings.vaultName),
      "home": .text(addresses.address("/")), "icons": .text(site.assets.address("icons.svg")),
      "script": isIn
        ? .view([
          "account": .text(session?.account ?? ""), "api": .text(addresses.address("/api/v1")),
          "home": .text(addresses.address("/")),
          "events": .text(addresses.address("/events") + "?since=\(site.version(of: snapshot))"),
          "outbox": .text(site.assets.address("outbox.js")),
          "upload": .text(site.assets.address("upload.js")),
          "audio": .text(site.assets.address("audio.js")), "keysOff": .flag(!device.hasKeys),
          "copiesOff": .flag(!device.keepsCopies), "notifies": .flag(device.notifies),
          "wordsJSON": .text(PageWords.scriptJSON),
        ]) : .none,
      "search": isIn
        ? .view(["action": .text(addresses.address(PagePath.search)), "query": .text(search)])
        : .none,
      "newHref": isWritable ? .text(addresses.address("/new")) : .none,
      "hasSections": .flag(isIn), "sections": .list(sectionLinks),
      "more": .list(
        isIn
          ? maintenanceLinks(conflicts)
            + links(Self.further.filter { isWritable || $0.path != "/import" }) : []),
      "conflicts": conflicts > 0 ? "\(conflicts)" : .none, "status": .optional(status),
      "notice": .optional(
        notice.map { ["text": .text($0.text), "undoAction": .optional($0.undo)] }),
      "atAddress": .optional(
        homeAddress.map {
          [
            "text": .text(PageWords.atAddress($0.host)), "href": .text(site.address + "/"),
            "name": .text(site.origin.host),
          ]
        }),
      "token": .optional(isWritable ? session?.formToken : nil), "address": .text(address),
      "words": .view(PageWords.view),
    ]
  }

  private var allScripts: [String] {
    let notify = device.notifies && !scripts.contains("notify.js") ? ["notify.js"] : []
    return ["page.js", "outbox.js"] + scripts + notify
  }

  private struct Link {
    var path: String
    var icon: String
    var label: String
    /// As `page.js` reads it.
    var key: String?
  }

  private static let sections = [
    Link(path: "/", icon: "timeline", label: "Timeline", key: "g t"),
    Link(path: "/photos", icon: "photos", label: "Photos", key: "g p"),
    Link(path: "/calendar", icon: "calendar", label: "Calendar", key: "g c"),
    Link(path: PagePath.since, icon: "trackers", label: PageWords.trackers, key: "g s"),
    Link(path: PagePath.people, icon: "people", label: PageWords.people, key: "g o"),
  ]
  private static let further = [
    Link(path: PagePath.today, icon: "today", label: PageWords.today, key: "g h"),
    Link(path: PagePath.map, icon: "map", label: PageWords.map, key: "g m"),
    Link(path: PagePath.places, icon: "place", label: PageWords.places),
    Link(path: PagePath.circles, icon: "people", label: PageWords.circles),
    Link(path: PagePath.books, icon: "list", label: PageWords.books),
    Link(path: "/milestones", icon: "done", label: PageWords.milestones),
    Link(path: PagePath.categories, icon: "list", label: PageWords.categories),
    Link(path: "/tags", icon: "tag", label: "Tags"),
    Link(path: PagePath.order, icon: "list", label: PageWords.orderByHand),
    Link(path: PagePath.statistics, icon: "stats", label: PageWords.statistics),
    Link(path: "/import", icon: "photos", label: "Import photos"),
    Link(path: "/drafts", icon: "edit", label: "Drafts"),
    Link(path: PagePath.changes, icon: "history", label: PageWords.changes),
    Link(path: "/trash", icon: "trash", label: "Trash"),
    Link(path: "/settings", icon: "settings", label: "Settings"),
    Link(path: "/settings/devices", icon: "settings", label: "Devices"),
    Link(path: "/help/keys", icon: "help", label: "Keys", key: "?"),
  ]

  /// With the number of trackers that are due.
  private var sectionLinks: [TemplateView] {
    var views = links(Self.sections)
    if dueCount > 0, let place = Self.sections.firstIndex(where: { $0.path == PagePath.since }) {
      views[place]["count"] = "\(dueCount)"
      views[place]["countMeans"] = .text(PageWords.due)
    }
    return views
  }

  /// Nothing without a repository or a conflict, but the way to look.
  private func maintenanceLinks(_ conflicts: Int) -> [TemplateView] {
    guard site.settings.maintenance != nil else { return [] }
    var views = links([Link(path: "/status", icon: "status", label: PageWords.statusTitle)])
    guard conflicts > 0 else { return views }
    views = links([Link(path: "/conflicts", icon: "conflict", label: PageWords.conflicts)]) + views
    views[0]["count"] = "\(conflicts)"
    return views
  }

  private var conflictCount: Int {
    guard session != nil, site.settings.maintenance != nil else { return 0 }
    return site.conflictCount
  }

  private func links(_ links: [Link]) -> [TemplateView] {
    links.map { link in
      let isWhole = ["/", "/settings"].contains(link.path)
      let isCurrent = isWhole ? path == link.path : path.hasPrefix(link.path)
      return [
        "href": .text(site.addresses.address(link.path)), "isCurrent": .flag(isCurrent),
        "icon": .text(link.icon), "label": .text(link.label),
        "key": .optional(link.key), "count": .none, "countMeans": .none,
      ]
    }
  }

  /// Only what a reader has to know: that changes of others are seen late, or not at all.
  private var status: TemplateView? {
    guard let text = site.live.snapshot.state.problem else { return syncStatus }
    return ["isProblem": true, "href": .text(site.addresses.address("/")), "text": .text(text)]
  }

  /// Of a sync that was started here, what somebody has to look at.
  private var syncStatus: TemplateView? {
    guard let run = site.syncs.run else { return nil }
    let text: String
    switch run.outcome {
    case nil: text = PageWords.syncRuns
    case _ where !run.questions.isEmpty: text = PageWords.syncAsks
    case .failed: text = PageWords.lastSyncFailed
    case .notesync(let outcome) where outcome.problem != nil: text = PageWords.lastSyncFailed
    case .done, .notUndone, .notesync: return nil
    }
    return [
      "isProblem": .flag(!run.isRunning), "href": .text(site.addresses.address("/status")),
      "text": .text(text),
    ]
  }
}

extension TemplateView {
  /// A sentence in the place of something, and perhaps where it leads: the values of `empty.mustache`.
  static func empty(_ text: String, _ href: String? = nil, _ label: String? = nil) -> TemplateView {
    ["text": .text(text), "href": .optional(href), "label": .optional(label)]
  }
}

extension TemplateValue {
  static func empty(
    _ text: String, _ href: String? = nil, _ label: String? = nil, if isEmpty: Bool
  ) -> TemplateValue {
    isEmpty ? .view(.empty(text, href, label)) : .none
  }
}
