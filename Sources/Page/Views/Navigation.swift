internal import Rendering

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
  /// What is in rooms now, by their paths, in the place of what they are for.
  let facts: [String: String]

  private struct Link {
    let path: String
    let icon: String
    let label: String
    /// What is there, for somebody who has not seen it.
    let about: String
    /// As `page.js` reads it.
    let key: String?
    /// Beginnings of further addresses that belong to it.
    let also: [String]

    init(
      _ path: String, _ icon: String, _ label: String, _ about: String = "", key: String? = nil,
      also: [String] = []
    ) {
      (self.path, self.icon, self.label) = (path, icon, label)
      (self.about, self.key, self.also) = (about, key, also)
    }
  }

  private static let places = [
    Link("/", "timeline", "Timeline", key: "g t", also: ["/n/", "/y/", "/m/", "/d/"]),
    Link("/photos", "photos", "Photos", key: "g p", also: ["/p/"]),
    Link("/calendar", "calendar", "Calendar", key: "g c"),
  ]
  private static let me = Link(PagePath.me, "me", PageWords.me, key: "g i")

  private static let lookBack = [
    Link(PagePath.today, "today", PageWords.today, "This day in other years", key: "g h"),
    Link(PagePath.people, "people", PageWords.people, "Everyone you write about", key: "g o"),
    Link("/milestones", "star", PageWords.milestones, "First times, and when"),
    Link(PagePath.since, "trackers", PageWords.trackers, "How long ago it was", key: "g s"),
    Link(PagePath.statistics, "stats", PageWords.statistics, "Notes, words, days"),
  ]
  private static let find = [
    Link(PagePath.map, "map", PageWords.map, "Where notes were written", key: "g m"),
    Link("/tags", "tag", "Tags", "All, with their notes"),
    Link(PagePath.categories, "categories", PageWords.categories, "Kinds of notes"),
  ]
  private static let order = [
    Link("/import", "import", "Import", "Photos become notes"),
    Link("/drafts", "edit", "Drafts", "Begun, not saved"),
    Link(PagePath.order, "order", PageWords.orderByHand, "A list of your own"),
    Link(PagePath.changes, "history", PageWords.changes, "Each can be undone"),
    Link("/trash", "trash", "Trash", "Removed, not lost"),
  ]
  private static let share = [
    Link(PagePath.circles, "circles", PageWords.circles, "Who else sees what"),
    Link(PagePath.books, "book", PageWords.books, "Notes to print or to give"),
  ]
  private static let settings = [
    Link(
      "/status", "status", PageWords.statusTitle, "With your other devices",
      also: ["/conflicts", "/doctor"]),
    Link("/settings", "settings", "Settings", "Colours, text, devices, keys", also: ["/help/keys"]),
  ]
  private static let groups = [
    ("Look back", lookBack), ("Find", find), ("Put in order", order), ("Share", share),
    ("Sync and settings", settings),
  ].map { (label: $0, links: $1) }

  var placeViews: [TemplateView] { Self.places.map(view(of:)) }

  /// The room *Me* is where all others are.
  var meView: TemplateView {
    var view = view(of: Self.me)
    if isBelowMe { view["current"] = "true" }
    return view
  }

  /// Where the way back from the room that is shown leads, if it leads through *Me*.
  var parent: TemplateView? {
    isBelowMe ? .link(addresses.address(Self.me.path), Self.me.label) : nil
  }

  private var isBelowMe: Bool { Self.groups.contains { $0.links.contains { isAt($0) } } }

  /// One is open at the side: that of the room that is shown, else the first.
  var groupViews: [TemplateView] {
    let open = Self.groups.firstIndex { $0.links.contains { isAt($0) } } ?? 0
    return Self.groups.enumerated().map { number, group in
      [
        "label": .text(group.label), "isOpen": .flag(number == open),
        "links": .list(group.links.filter { isThere[$0.path] ?? true }.map(view(of:))),
      ]
    }
  }

  /// The drawing of an empty room: the name of its icon.
  var scene: String {
    (Self.places + Self.groups.flatMap(\.links)).first(where: isAt)?.icon ?? "search"
  }

  private var isThere: [String: Bool] { ["/import": isWritable, "/status": hasMaintenance] }

  private func isAt(_ link: Link) -> Bool {
    let inside = link.path == "/" ? [] : [link.path + "/"]
    return path == link.path || (inside + link.also).contains { path.hasPrefix($0) }
  }

  private func view(of link: Link) -> TemplateView {
    let counts = link.path == PagePath.since
    return [
      "href": .text(addresses.address(link.path)), "icon": .text(link.icon),
      "label": .text(link.label), "about": .text(facts[link.path] ?? link.about),
      "key": .optional(link.key),
      "current": path == link.path ? "page" : isAt(link) ? "true" : .none,
      "counts": .flag(counts), "count": counts && dueCount > 0 ? "\(dueCount)" : .none,
    ]
  }
}
