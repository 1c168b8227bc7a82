internal import Journal
internal import VaultFormat
internal import WebServer

/// The places of the vault for programs.
enum PlaceAPI {
  /// `{"places": […]}`, as `tl places --json` prints them, the newest first.
  static func list(_ incoming: PageRequest) async throws -> Reply {
    let (_, state) = try await incoming.journal()
    let tag = PageTag(incoming, shown: [], further: [state])
    if let unchanged = tag.reply(to: incoming.request) { return unchanged }
    let book = try await incoming.placeBook()
    return tag.marked(.json(.object([("places", .array(book.entries.map(\.json)))])))
  }
}
