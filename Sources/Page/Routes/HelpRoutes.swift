internal import Rendering
internal import WebServer

/// The keys of the page, as `page.js` has them.
enum HelpRoutes {
  /// A group in each line: its title, then keys and what they do.
  private static let groups = """
    Go to | g then t: Timeline | g then p: Photos | g then c: Calendar | g then h: Today | g then o: People | g then s: Trackers | g then m: Map | g then i: Me | g then d: A date
    Move | j or ↓: Next note | k or ↑: Previous note | d: Next older day | Shift+D: Next newer day | m: Next older month | Shift+M: Next newer month | /: Search | Esc: Close, clear | ?: These keys
    With a note | n: New note | Enter or o: Open | e: Edit | p: Pin or unpin | f: Favourite | #: Move to the trash | l: Log the tracker | Shift+N: On Today: answer its prompt | u or Ctrl+Z or ⌘Z: Undo
    Photos | ← → ↑ ↓: Move | + -: Larger, smaller | i: Details | f: Favourite | z: Fit or zoom
    """.split(separator: "\n").map { $0.split(separator: " | ").map(String.init) }

  static func keys(_ incoming: PageRequest) async throws -> Reply {
    var frame = PageFrame(incoming, title: "Keys", styles: ["maintenance.css"])
    frame.values = [
      "heading": "Keys", "text": "With a keyboard, outside of text fields.",
      "groups": .list(
        groups.map { group in
          [
            "anchor": .text("k-\(group[0].prefix { $0 != " " })"), "title": .text(group[0]),
            "rows": .list(group.dropFirst().map(row)),
          ]
        }),
      "switch": .view([
        "action": .text(incoming.addresses.address("/settings/device/keys")),
        "value": frame.device.hasKeys ? "off" : "on",
        "label": "Switch single-letter keys \(frame.device.hasKeys ? "off" : "on")",
        "formToken": .text(incoming.session?.formToken ?? ""),
      ]),
    ]
    return try frame.reply("help")
  }

  private static func row(_ text: String) -> TemplateView {
    let parts = text.split(separator: ": ", maxSplits: 1).map(String.init)
    let keys = parts[0].split(separator: " ").map { word -> TemplateView in
      [["then", "or"].contains(word) ? "word" : "key": .text(String(word))]
    }
    return ["keys": .list(keys), "does": .text(parts[1])]
  }
}
