internal import Rendering
internal import WebServer

/// The keys of the page, as `page.js` has them.
enum HelpRoutes {
  /// A group in each line: its title, then keys and what they do.
  private static let groups = """
    Go to | g t: Timeline | g p: Photos | g c: Calendar | g h: Today | g o: People | g s: Trackers | g m: Map | g i: Me | g d: A date
    Move | j ↓: Next note | k ↑: Previous note | d: Next older day | Shift+D: Next newer day | m: Next older month | Shift+M: Next newer month | /: Search | Esc: Close, clear | ?: These keys
    With a note | n: New note | Enter o: Open | e: Edit | p: Pin or unpin | f: Favourite | #: Move to the trash | l: Log the tracker | Shift+N: On Today: answer its prompt | u Ctrl+Z ⌘Z: Undo
    Photos | ← → ↑ ↓: Move between photos | + -: Larger, smaller | i: Details | f: Favourite | z: Fit or zoom
    """.split(separator: "\n").map { $0.split(separator: " | ").map(String.init) }

  static func keys(_ incoming: PageRequest) async throws -> Reply {
    var frame = PageFrame(incoming, title: "Keys", styles: ["maintenance.css"])
    frame.values = [
      "heading": "Keys",
      "text": "With a keyboard, outside of text fields.",
      "groups": .list(
        groups.map { group in
          [
            "anchor": .text("k-\(group[0].prefix { $0 != " " })"), "title": .text(group[0]),
            "rows": .list(group.dropFirst().map(row)),
          ]
        }),
      "switch": .view([
        "action": .text(incoming.addresses.address("/settings/device/keys")),
        "value": DeviceSettings(incoming.request).hasKeys ? "off" : "on",
        "label": DeviceSettings(incoming.request).hasKeys
          ? "Switch single-letter keys off" : "Switch single-letter keys on",
        "formToken": .text(incoming.session?.formToken ?? ""),
      ]),
    ]
    return try frame.reply("help")
  }

  private static func row(_ text: String) -> TemplateView {
    let parts = text.split(separator: ": ", maxSplits: 1).map(String.init)
    let keys = parts[0].split(separator: " ").map(String.init)
    let isSequence = keys[0] == "g"
    return [
      "first": .text(keys[0]), "then": .texts(isSequence ? Array(keys[1...]) : []),
      "others": .texts(isSequence ? [] : Array(keys[1...])), "does": .text(parts[1]),
    ]
  }
}
