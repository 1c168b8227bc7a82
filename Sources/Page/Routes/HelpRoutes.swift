internal import Rendering
internal import WebServer

/// The keys of the page, as `page.js` has them.
enum HelpRoutes {
  private static let groups:
    [(anchor: String, title: String, rows: [(keys: [String], does: String)])] = [
      (
        "k-go", "Go to",
        [
          (["g", "t"], "Timeline"), (["g", "p"], "Photos"), (["g", "c"], "Calendar"),
          (["g", "h"], "Today"), (["g", "o"], "People"), (["g", "s"], "Trackers"),
          (["g", "m"], "Map"), (["g", "i"], "Me"), (["g", "d"], "A date"),
        ]
      ),
      (
        "k-move", "Move",
        [
          (["j", "↓"], "Next note"), (["k", "↑"], "Previous note"), (["d"], "Next older day"),
          (["D"], "Next newer day"), (["m"], "Next older month"), (["M"], "Next newer month"),
          (["/"], "Search"), (["Esc"], "Close, clear"), (["?"], "These keys"),
        ]
      ),
      (
        "k-do", "With a note",
        [
          (["n"], "New note"), (["Enter", "o"], "Open"), (["e"], "Edit"), (["p"], "Pin, unpin"),
          (["f"], "Favourite, or not"), (["#"], "Move to the trash"), (["l"], "Log the tracker"),
          (["N"], "On Today: answer its prompt"), (["u"], "Undo"),
          (["Ctrl+Z", "⌘Z"], "Undo, or recent changes"),
        ]
      ),
      (
        "k-photos", "Photos",
        [
          (["←", "→", "↑", "↓"], "The next photo there"), (["+", "-"], "Larger, smaller"),
          (["i"], "Details"), (["f"], "Favourite, or not"), (["z"], "Whole, or nearer"),
        ]
      ),
    ]

  static func keys(_ incoming: PageRequest) async throws -> Reply {
    var frame = PageFrame(incoming, title: "Keys", styles: ["maintenance.css"])
    frame.values = [
      "heading": "Keys",
      "text": "On a keyboard, outside of text fields.",
      "groups": .list(
        groups.map { group in
          [
            "anchor": .text(group.anchor), "title": .text(group.title),
            "rows": .list(
              group.rows.map { keys, does in
                let isSequence = keys[0] == "g"
                return [
                  "first": .text(keys[0]), "then": .texts(isSequence ? Array(keys[1...]) : []),
                  "others": .texts(isSequence ? [] : Array(keys[1...])), "does": .text(does),
                ]
              }),
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
}
