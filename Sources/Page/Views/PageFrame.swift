internal import HTTPTypes
internal import Journal
internal import Rendering
internal import VaultFormat
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
  /// What is in other rooms now, by their paths.
  var facts: [String: String] = [:]
  /// Where the way back leads, if not to *Me*.
  var parent: TemplateView?
  /// What was done, and a form's address that undoes it.
  var notice: (text: String, undo: String?)?
  /// Of the vault.
  private var color: ColorName?
  /// The private address by which the page was opened, if it was.
  private var homeAddress: SiteOrigin?
  /// The address of the page, to come back to from a form.
  private var address = ""
  private var path = ""
  private var snapshot: LiveSnapshot
  /// Of trackers.
  private let dueCount: Int
  private var hasFailedSync = false

  /// - Parameter dueCount: nil for a page without a request behind it.
  init(
    site: PageSite, session: BrowserSession?, title: String, kind: String, dueCount: Int? = nil
  ) {
    (self.site, self.session, self.title, self.kind) = (site, session, title, kind)
    snapshot = site.live.snapshot
    self.dueCount = session == nil ? 0 : dueCount ?? site.dueCount(snapshot)
  }

  init(
    _ incoming: PageRequest, title: String, kind: String = "plain", styles: [String] = [],
    scripts: [String] = []
  ) {
    self.init(
      site: incoming.site, session: incoming.session, title: title, kind: kind,
      dueCount: incoming.dueCount)
    (self.styles, self.scripts) = (styles, scripts)
    device = DeviceSettings(incoming.request)
    path = incoming.localPath
    snapshot = incoming.snapshot
    address = incoming.request.target
    notice = Notice(incoming).value
    let origin = site.origin(of: incoming.request)
    homeAddress = origin == site.origin ? nil : origin
    color = incoming.pin.color
    hasFailedSync = session != nil && incoming.hasFailedSync
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
    let navigation = navigation
    let markCount = session == nil ? 0 : markCount
    return [
      "lang": "en", "dir": "ltr",
      "theme": device.theme == .system ? .none : .text(device.theme.rawValue),
      "textSize": device.textSize == .normal ? .none : .text(device.textSize.rawValue),
      "title": "\(title) · \(site.settings.vaultName)",
      "css": .text(site.assets.address("page.css")),
      "fonts": .texts(["serif-regular.woff2", "serif-bold.woff2"].map(site.assets.address)),
      "styles": .texts(
        styles.map(site.assets.address)
          + [color.map { AccentSheet.address($0, prefix: site.settings.prefix) }].compactMap(\.self)
      ),
      "refresh": .optional(refresh.map { "\($0)" }),
      "manifest": isIn ? .text(addresses.address("/manifest.webmanifest")) : .none,
      "favicon": .text(site.assets.address("mark.svg")),
      "scripts": .texts(isIn ? allScripts.map(site.assets.address) : []),
      "kind": .text(kind), "vault": .text(site.settings.vaultName),
      "up": .optional(isIn ? parent ?? navigation.parent : nil),
      "home": .text(addresses.address("/")), "icons": .text(site.assets.address("icons.svg")),
      "scenes": .text(site.assets.address("scenes.svg")), "scene": .text(navigation.scene),
      "script": isIn
        ? .view([
          "account": .text(session?.account ?? ""), "api": .text(addresses.address("/api/v1")),
          "home": .text(addresses.address("/")),
          "events": .text(addresses.address("/events") + "?since=\(site.version(of: snapshot))"),
          "outbox": .text(site.assets.address("outbox.js")),
          "upload": .text(site.assets.address("upload.js")),
          "audio": .text(site.assets.address("audio.js")), "keysOff": .flag(!device.hasKeys),
          "copiesOff": .flag(!device.keepsCopies), "notifies": .flag(device.notifies),
          "wordsJSON": .text(PageFiles.scriptWords),
        ]) : .none,
      "search": isIn
        ? .view(["action": .text(addresses.address(PagePath.search)), "query": .text(search)])
        : .none,
      "newHref": isWritable ? .text(addresses.address("/new")) : .none,
      "hasSections": .flag(isIn), "places": .list(navigation.placeViews),
      "me": .view(navigation.meView), "groups": .list(navigation.groupViews),
      "trackersHref": .text(addresses.address(PagePath.since)),
      "draftsHref": .text(addresses.address("/drafts")),
      "markCount": .optional(markCount > 0 ? "\(markCount)" : nil), "marks": .list(marks),
      "status": .optional(status),
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

  private var navigation: Navigation {
    Navigation(
      addresses: site.addresses, path: path,
      isWritable: session != nil && !site.settings.isReadOnly,
      hasMaintenance: site.settings.maintenance != nil, dueCount: dueCount, facts: facts)
  }

  /// What somebody has to look at, until it is ended.
  private var markCount: Int { conflictCount + (syncStatus.map { $0.isProblem ? 1 : 0 } ?? 0) }

  /// The same as links, and what has to be known beside it.
  private var marks: [TemplateView] {
    let conflicts = conflictCount
    let views: [TemplateView?] = [
      conflicts > 0
        ? [
          "href": .text(site.addresses.address("/conflicts")), "icon": "conflict",
          "text": .text(PageWords.conflictsWait(conflicts)),
        ] : nil,
      status,
    ]
    return views.compactMap(\.self)
  }

  private var conflictCount: Int {
    guard session != nil, site.settings.maintenance != nil else { return 0 }
    return site.conflictCount
  }

  /// Only what a reader has to know: that changes of others are seen late, or not at all.
  private var status: TemplateView? {
    let found = site.live.snapshot.state.problem.map { (text: $0, path: "/", isProblem: true) }
    return (found ?? syncStatus).map { status in
      [
        "isProblem": .flag(status.isProblem), "icon": "status",
        "href": .text(site.addresses.address(status.path)), "text": .text(status.text),
      ]
    }
  }

  /// Of the last sync, what somebody has to look at.
  private var syncStatus: (text: String, path: String, isProblem: Bool)? {
    let failure = hasFailedSync ? (PageWords.lastSyncFailed, "/status", true) : nil
    guard let run = site.syncs.run else { return failure }
    let text: String
    switch run.outcome {
    case nil: text = PageWords.syncRuns
    case _ where !run.questions.isEmpty: text = PageWords.syncAsks
    case .failed: text = PageWords.lastSyncFailed
    case .notesync(let outcome) where outcome.problem != nil: text = PageWords.lastSyncFailed
    case .done, .notUndone, .notesync: return failure
    }
    return (text, "/status", !run.isRunning)
  }
}

extension TemplateView {
  /// A sentence in the place of something, and perhaps where it leads: the values of `empty.mustache`.
  static func empty(_ text: String, _ href: String? = nil, _ label: String? = nil) -> TemplateView {
    ["text": .text(text), "href": .optional(href), "label": .optional(label)]
  }

  static func link(_ href: String, _ label: String) -> TemplateView {
    ["href": .text(href), "label": .text(label)]
  }

  /// One of several views of the same, such as an order.
  static func link(_ href: String, _ label: String, isCurrent: Bool) -> TemplateView {
    ["href": .text(href), "label": .text(label), "isCurrent": .flag(isCurrent)]
  }
}

extension TemplateValue {
  /// Things of which each has a time, newest first, by their days; what has none is of now.
  static func days<Thing>(
    _ things: [Thing], now: NoteTime, _ time: (Thing) -> NoteTime?,
    _ view: (Thing) -> TemplateView
  ) -> TemplateValue {
    var days: [(day: CalendarDay, views: [TemplateView])] = []
    for thing in things {
      let day = time(thing)?.day ?? now.day
      if days.last?.day != day { days.append((day, [])) }
      days[days.count - 1].views.append(view(thing))
    }
    return .list(
      days.map {
        ["label": .text(DateWords.dayNear($0.day, now: now.day)), "items": .list($0.views)]
      })
  }

  /// Values of a form, of which some are chosen.
  static func choices(
    _ choices: [(value: String, label: String)], isChosen: (String) -> Bool
  ) -> TemplateValue {
    .list(
      choices.map { value, label in
        ["value": .text(value), "label": .text(label), "isChosen": .flag(isChosen(value))]
      })
  }

  static func empty(
    _ text: String, _ href: String? = nil, _ label: String? = nil, if isEmpty: Bool
  ) -> TemplateValue {
    isEmpty ? .view(.empty(text, href, label)) : .none
  }
}
