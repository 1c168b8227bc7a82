internal import Journal
internal import Media
internal import Rendering
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex

/// The map and the list of its places: the values of `map.mustache`.
struct MapView {
  private let incoming: PageRequest
  private let atlas: PlaceAtlas
  private let query: MapQuery
  /// The entries of the atlas that are looked for, the newest first.
  private let matching: [Int]
  /// Of these entries.
  private let points: [PlaceAtlas.Point]
  private let view: WorldView
  /// The notes with photos, by their position; none where no small copies are made.
  private let photos: [Coordinates?: [NoteFacts]]

  init(_ journal: JournalIndex, _ query: MapQuery, _ incoming: PageRequest) {
    (self.query, self.incoming) = (query, incoming)
    atlas = journal.places(among: CityTable.shipped)
    let shown = incoming.addresses.hasVariants ? journal.notes.filter { $0.photoCount > 0 } : []
    photos = Dictionary(grouping: shown) { $0.location.coordinates }
    matching = query.matching(atlas.entries)
    let isFound = Set(matching)
    points = atlas.points.filter { isFound.contains($0.entry) }
    let positions = (points.isEmpty ? atlas.points : points).map(\.coordinates)
    view = query.view ?? WorldView(ofMost: positions, reach: query.reach)
  }

  private var site: SiteAddress { incoming.addresses }

  /// Rows of one page of the list.
  private static let listLength = 200

  /// Without anything that is drawn, if no note has coordinates.
  var hasMap: Bool { !atlas.points.isEmpty }

  var values: [String: TemplateValue] {
    let found = MapClusters(points, in: view)
    let all: [(entry: Int, notes: Int)] =
      query.view == nil ? matching.map { ($0, atlas.entries[$0].notes) } : found.entries
    let rows = all.sorted {
      query.isNewest || $0.notes == $1.notes ? $0.entry < $1.entry : $0.notes > $1.notes
    }
    let first = min(query.start, rows.count)
    let shown = rows[first...].prefix(Self.listLength)
    let end = first + shown.count
    var values: [String: TemplateValue] = [
      "heading": .text(PageWords.map), "action": .text(site.address(PagePath.map)),
      "text": .text(query.text), "isNewest": .flag(query.isNewest),
      "hasSearch": .flag(!atlas.entries.isEmpty), "hasMap": .flag(hasMap),
      "orders": .list(
        [(PageWords.mostNotes, false), (PageWords.newestPlaces, true)].map { label, isNewest in
          .link(
            address(query.view, isNewest: isNewest), label, isCurrent: isNewest == query.isNewest)
        }),
      "notesHref": query.view == nil ? .none : .optional(found.circle.map(site.timeline(near:))),
      "allHref": query.text.isEmpty ? .none : .text(site.address(PagePath.map)),
      "summary": .text(summary(rows)),
      "places": .list(shown.map { row(atlas.entries[$0.entry], $0.notes) }),
      "hasPlaces": .flag(!shown.isEmpty),
      "previousHref": first > 0
        ? .text(address(query.view, from: max(0, first - Self.listLength))) : .none,
      "nextHref": end < rows.count ? .text(address(query.view, from: end)) : .none,
      "empty": .empty(PageWords.noPlaces, if: atlas.entries.isEmpty),
    ]
    if hasMap { values.merge(drawing(found)) { $1 } }
    return values
  }

  private func drawing(_ found: MapClusters) -> [String: TemplateValue] {
    [
      "landHref": .text("\(incoming.site.assets.address("world.svg"))#land"),
      "zoom": .text(WorldView.number(view.zoom, places: 2)),
      "furthest": .text(WorldView.number(WorldView.zooms.upperBound, places: 2)),
      "latitude": .text(WorldView.number(view.latitude, places: 6)),
      "longitude": .text(WorldView.number(view.longitude, places: 6)),
      "viewBox": .text(view.viewBox),
      "asksForLocation": .flag(incoming.asksForLocation),
      "towns": .list(towns),
      "marks": .list(zip(found.clusters, namePlaces(found.clusters)).map(mark)),
      "ways": .list(
        Self.ways.map { name, sign, east, north in
          button(name, "\(PageWords.moveTo) \(name)", sign, view.moved(east: east, north: north))
        }),
      "scales": .list([
        button("in", PageWords.zoomIn, "+", nearer(found.clusters)),
        button("out", PageWords.zoomOut, "−", view.zoomed(by: -1)),
      ]),
      "fitHref": .text(fitAddress),
    ]
  }

  /// The cities to know one's way by, the fewer the more of the world is shown; few of them find room in `map.js`.
  private var towns: [TemplateView] {
    guard view.width < 45, let cities = CityTable.shipped else { return [] }
    return cities.largest(ofAtLeast: 20_000 * view.width, where: view.contains).prefix(40).map {
      [
        "name": .text($0.name),
        "latitude": .text(WorldView.number($0.coordinates.latitude, places: 6)),
        "longitude": .text(WorldView.number($0.coordinates.longitude, places: 6)),
      ]
    }
  }

  private static let ways: [(name: String, sign: String, east: Double, north: Double)] = [
    ("west", "←", -1, 0), ("north", "↑", 0, 1), ("south", "↓", 0, -1), ("east", "→", 1, 0),
  ]

  /// Where all points are in sight.
  private var fitAddress: String {
    let positions = points.map(\.coordinates)
    let all = WorldView(fitting: positions, reach: query.reach)
    return address(all == WorldView(ofMost: positions, reach: query.reach) ? nil : all)
  }

  /// Of a view, with what is looked for and the order.
  private func address(_ view: WorldView?, isNewest: Bool? = nil, from start: Int = 0) -> String {
    var fields = query.text.isEmpty ? [] : ["q=\(PercentEncoding.encoded(query.text.utf8))"]
    if isNewest ?? query.isNewest { fields.append("sort=newest") }
    if start > 0 { fields.append("from=\(start)") }
    let path = view?.address ?? PagePath.map
    return site.address(
      fields.isEmpty ? path : path + (view == nil ? "?" : "&") + fields.joined(separator: "&"))
  }

  private func summary(_ rows: [(entry: Int, notes: Int)]) -> String {
    if matching.isEmpty { return query.text.isEmpty ? "" : PageWords.noSuchPlace }
    if rows.isEmpty { return PageWords.nothingHere }
    let (all, notes) = (matching.count, rows.reduce(0) { $0 + $1.notes })
    let places =
      rows.count == all ? all.counted("place") : "\(rows.count) of \(all.counted("place"))"
    return "\(places), \(PageWords.notes(notes))"
      + (query.text.isEmpty ? "" : " with “\(query.text)”")
  }

  /// The next nearer view, of the circle that is nearest to the middle: else a few steps lead to open sea.
  private func nearer(_ clusters: [MapClusters.Cluster]) -> WorldView {
    func distance(_ cluster: MapClusters.Cluster) -> Double {
      let (x, y) = view.place(of: cluster.center)
      return (x - 0.5) * (x - 0.5) + (y - 0.5) * (y - 0.5)
    }
    let nearer = view.zoomed(by: 1)
    guard let goal = clusters.min(by: { distance($0) < distance($1) }),
      !clusters.contains(where: { nearer.contains($0.center) })
    else { return nearer }
    return WorldView(
      zoom: nearer.zoom, latitude: goal.center.latitude, longitude: goal.center.longitude)
  }

  /// Without an address if it would lead nowhere.
  private func button(
    _ name: String, _ label: String, _ sign: String, _ goal: WorldView
  ) -> TemplateView {
    [
      "name": .text(name), "label": .text(label), "sign": .text(sign),
      "href": goal == view ? .none : .text(address(goal)),
    ]
  }

  /// Where the name of a circle is, from its middle in pixels.
  private typealias NamePlace = (side: String?, x: Int, y: Int)
  private static let namePlaces: [NamePlace] = [
    (nil, 0, 37), (nil, 0, -30), ("early", 28, 6), ("late", -28, 6),
  ]

  /// Of each circle, the first of these with room beside the others on a phone; nil where none has.
  private func namePlaces(_ clusters: [MapClusters.Cluster]) -> [NamePlace?] {
    let (width, height) = (390.0, 390 / WorldView.ratio)
    let pins = clusters.map { cluster in
      let (x, y) = view.place(of: cluster.center)
      return (x: x * width, y: y * height, half: 4.6 * Double(name(of: cluster).count))
    }
    var shown: [(x: Double, y: Double, half: Double)] = []
    return pins.map { pin in
      Self.namePlaces.first { place in
        let x = pin.x + Double(place.x) + Double(place.x.signum()) * pin.half
        let y = pin.y + Double(place.y) - 4
        let isInside =
          abs(x - width / 2) <= width / 2 - pin.half
          && abs(y - height / 2) <= height * view.reach / 2 - 8
        let isTaken =
          pins.contains { abs($0.x - x) < pin.half + 24 && abs($0.y - y) < 28 }
          || shown.contains { abs($0.x - x) < $0.half + pin.half && abs($0.y - y) < 16 }
        guard isInside, !isTaken else { return false }
        shown.append((x, y, pin.half))
        return true
      }
    }
  }

  private func mark(_ cluster: MapClusters.Cluster, _ namePlace: NamePlace?) -> TemplateView {
    let place = view.place(of: cluster.center)
    // Circles at the edge are not cut off, as in `map.js`.
    let (x, half) = (min(max(place.x, 0.06), 0.94), view.reach / 2 - 0.1)
    let y = min(max(place.y, 0.5 - half), 0.5 + half)
    let titles = cluster.entries.prefix(2).map { atlas.entries[$0].title }
    let others = cluster.entries.count - titles.count
    let more = others > 0 ? " and \(others.counted("more place"))" : ""
    let isOne = cluster.entries.count == 1
    let entry = atlas.entries[cluster.entries[0]]
    // All notes of a place are more than a circle around some of them.
    let isWhole = isOne && entry.isNamed && entry.notes == cluster.notes
    let nearer = cluster.nearer.map { address($0) }
    let notes = cluster.notes
    // Exact as long as there is room for it.
    let count = notes == 1 ? "" : notes < 10_000 ? PageWords.grouped(notes) : "\(notes / 1000)k"
    let width = max(30, 8 * count.count + 8)
    let photo = incoming.scene(among: Set(cluster.positions).lazy.flatMap { photos[$0] ?? [] })
    return [
      "href": .text(
        nearer ?? (isWhole ? site.timeline(of: entry) : nil) ?? site.timeline(near: cluster.circle)),
      "label": .text(
        "\(titles.joined(separator: ", "))\(more): \(PageWords.notes(notes))"
          + (nearer == nil ? "" : "; \(PageWords.showNearer)")),
      "x": .text(Self.percent(x)), "y": .text(Self.percent(y)),
      "latitude": .text(WorldView.number(cluster.center.latitude, places: 6)),
      "longitude": .text(WorldView.number(cluster.center.longitude, places: 6)),
      "photo": .optional(photo.map { site.picture($0, .small) }),
      "radius": .text("\(notes == 1 ? 9 : 9 + 3 * min(4, "\(notes)".count))"),
      "count": .text(count), "width": .text("\(width)"), "left": .text("\(18 - width / 2)"),
      "name": .text(name(of: cluster)), "isTight": .flag(namePlace == nil),
      "side": .optional(namePlace?.side), "aside": .text("\(namePlace?.x ?? 0)"),
      "drop": .text("\(namePlace?.y ?? 37)"),
    ]
  }

  private func row(_ entry: PlaceAtlas.Entry, _ notes: Int) -> TemplateView {
    let details = [
      entry.place.name == nil ? nil : entry.place.locality,
      PageWords.notes(notes), DateWords.shortDay(entry.last),
    ]
    return [
      "title": .text(entry.title),
      "href": .optional(site.timeline(of: entry)),
      "details": .text(details.compactMap(\.self).joined(separator: " · ")),
      "mapHref": .optional(
        entry.place.coordinates.map { position in
          address(
            WorldView(
              zoom: WorldView.nearestFit, latitude: position.latitude,
              longitude: position.longitude))
        }),
    ]
  }

  /// The name of the largest place of a circle, and how many more there are.
  private func name(of cluster: MapClusters.Cluster) -> String {
    let (entry, isOne) = (atlas.entries[cluster.entries[0]], cluster.entries.count == 1)
    let text = entry.city ?? (isOne ? entry.place.text : entry.place.locality ?? entry.place.text)
    let short = text.map { $0.count > 18 ? $0.prefix(17) + "…" : $0 }
    let more = isOne ? nil : "+\(cluster.entries.count - 1)"
    return [incoming.pin.icon?.emoji, short, more].compactMap(\.self).joined(separator: " ")
  }

  private static func percent(_ part: Double) -> String {
    "\(WorldView.number(part * 100, places: 3))%"
  }
}

/// What the address of the map asks for.
struct MapQuery {
  /// `z`, `lat` and `lon`: a part of the world; nil for the part where the notes are.
  let view: WorldView?
  /// `h`: as much of the height as the window shows, in heights of the map; `map.js` says it.
  let reach: Double
  /// `q`: only places whose name or town has it.
  let text: String
  /// `sort=newest`, else those with the most notes first.
  let isNewest: Bool
  /// `from`: the number of the first row of the list.
  let start: Int

  init(_ fields: FormFields) {
    let reach = min(max(fields["h"].flatMap(Coordinates.number) ?? 1, 0.25), 4)
    self.reach = reach
    view = WorldView(reach: reach) { fields[$0] }
    text = fields["q"]?.trimmingBlanks ?? ""
    isNewest = fields["sort"] == "newest"
    start = max(0, Int(fields["from"] ?? "") ?? 0)
  }

  /// The numbers of the entries that have the text.
  func matching(_ entries: [PlaceAtlas.Entry]) -> [Int] {
    guard !text.isEmpty else { return Array(entries.indices) }
    let matcher = TextMatcher(text, options: FoldingOptions())
    var scratch = FoldingScratch()
    return entries.indices.filter { number in
      let names = entries[number].title + "\n" + (entries[number].place.locality ?? "")
      return Array(names.utf8).withUnsafeBufferPointer {
        matcher.contains($0, scratch: &scratch)
      }
    }
  }
}

/// The points of a view, joined where their circles would lie upon each other.
///
/// However many points there are, the map has some fifty circles at most.
struct MapClusters: Sendable {
  struct Cluster: Hashable, Sendable {
    /// Of the field with the most notes in it, so that no circle lies where nothing is.
    var center: Coordinates
    var notes: Int
    /// The entries of the atlas, the one with the most notes here first.
    var entries: [Int]
    /// Contains all its points.
    var circle: CoordinateCircle
    /// Of its notes.
    var positions: [Coordinates]
    /// Where its places come apart; nil if it has one, or if they do not however near the view is.
    var nearer: WorldView?
  }

  /// The largest first.
  let clusters: [Cluster]
  /// The entries that have points in the view, and how many, the largest first.
  let entries: [(entry: Int, notes: Int)]
  /// Contains all points in the view; nil if there are none.
  let circle: CoordinateCircle?

  /// The least distance of two circles, in widths of the map: more in a high box, which is the narrow one of a phone.
  private static func distance(in view: WorldView) -> Double { view.reach > 1.75 ? 0.14 : 0.115 }
  /// Fields across the map, in which points are joined first.
  private static let fields = 60

  init(_ points: [PlaceAtlas.Point], in view: WorldView) {
    var fields: [Field: [Int]] = [:]
    var counts: [Int: Int] = [:]
    var bounds = CoordinateBounds()
    for (index, point) in points.enumerated() where view.contains(point.coordinates) {
      let (x, y) = view.place(of: point.coordinates)
      let field = Field(
        x: Int(x * Double(Self.fields)), y: Int(y / WorldView.ratio * Double(Self.fields)))
      fields[field, default: []].append(index)
      counts[point.entry, default: 0] += 1
      bounds.add(point.coordinates)
    }
    let sorted = fields.sorted { a, b in
      a.value.count == b.value.count ? a.key < b.key : a.value.count > b.value.count
    }
    var groups: [(x: Double, y: Double, center: Coordinates, points: [PlaceAtlas.Point])] = []
    for (_, members) in sorted {
      let members = members.map { points[$0] }
      guard let center = CoordinateBounds(members.map(\.coordinates)).middle else { continue }
      let place = view.place(of: center)
      let (x, y) = (place.x, place.y / WorldView.ratio)
      func squaredDistance(_ index: Int) -> Double {
        let (dx, dy) = (groups[index].x - x, groups[index].y - y)
        return dx * dx + dy * dy
      }
      let nearest = groups.indices.min { squaredDistance($0) < squaredDistance($1) }
      if let nearest, squaredDistance(nearest).squareRoot() < Self.distance(in: view) {
        groups[nearest].points += members
      } else {
        groups.append((x, y, center, members))
      }
    }
    clusters = groups.compactMap { Self.cluster($0.center, $0.points, in: view) }
      .sorted { ($1.notes, $0.center.longitude) < ($0.notes, $1.center.longitude) }
    entries = Self.ranked(counts).map { ($0, counts[$0] ?? 0) }
    circle = bounds.circle
  }

  private struct Field: Hashable, Comparable {
    let x: Int
    let y: Int

    static func < (a: Field, b: Field) -> Bool { (a.y, a.x) < (b.y, b.x) }
  }

  /// Nil for no points.
  private static func cluster(
    _ center: Coordinates, _ points: [PlaceAtlas.Point], in view: WorldView
  ) -> Cluster? {
    let positions = points.map(\.coordinates)
    guard let circle = CoordinateBounds(positions).circle else { return nil }
    var counts: [Int: Int] = [:]
    for point in points { counts[point.entry, default: 0] += 1 }
    return Cluster(
      center: center, notes: points.count, entries: ranked(counts), circle: circle,
      positions: positions,
      nearer: counts.count > 1 ? nearerView(of: positions, than: view) : nil)
  }

  /// Nil if all positions would still be one circle.
  private static func nearerView(
    of positions: [Coordinates], than view: WorldView
  ) -> WorldView? {
    let nearer = WorldView(fitting: positions, nearest: WorldView.zooms.upperBound)
    guard nearer.zoom > view.zoom else { return nil }
    let places = positions.map(nearer.place)
    func extent(_ parts: [Double]) -> Double { (parts.max() ?? 0) - (parts.min() ?? 0) }
    let size = max(extent(places.map(\.x)), extent(places.map(\.y)) / WorldView.ratio)
    return size < 2 * distance(in: view) ? nil : nearer
  }

  /// The most frequent first, then the newest.
  private static func ranked(_ counts: [Int: Int]) -> [Int] {
    counts.sorted { $0.value == $1.value ? $0.key < $1.key : $0.value > $1.value }.map(\.key)
  }
}
