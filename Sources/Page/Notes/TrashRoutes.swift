internal import Rendering
internal import SystemCalls
internal import VaultFormat
internal import VaultStore
internal import WebServer

/// What was removed, and can be brought back.
enum TrashRoutes {
  static func trash(_ incoming: PageRequest) async throws -> Reply {
    let items = try await incoming.site.scans.run {
      try Trash(incoming.vault.folder).entries().suffix(500).reversed().map { item($0, incoming) }
    }
    var frame = PageFrame(incoming, title: "Trash", kind: "plain")
    frame.values = [
      "heading": "Trash",
      "summary": items.isEmpty ? .none : "What was removed stays here until tl trash empty.",
      "items": .list(items), "olderHref": .none,
      "emptyAction": .none,
      "empty": .empty("The trash is empty.", if: items.isEmpty),
    ]
    return try frame.reply("trash")
  }

  private static func item(_ entry: TrashEntry, _ incoming: PageRequest) -> TemplateView {
    let removed = DateWords.moment(rfc3339: entry.time, zone: incoming.zone)
    return [
      "name": .text(title(of: entry, incoming) ?? entry.origin.text), "href": .none,
      "when": .text("Removed \(removed) from \(entry.origin.text)"),
      "restoreAction": incoming.isWritable
        ? .text(incoming.addresses.address("/trash/\(entry.number)/restore")) : .none,
      "restoreLabel": .text(PageWords.bringBack),
      "deleteAction": .none,
    ]
  }

  private static func title(of entry: TrashEntry, _ incoming: PageRequest) -> String? {
    guard entry.what == .note, let file = entry.file,
      let content = try? incoming.vault.folder.read(file, limit: 1 << 20)
    else { return nil }
    return incoming.title(ofVersion: NoteDocument(content.bytes), at: entry.origin)
  }
}
