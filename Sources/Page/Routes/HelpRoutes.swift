internal import Rendering
internal import WebServer

/// The keys of the page, as `page.js` has them.
enum HelpRoutes {
  private static let groups:
    [(anchor: String, title: String, rows: [(keys: [String], does: String)])] = [
      (
        "k-move", "Moving",
        [
          (["j", "↓"], "next note"), (["k", "↑"], "previous note"),
          (["d", "D"], "next older, newer day"),
          (["m", "M"], "next older, newer month"), (["g", "t"], "timeline"),
          (["g", "p"], "photos"),
          (["g", "c"], "calendar"), (["g", "s"], "trackers"), (["g", "o"], "people"),
          (["g", "h"], "today"), (["g", "m"], "map"), (["g", "i"], "me"),
          (["g", "d"], "go to a date"),
        ]
      ),
      (
        "k-do", "Doing",
        [
          (["Enter", "o"], "open"), (["n"], "new note"),
          (["N"], "on Today: write about its prompt"),
          (["e"], "edit"), (["p"], "pin, unpin"), (["f"], "favourite, or remove the mark"),
          (["#"], "move to the trash"), (["l"], "log the tracker"), (["u"], "undo"),
          (["Ctrl+Z", "⌘Z"], "undo, or else recent changes"),
          (["/"], "search"), (["?"], "these keys"),
          (["Esc"], "close, clear"),
        ]
      ),
      (
        "k-photos", "Photos",
        [
          (["←", "→", "↑", "↓"], "the next photo there"), (["+", "-"], "larger, smaller"),
          (["i"], "its details"), (["f"], "favourite"), (["z"], "whole, or nearer"),
        ]
      ),
    ]

  static func keys(_ incoming: PageRequest) async throws -> Reply {
    var frame = PageFrame(incoming, title: "Keys")
    frame.values = [
      "heading": "Keys",
      "text": "Single letters work outside of text fields, without Ctrl, Alt or Command.",
      "groups": .list(
        groups.map { group in
          [
            "anchor": .text(group.anchor), "title": .text(group.title),
            "rows": .list(
              group.rows.map { ["keys": .texts($0.keys), "does": .text($0.does)] }),
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
