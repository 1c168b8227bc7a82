internal import HTTPTypes
internal import Journal
internal import WebServer

/// The places of the vault, on a map and as a list.
enum PlaceRoutes {
  /// The list is at the map.
  static func places(_ incoming: PageRequest) -> Reply {
    let query = incoming.request.target.drop { $0 != "?" }
    return .redirect(.seeOther, to: incoming.addresses.address(PagePath.map) + query)
  }

  static func map(_ incoming: PageRequest) async throws -> Reply {
    let (journal, tag) = try await incoming.taggedJournal()
    return try await incoming.page(tag) {
      let view = MapView(journal, MapQuery(incoming.request.query), incoming)
      var frame = PageFrame(incoming, title: PageWords.map, kind: "plain map")
      frame.scripts = view.hasMap ? ["map.js"] : []
      frame.styles = ["places.css"]
      frame.values = view.values
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
