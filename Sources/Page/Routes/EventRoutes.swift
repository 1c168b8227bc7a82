internal import HTTPTypes
internal import SystemCalls
internal import WebServer

/// What changes while a page is open.
enum EventRoutes {
  static func events(_ incoming: PageRequest) async throws -> Reply {
    let (site, session) = (incoming.site, incoming.session)
    let events = ChangeEvents(site: site) { session.map(site.isOpen) ?? false }
    var reply = Reply(
      .ok, "text/event-stream",
      body: .stream(
        events.stream(
          since: incoming.request.query["since"], isWhole: incoming.request.query["whole"] != nil)))
    reply.headers[.cacheControl] = "no-store"
    // nginx would keep events back.
    reply.set("X-Accel-Buffering", "no")
    return reply
  }
}
