internal import HTTPTypes
internal import Journal
internal import SystemCalls
internal import VaultFormat
internal import WebServer

/// What the text of a place means, for the form of a note.
enum PlaceSearchRoutes {
  /// `{"places": [{"text": …}], "near": …}` for `q`: the choices for a name, or the town near coordinates.
  static func find(_ incoming: PageRequest) async throws -> Reply {
    let text = (incoming.request.query["q"] ?? "").trimmingBlanks
    guard !text.isEmpty else { return reply([], near: nil) }
    switch try await incoming.places(meantBy: text) {
    case .none: return reply([], near: nil)
    case .several(let choices): return reply(choices.map(\.text), near: nil)
    case .one(let place):
      let details = [place.locality, place.coordinates?.text].compactMap(\.self)
      guard let name = place.name else {
        let near = place.coordinates.flatMap { CityFile.kept?.city(near: $0)?.name }
        return reply(near == nil ? details : [], near: near)
      }
      return reply([([name] + details).joined(separator: ", ")], near: nil)
    }
  }

  private static func reply(_ places: [String], near: String?) -> Reply {
    Reply.json(
      .object([
        ("places", .array(places.map { .object([("text", .string($0))]) })), ("near", .text(near)),
      ])
    ).unstored
  }
}
