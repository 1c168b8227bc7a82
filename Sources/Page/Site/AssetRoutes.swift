internal import WebServer

enum AssetRoutes {
  static func asset(_ incoming: PageRequest) async throws -> Reply {
    guard let reply = incoming.site.assets.reply(at: incoming.request.path) else {
      throw PageProblem.noSuchPage
    }
    return reply
  }
}
