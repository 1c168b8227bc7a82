internal import Journal
internal import Rendering
internal import VaultFormat
internal import VaultIndex
internal import WebServer

/// The room of all rooms.
enum MeRoutes {
  static func me(_ incoming: PageRequest) async throws -> Reply {
    let persons = incoming.register.sorted
    return try await incoming.page(PageTag(incoming, files: persons.map(\.path))) {
      var frame = PageFrame(incoming, title: PageWords.me, kind: "plain me")
      frame.styles = ["people.css", "pictures.css", "me.css"]
      let faces = persons.lazy.map { PersonPicture($0, nil, incoming) }.filter { $0.item != nil }
      let count = incoming.timeline.withoutPages.index.count
      frame.values = [
        "heading": .text(PageWords.me),
        "faces": .list(faces.prefix(3).map { $0.view(on: incoming.addresses, sizes: "4.5rem") }),
        "summary": .text("\(incoming.site.settings.vaultName) · \(count.counted("note"))"),
      ]
      return try frame.reply("me")
    }
  }
}
