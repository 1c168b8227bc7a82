internal import HTTPTypes
internal import Journal
internal import Rendering
internal import WebServer

/// What the notes of the vault come to.
enum StatisticsRoutes {
  static func statistics(_ incoming: PageRequest) async throws -> Reply {
    let (journal, state) = try await incoming.journal()
    let tag = PageTag(incoming, shown: [], further: [state])
    if let unchanged = tag.reply(to: incoming.request) { return unchanged }
    if let known = incoming.site.pages.page(tag) { return known }
    var frame = PageFrame(incoming, title: PageWords.statistics, kind: "plain stats")
    frame.styles = ["people.css"]
    frame.values = StatisticsView(site: incoming.addresses, register: incoming.register)
      .values(journal.statistics, weekStart: DeviceSettings(incoming.request).weekStart)
    return incoming.site.pages.keep(try frame.reply("stats"), tag)
  }
}
