internal import Journal
internal import VaultFormat
internal import WebServer

/// The categories in JSON.
enum CategoryAPI {
  /// `{"categories": […]}`: those of the settings in their order, then those that only notes have.
  static func list(_ incoming: PageRequest) async throws -> Reply {
    let tag = PageTag(incoming, shown: [])
    if let unchanged = tag.reply(to: incoming.request) { return unchanged }
    let entries = try await incoming.categories().entries
    return tag.marked(.json(.object([("categories", .array(entries.map(\.json)))])))
  }
}
