internal import Journal
internal import Rendering
internal import VaultFormat

/// The map: the values of `map.mustache`.
struct MapView {
  let site: SiteAddress
  /// The address of the outline of the land.
  let land: String
  let view: WorldView
  /// Before the names of places, if any.
  let icon: CategorySymbol?
  /// Whether it offers to ask the device where it is.
  let asksForLocation: Bool

  /// Rows of the list beside the map.
  private static let listLength = 50

  func values(_ atlas: PlaceAtlas) -> [String: TemplateValue] {
    let found = MapClusters(atlas.points, in: view)
    let notes = found.entries.reduce(0) { $0 + $1.notes }
    let others = found.entries.count - Self.listLength
    let (meridians, parallels) = view.lines
    return [
      "heading": .text(PageWords.map), "landHref": .text("\(land)#land"),
      "zoom": .text("\(view.zoom)"), "furthest": .text("\(WorldView.zooms.upperBound)"),
      "latitude": .text(WorldView.number(view.latitude, places: 6)),
      "longitude": .text(WorldView.number(view.longitude, places: 6)),
      "viewBox": .text(view.viewBox),
      "meridians": .list(
        meridians.map {
          [
            "at": .text(Self.percent(($0 - view.west) / view.width)),
            "degree": .text(Self.degree($0)),
          ]
        }),
      "parallels": .list(
        parallels.map {
          [
            "at": .text(Self.percent((view.north - $0) / view.height)),
            "degree": .text(Self.degree($0)),
          ]
        }),
      "asksForLocation": .flag(asksForLocation),
      "marks": .list(found.clusters.map { mark($0, atlas) }),
      "buttons": .list(buttons),
      "fitHref": .text(site.address(PagePath.map)),
      "placesHref": .text(site.address(PagePath.places)),
      "notesHref": .optional(found.circle.map(PlaceLinks(site: site).near)),
      "summary": .text(
        atlas.points.isEmpty
          ? PageWords.nothingOnMap
          : notes == 0
            ? PageWords.nothingHere
            : "\(found.entries.count.counted("place")), \(notes.counted("note"))"),
      "places": .list(
        found.entries.prefix(Self.listLength).map { row(atlas.entries[$0.entry], $0.notes) }),
      "hasPlaces": .flag(!found.entries.isEmpty),
      "others": others > 0 ? .text("and \(others.counted("more place", "more places"))") : .none,
    ]
  }

  private struct Button {
    let name: String
    let label: String
    let view: WorldView
  }

  /// Without those that lead nowhere.
  private var buttons: [TemplateView] {
    [
      Button(name: "in", label: PageWords.zoomIn, view: view.zoomed(by: 1)),
      Button(name: "out", label: PageWords.zoomOut, view: view.zoomed(by: -1)),
      Button(name: "west", label: PageWords.west, view: view.moved(east: -1, north: 0)),
      Button(name: "north", label: PageWords.north, view: view.moved(east: 0, north: 1)),
      Button(name: "south", label: PageWords.south, view: view.moved(east: 0, north: -1)),
      Button(name: "east", label: PageWords.east, view: view.moved(east: 1, north: 0)),
    ].map { button in
      [
        "name": .text(button.name), "label": .text(button.label),
        "href": button.view == view ? .none : .text(site.address(button.view.address)),
        "sign": .text(Self.signs[button.name] ?? ""),
      ]
    }
  }

  private static let signs = [
    "in": "+", "out": "−", "west": "←", "north": "↑", "south": "↓", "east": "→",
  ]

  private func mark(_ cluster: MapClusters.Cluster, _ atlas: PlaceAtlas) -> TemplateView {
    let place = view.place(of: cluster.center)
    // Circles at the edge are not cut off, as in `map.js`.
    let (x, y) = (min(max(place.x, 0.025), 0.975), min(max(place.y, 0.04), 0.96))
    let titles = cluster.entries.prefix(2).map { atlas.entries[$0].title }
    let others = cluster.entries.count - titles.count
    let names =
      titles.joined(separator: ", ")
      + (others > 0 ? " and \(others.counted("more place", "more places"))" : "")
    let isOne = cluster.entries.count == 1
    let entry = atlas.entries[cluster.entries[0]]
    let links = PlaceLinks(site: site)
    // All notes of a place are more than a circle around some of them.
    let isWhole = isOne && entry.isNamed && entry.notes == cluster.notes
    let nearer = cluster.nearer.map { site.address($0.address) }
    return [
      "href": .text(
        nearer ?? (isWhole ? links.timeline(of: entry) : nil) ?? links.near(cluster.circle)),
      "label": .text(
        "\(names): \(cluster.notes.counted("note"))"
          + (nearer == nil ? "" : "; \(PageWords.showNearer)")),
      "x": .text(Self.percent(x)), "y": .text(Self.percent(y)),
      "latitude": .text(WorldView.number(cluster.center.latitude, places: 6)),
      "longitude": .text(WorldView.number(cluster.center.longitude, places: 6)),
      "radius": .text("\(Self.radius(cluster.notes))"),
      "count": .text(Self.short(cluster.notes)),
      "name": .text(name(entry, isOne: isOne)),
      // Away from the edge.
      "side": x < 0.08 ? "early" : x > 0.92 ? "late" : .none, "drop": y > 0.9 ? "-24" : "34",
    ]
  }

  private func row(_ entry: PlaceAtlas.Entry, _ notes: Int) -> TemplateView {
    let links = PlaceLinks(site: site)
    return [
      "title": .text(entry.title), "href": .optional(links.timeline(of: entry)),
      "count": .text("\(notes)"), "means": .text(notes == 1 ? "note" : "notes"),
      "town": .optional(entry.place.name == nil ? nil : entry.place.locality),
    ]
  }

  /// The name of the largest place of a circle, if there is room for it.
  private func name(_ entry: PlaceAtlas.Entry, isOne: Bool) -> String {
    let text = entry.city ?? (isOne ? entry.place.text : entry.place.locality ?? entry.place.text)
    guard let text else { return icon?.emoji ?? "" }
    let short = text.count > 18 ? text.prefix(17) + "…" : text
    return [icon?.emoji, short].compactMap(\.self).joined(separator: " ")
  }

  /// In pixels.
  private static func radius(_ notes: Int) -> Int {
    switch notes {
    case 1: 9
    case 2..<10: 12
    case 10..<100: 15
    case 100..<1000: 18
    default: 21
    }
  }

  /// A count of at most four characters; nothing for one.
  private static func short(_ notes: Int) -> String {
    notes == 1 ? "" : notes < 1000 ? "\(notes)" : "\(notes / 1000)k"
  }

  private static func percent(_ part: Double) -> String {
    "\(WorldView.number(part * 100, places: 3))%"
  }

  private static func degree(_ value: Double) -> String { WorldView.number(value, places: 4) }
}
