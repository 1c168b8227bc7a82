internal import HTTPTypes
internal import Journal
internal import Rendering
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import WebServer

/// The places of the vault, as a list and on a map.
enum PlaceRoutes {
  static let routes: [Route] = [
    Route(.get, PagePath.places, .session, "The places of the notes", places),
    Route(.get, PagePath.map, .session, "The places on a map", map),
  ]

  /// With `q` those whose name has this text, with `sort=notes` the most frequent first, with `from` the rest of a long
  /// list.
  static func places(_ incoming: PageRequest) async throws -> Reply {
    let (journal, tag) = try await incoming.taggedJournal()
    return try await incoming.page(tag) {
      let query = incoming.request.query
      let view = PlacesView(
        site: incoming.addresses, text: query["q"]?.trimmingBlanks ?? "",
        isByCount: query["sort"] == "notes", start: Int(query["from"] ?? "") ?? 0)
      var frame = PageFrame(incoming, title: PageWords.places, kind: "plain places")
      frame.styles = ["places.css"]
      frame.values = view.values(journal.places(among: CityTable.shipped))
      return try frame.reply("places")
    }
  }

  /// With `z`, `lat` and `lon` a part of the world, else the part where the notes are.
  static func map(_ incoming: PageRequest) async throws -> Reply {
    let (journal, tag) = try await incoming.taggedJournal()
    return try await incoming.page(tag) {
      let query = incoming.request.query
      let atlas = journal.places(among: CityTable.shipped)
      let view =
        WorldView { query[$0] } ?? WorldView(fitting: atlas.points.lazy.map(\.coordinates))
      var frame = PageFrame(incoming, title: PageWords.map, kind: "plain map")
      frame.scripts = ["map.js"]
      frame.styles = ["places.css"]
      frame.values = MapView(
        site: incoming.addresses, land: incoming.site.assets.address("world.svg"), view: view,
        icon: incoming.pin.icon, asksForLocation: incoming.asksForLocation
      ).values(atlas, MapPhotos(journal, incoming))
      return try frame.reply("map")
    }
  }
}

extension CityFile {
  /// The file beside the program, read once.
  static let kept = CityFile.shipped
}

extension CityTable {
  /// Of the file beside the program.
  static let shipped: CityTable? = CityFile.kept.map(CityTable.init)
}

/// The list of places: the values of `places.mustache`.
struct PlacesView {
  let site: SiteAddress
  /// Only names that have it.
  let text: String
  let isByCount: Bool
  let start: Int

  /// Rows of one page.
  static let limit = 200

  func values(_ atlas: PlaceAtlas) -> [String: TemplateValue] {
    let found = matching(atlas.entries)
    let first = min(max(start, 0), found.count)
    let shown = found[first..<min(first + Self.limit, found.count)]
    let end = first + shown.count
    return [
      "heading": .text(PageWords.places), "action": .text(site.address(PagePath.places)),
      "text": .text(text), "isByCount": .flag(isByCount),
      "hasSearch": .flag(!atlas.entries.isEmpty),
      "mapHref": atlas.points.isEmpty ? .none : .text(site.address(PagePath.map)),
      "orders": .list([
        order(PageWords.newestPlaces, isByCount: false),
        order(PageWords.mostNotes, isByCount: true),
      ]),
      "summary": atlas.entries.isEmpty ? .none : .text(summary(found.count)),
      "places": .list(shown.map(row)), "hasPlaces": .flag(!shown.isEmpty),
      "previousHref": first > 0
        ? .text(site.address(address(isByCount, from: max(0, first - Self.limit)))) : .none,
      "nextHref": end < found.count ? .text(site.address(address(isByCount, from: end))) : .none,
      "empty": .empty(
        atlas.entries.isEmpty ? PageWords.noPlaces : PageWords.noSuchPlace, if: found.isEmpty),
    ]
  }

  private func matching(_ entries: [PlaceAtlas.Entry]) -> [PlaceAtlas.Entry] {
    var found = entries
    if !text.isEmpty {
      let matcher = TextMatcher(text, options: FoldingOptions())
      var scratch = FoldingScratch()
      found = found.filter { entry in
        let names = [entry.title, entry.place.locality ?? ""].joined(separator: "\n")
        return Array(names.utf8).withUnsafeBufferPointer {
          matcher.contains($0, scratch: &scratch)
        }
      }
    }
    guard isByCount else { return found }
    return found.enumerated().sorted { a, b in
      a.element.notes == b.element.notes
        ? a.offset < b.offset : a.element.notes > b.element.notes
    }.map(\.element)
  }

  private func summary(_ count: Int) -> String {
    text.isEmpty ? count.counted("place") : "\(count.counted("place")) with “\(text)”"
  }

  private func address(_ isByCount: Bool, from start: Int) -> String {
    var fields: [String] = []
    if !text.isEmpty { fields.append("q=\(PercentEncoding.encoded(text.utf8))") }
    if isByCount { fields.append("sort=notes") }
    if start > 0 { fields.append("from=\(start)") }
    return PagePath.places + (fields.isEmpty ? "" : "?" + fields.joined(separator: "&"))
  }

  private func order(_ label: String, isByCount: Bool) -> TemplateView {
    [
      "label": .text(label), "href": .text(site.address(address(isByCount, from: 0))),
      "isCurrent": .flag(isByCount == self.isByCount),
    ]
  }

  private func row(_ entry: PlaceAtlas.Entry) -> TemplateView {
    let links = PlaceLinks(site: site)
    let coordinates = entry.place.coordinates
    let details = [
      entry.place.name == nil ? nil : entry.place.locality,
      entry.city == nil ? nil : coordinates?.text, entry.notes.counted("note"),
      DateWords.shortDay(entry.last),
    ]
    return [
      "title": .text(entry.title), "href": .optional(links.timeline(of: entry)),
      "details": .text(details.compactMap(\.self).joined(separator: " · ")),
      "nearHref": entry.city == nil
        ? .optional(coordinates.map { links.near($0, kilometers: 5) }) : .none,
      "mapHref": .optional(
        coordinates.map { position in
          site.address(
            WorldView(zoom: 6, latitude: position.latitude, longitude: position.longitude).address)
        }),
    ]
  }
}
