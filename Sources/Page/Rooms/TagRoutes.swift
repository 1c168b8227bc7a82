internal import Rendering
internal import VaultFormat
internal import VaultIndex
internal import WebServer

/// The tags, the most used first.
enum TagRoutes {
  static func tags(_ incoming: PageRequest) async throws -> Reply {
    let tag = PageTag(incoming, shown: [])
    if let unchanged = tag.reply(to: incoming.request) { return unchanged }
    let counts = incoming.timeline.tags.sorted { ($1.count, $0.tag) < ($0.count, $1.tag) }
    var frame = PageFrame(incoming, title: "Tags", kind: "plain")
    frame.values = [
      "heading": "Tags",
      "summary": counts.isEmpty
        ? .none : .text(counts.count == 1 ? "1 tag" : "\(counts.count) tags"),
      "rename": .none,
      "tags": .list(
        counts.map { entry in
          [
            "name": .text(entry.tag.text), "href": .text(incoming.addresses.tag(entry.tag)),
            "count": .text(entry.count == 1 ? "1 note" : "\(entry.count) notes"),
            "renameHref": .none,
          ]
        }),
      "empty": counts.isEmpty
        ? .view([
          "text":
            "No note has a tag yet. A tag is a word with # before it, in the text of a note or in its form.",
          "href": .none, "label": .none,
        ]) : .none,
    ]
    return tag.marked(try frame.reply("tags"))
  }
}
