internal import Rendering
internal import SystemCalls
internal import VaultFormat
internal import VaultStore
internal import WebServer

/// What was removed, and can be brought back.
enum TrashRoutes {
  static func trash(_ incoming: PageRequest) async throws -> Reply {
    let (items, count, highest) = try await incoming.site.scans.run {
      let entries = try Trash(incoming.vault.folder).entries()
      let items = entries.suffix(500).reversed().map { item($0, incoming) }
      return (items, entries.count, entries.last?.number)
    }
    var frame = PageFrame(incoming, title: "Trash", kind: "plain")
    frame.values = [
      "heading": "Trash",
      "summary": items.isEmpty ? .none : .text(PageWords.trashHow),
      "items": .list(items),
      "emptying": highest.flatMap { highest in
        incoming.isWritable
          ? .view([
            "action": .text(incoming.addresses.address("/trash/empty")),
            "through": .text("\(highest)"), "what": .text(PageWords.emptiesTrash(count)),
          ]) : nil
      } ?? .none,
      "empty": .empty("The trash is empty.", if: items.isEmpty),
    ]
    return try frame.reply("trash")
  }

  /// Removes for good what was in the list that was shown.
  static func empty(_ incoming: PageRequest) async throws -> Reply {
    guard let highest = incoming.form?["through"].flatMap({ Int($0) }) else {
      throw PageProblem.isStale
    }
    let failures = try await incoming.write { try $0.emptyTrash(through: highest).failures }
    if let failure = failures.first { throw failure }
    return incoming.redirect("/trash", done: "emptied")
  }

  private static func item(_ entry: TrashEntry, _ incoming: PageRequest) -> TemplateView {
    let exact = DateWords.moment(rfc3339: entry.time, zone: incoming.zone)
    let ago = DateWords.ago(rfc3339: entry.time, now: incoming.now, zone: incoming.zone)
    return [
      "name": .text(title(of: entry, incoming) ?? entry.origin.text), "href": .none,
      "when": .text("Removed \(ago)"), "exact": .text("\(exact), \(entry.origin.text)"),
      "restoreAction": incoming.isWritable
        ? .text(incoming.addresses.address("/trash/\(entry.number)/restore")) : .none,
      "restoreLabel": .text(PageWords.bringBack),
    ]
  }

  private static func title(of entry: TrashEntry, _ incoming: PageRequest) -> String? {
    guard entry.what == .note, let file = entry.file,
      let content = try? incoming.vault.folder.read(file, limit: 1 << 20)
    else { return nil }
    return incoming.title(ofVersion: NoteDocument(content.bytes), at: entry.origin)
  }
}
