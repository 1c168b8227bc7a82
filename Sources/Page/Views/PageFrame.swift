internal import HTTPTypes
internal import Rendering
internal import VaultIndex
internal import WebServer

/// What every page has around its content: the values of `head.mustache` and `foot.mustache`.
struct PageFrame {
  let site: PageSite
  let session: Session?
  let title: String
  /// The class of the body: what kind of page it is.
  let kind: String
  /// Of the page's own template.
  var values: [String: TemplateValue] = [:]
  /// The words in the search field.
  var search = ""
  /// Beside `page.js`.
  var scripts: [String] = []
  /// What was done, and a form's address that undoes it.
  var notice: (text: String, undo: String?)?
  /// The address of the page, to come back to from a form.
  private var address = ""
  private var path = ""
  /// What the page shows.
  private var snapshot: LiveSnapshot

  init(site: PageSite, session: Session?, title: String, kind: String) {
    self.site = site
    self.session = session
    self.title = title
    self.kind = kind
    snapshot = site.live.snapshot
  }

  init(_ incoming: PageRequest, title: String, kind: String) {
    self.init(site: incoming.site, session: incoming.session, title: title, kind: kind)
    path = incoming.localPath
    snapshot = incoming.snapshot
    let query = incoming.request.queryText
    address = incoming.addresses.address(path) + (query.isEmpty ? "" : "?\(query)")
    notice = Notice(incoming).value
  }

  func reply(_ template: String) throws -> Reply {
    Reply(
      .ok, "text/html; charset=utf-8", body: .bytes(try html(template, TemplateView(values)).bytes))
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
    return [
      "lang": "en", "dir": "ltr", "theme": .none, "textSize": .none,
      "title": "\(title) · \(site.settings.vaultName)",
      "css": .text(site.assets.address("page.css")),
      "accentCSS": .none, "manifest": .none, "favicon": .text(site.assets.address("mark.svg")),
      "scripts": .texts(isIn ? (["page.js"] + scripts).map(site.assets.address) : []),
      "kind": .text(kind), "vault": .text(site.settings.vaultName),
      "home": .text(addresses.address("/")), "icons": .text(site.assets.address("icons.svg")),
      "script": isIn
        ? .view([
          "account": .text(session?.account ?? ""), "api": .text(addresses.address("/api/v1")),
          "home": .text(addresses.address("/")),
          "events": .text(addresses.address("/events") + "?since=\(site.version(of: snapshot))"),
          "keysOff": false, "wordsJSON": .text(PageWords.scriptJSON),
        ]) : .none,
      "search": isIn
        ? .view(["action": .text(addresses.address("/")), "query": .text(search)]) : .none,
      "newHref": isWritable ? .text(addresses.address("/new")) : .none,
      "hasSections": .flag(isIn), "sections": .list(links(Self.sections)),
      "more": .list(links(Self.further)), "status": .optional(status),
      "notice": .optional(
        notice.map { ["text": .text($0.text), "undoAction": .optional($0.undo)] }),
      "token": .optional(isWritable ? session?.formToken : nil), "address": .text(address),
      "words": .view(PageWords.view),
    ]
  }

  private struct Link {
    var path: String
    var icon: String
    var label: String
  }

  private static let sections = [
    Link(path: "/", icon: "timeline", label: "Timeline"),
    Link(path: "/photos", icon: "photos", label: "Photos"),
    Link(path: "/calendar", icon: "calendar", label: "Calendar"),
    Link(path: "/tags", icon: "tag", label: "Tags"),
  ]
  private static let further = [
    Link(path: "/trash", icon: "trash", label: "Trash"),
    Link(path: "/help/keys", icon: "help", label: "Keys"),
  ]

  private func links(_ links: [Link]) -> [TemplateView] {
    links.map { link in
      let isCurrent = link.path == "/" ? path == "/" : path.hasPrefix(link.path)
      return [
        "href": .text(site.addresses.address(link.path)), "isCurrent": .flag(isCurrent),
        "icon": .text(link.icon), "label": .text(link.label), "count": .none,
      ]
    }
  }

  /// Only what a reader has to know: that changes of others are seen late, or not at all.
  private var status: TemplateView? {
    let text: String
    switch site.live.snapshot.state {
    case .watched: return nil
    case .polled(.watchLimit):
      text =
        "Changes by other programs are seen after some minutes: the system has no more watches."
    case .polled: text = "Changes by other programs are seen after some minutes."
    case .lost: text = "The vault cannot be opened any more; this is how it was."
    }
    return ["isProblem": true, "href": .text(site.addresses.address("/")), "text": .text(text)]
  }
}
