internal import HTTPTypes
internal import Rendering
internal import VaultFormat
internal import VaultIndex
internal import WebServer

/// The way to every room: the places, and all others in groups, as the side of a wide window and the room *Me* have them.
struct Navigation {
  let addresses: SiteAddress
  /// Of the page that is shown, without the site's prefix.
  let path: String
  let isWritable: Bool
  /// Whether the page cares for the vault and its syncs.
  let hasMaintenance: Bool
  /// Of trackers.
  let dueCount: Int

  private struct Link {
    var path: String
    var icon: String
    var label: String
    /// What is there, for somebody who has not seen it.
    var about = ""
    /// As `page.js` reads it.
    var key: String?
    /// Beginnings of further addresses that belong to it.
    var also: [String] = []
  }

  private static let places = [
    Link(
      path: "/", icon: "timeline", label: "Timeline", key: "g t",
      also: ["/n/", "/y/", "/m/", "/d/"]),
    Link(path: "/photos", icon: "photos", label: "Photos", key: "g p", also: ["/p/"]),
    Link(path: "/calendar", icon: "calendar", label: "Calendar", key: "g c"),
  ]
  private static let me = Link(
    path: PagePath.me, icon: "me", label: PageWords.me, key: "g i")
  private static let groups: [(label: String, links: [Link])] = [
    (
      "Look back",
      [
        Link(
          path: PagePath.today, icon: "today", label: PageWords.today,
          about: "This day in other years", key: "g h"),
        Link(
          path: PagePath.people, icon: "people", label: PageWords.people,
          about: "Everyone you write about", key: "g o"),
        Link(
          path: "/milestones", icon: "done", label: PageWords.milestones,
          about: "First times, and when"),
        Link(
          path: PagePath.since, icon: "trackers", label: PageWords.trackers,
          about: "How long ago it was", key: "g s"),
        Link(
          path: PagePath.statistics, icon: "stats", label: PageWords.statistics,
          about: "Notes, words, days"),
      ]
    ),
    (
      "Find",
      [
        Link(
          path: PagePath.map, icon: "map", label: PageWords.map, about: "Where notes were written",
          key: "g m", also: [PagePath.places]),
        Link(path: "/tags", icon: "tag", label: "Tags", about: "All, with their notes"),
        Link(
          path: PagePath.categories, icon: "categories", label: PageWords.categories,
          about: "Kinds of notes"),
      ]
    ),
    (
      "Keep",
      [
        Link(path: "/import", icon: "import", label: "Import", about: "Photos become notes"),
        Link(path: "/drafts", icon: "edit", label: "Drafts", about: "Begun, not saved"),
        Link(path: "/trash", icon: "trash", label: "Trash", about: "Removed, not lost"),
        Link(path: PagePath.order, icon: "order", label: "Order", about: "A list by hand"),
        Link(
          path: PagePath.changes, icon: "history", label: PageWords.changes,
          about: "Each can be undone"),
        Link(
          path: PagePath.circles, icon: "circles", label: PageWords.circles,
          about: "Who else sees what"),
        Link(
          path: PagePath.books, icon: "book", label: PageWords.books,
          about: "Notes to print or to give"),
      ]
    ),
    (
      "This page",
      [
        Link(
          path: "/status", icon: "status", label: "Sync", about: "With your other devices",
          also: ["/conflicts", "/doctor"]),
        Link(
          path: "/settings", icon: "settings", label: "Settings",
          about: "Colours, text, devices, keys", also: ["/help/keys"]),
      ]
    ),
  ]

  var placeViews: [TemplateView] { Self.places.map(view(of:)) }

  /// The room *Me* is where all others are.
  var meView: TemplateView {
    var view = view(of: Self.me)
    if Self.groups.contains(where: { $0.links.contains { isAt($0) } }) { view["current"] = "true" }
    return view
  }

  /// One is open at the side: that of the room that is shown, else the first.
  var groupViews: [TemplateView] {
    let open = Self.groups.firstIndex { $0.links.contains { isAt($0) } } ?? 0
    return Self.groups.enumerated().map { number, group in
      [
        "label": .text(group.label), "isOpen": .flag(number == open),
        "links": .list(group.links.filter(isThere).map(view(of:))),
      ]
    }
  }

  private func isThere(_ link: Link) -> Bool {
    switch link.path {
    case "/import": isWritable
    case "/status": hasMaintenance
    default: true
    }
  }

  private func isAt(_ link: Link) -> Bool {
    let inside = link.path == "/" ? [] : [link.path + "/"]
    return path == link.path || (inside + link.also).contains { path.hasPrefix($0) }
  }

  private func view(of link: Link) -> TemplateView {
    let isDue = link.path == PagePath.since && dueCount > 0
    return [
      "href": .text(addresses.address(link.path)), "icon": .text(link.icon),
      "label": .text(link.label), "about": .text(link.about), "key": .optional(link.key),
      "current": path == link.path ? "page" : isAt(link) ? "true" : .none,
      "count": isDue ? "\(dueCount)" : .none,
    ]
  }
}

/// The room of all rooms.
enum MeRoutes {
  static func me(_ incoming: PageRequest) async throws -> Reply {
    try await incoming.page(PageTag(incoming)) {
      var frame = PageFrame(incoming, title: PageWords.me, kind: "plain me")
      let count = incoming.timeline.withoutPages.index.count
      frame.values = [
        "heading": .text(PageWords.me),
        "summary": .text("\(incoming.site.settings.vaultName) · \(count.counted("note"))"),
      ]
      return try frame.reply("me")
    }
  }
}
