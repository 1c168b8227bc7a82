internal import HTTPTypes
internal import Journal
internal import Rendering
internal import SystemCalls
internal import VaultFormat
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
    let (journal, state) = try await incoming.journal()
    let tag = PageTag(incoming, shown: [], further: [state])
    if let unchanged = tag.reply(to: incoming.request) { return unchanged }
    if let known = incoming.site.pages.page(tag) { return known }
    let query = incoming.request.query
    let view = PlacesView(
      site: incoming.addresses, text: query["q"]?.trimmingBlanks ?? "",
      isByCount: query["sort"] == "notes", start: Int(query["from"] ?? "") ?? 0)
    var frame = PageFrame(incoming, title: PageWords.places, kind: "plain places")
    frame.styles = ["places.css"]
    frame.values = view.values(journal.places(among: CityTable.shipped))
    return incoming.site.pages.keep(try frame.reply("places"), tag)
  }

  /// With `z`, `lat` and `lon` a part of the world, else the part where the notes are.
  static func map(_ incoming: PageRequest) async throws -> Reply {
    let (journal, state) = try await incoming.journal()
    let tag = PageTag(incoming, shown: [], further: [state])
    if let unchanged = tag.reply(to: incoming.request) { return unchanged }
    if let known = incoming.site.pages.page(tag) { return known }
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
    ).values(atlas)
    return incoming.site.pages.keep(try frame.reply("map"), tag)
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
