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

extension APISchemas {
  /// As `tl category list --json` prints it.
  static let category = object(
    [
      ("name", string, nil), ("symbol", nullableText, "An emoji"),
      ("color", nullableText, "`#34C759`"),
      ("order", nullable("integer"), "In the settings, from 1; null if only notes have it"),
      ("notes", integer, "How many have it"),
    ], required: ["name", "symbol", "color", "order", "notes"])
}
