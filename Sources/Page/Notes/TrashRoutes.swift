internal import Rendering
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
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
    var frame = PageFrame(incoming, title: "Trash", styles: ["maintenance.css"])
    frame.values = [
      "heading": "Trash",
      "summary": items.isEmpty ? .none : .text(PageWords.trashHow),
      "hasTiles": .flag(!items.isEmpty), "tiles": .list(items),
      "emptyAction": .text(incoming.addresses.address("/trash/empty")),
      "emptying": highest.flatMap { highest in
        incoming.isWritable
          ? .view(["through": "\(highest)", "what": .text(PageWords.emptiesTrash(count))]) : nil
      } ?? .none,
      "empty": .empty("The trash is empty.", if: items.isEmpty),
    ]
    return try frame.reply("trash")
  }

  /// Removes for good what was in the list that was shown, or one entry of it.
  static func empty(_ incoming: PageRequest) async throws -> Reply {
    let range = ["from", "through"].compactMap { incoming.form?[$0].flatMap { Int($0) } }
    guard range.count == 2, let first = range.first, let last = range.last else {
      throw PageProblem.isStale
    }
    let done = try await incoming.write { try $0.emptyTrash(from: first, through: last) }
    if let failure = done.failures.first { throw failure }
    // It was brought back meanwhile, or is gone.
    if first > 0, done.count == 0 { throw PageProblem.isStale }
    return incoming.redirect("/trash", done: first == 0 ? "emptied" : "gone")
  }

  /// A picture of what was removed; an empty one where there is none, or none may be shown.
  static func picture(_ incoming: PageRequest) async throws -> Reply {
    let folder = incoming.vault.folder
    let found = try await incoming.site.scans.run {
      try Trash(folder).entries().first { "\($0.number)" == incoming.parameters.first }
        .flatMap { picture(of: $0, document(of: $0, incoming), incoming) }
    }
    guard let found, let status = try? folder.status(found) else { return .noPicture }
    return try await incoming.smallPicture(found, status, for: "trash")
  }

  private static func item(_ entry: TrashEntry, _ incoming: PageRequest) -> TemplateView {
    let time = NoteTime(entry.time, zone: incoming.zone)
    let exact = time.map(DateWords.moment) ?? entry.time
    let ago = time.map { DateWords.ago($0, now: incoming.now) } ?? entry.time
    let document = document(of: entry, incoming)
    let name = document.map { incoming.title(ofVersion: $0, at: entry.origin) }
    let excerpt = document.flatMap {
      incoming.answer(forVersion: $0, at: entry.origin) == .visible
        ? NoteExcerpt(of: $0, length: 160, leavesOutTitle: true) : nil
    }
    // What has no title would say the same twice.
    let isUntitled = excerpt.map { $0.text.hasPrefix((name ?? "").prefix(24)) } == true
    let metadata = isUntitled ? document.map { NoteMetadata(of: $0, zone: incoming.zone) } : nil
    let day = (metadata?.date ?? metadata?.created).map { DateWords.shortDay($0.day) }
    return [
      "name": .text(
        day ?? name ?? String(decoding: entry.origin.name, as: UTF8.self)),
      "when": .text("Removed \(ago)"), "exact": .text("\(exact), \(entry.origin.text)"),
      "src": .optional(pictureAddress(of: entry, incoming)),
      "excerpt": .optional(excerpt.map { $0.text + ($0.hasMore ? " …" : "") }),
      "restoreAction": incoming.isWritable
        ? .text(incoming.addresses.address("/trash/\(entry.number)/restore")) : .none,
      "restoreLabel": .text(PageWords.bringBack), "number": .text("\(entry.number)"),
    ]
  }

  /// Nil if it has none, or none that may be shown.
  static func pictureAddress(of entry: TrashEntry, _ incoming: PageRequest) -> String? {
    picture(of: entry, document(of: entry, incoming), incoming).map { _ in
      incoming.addresses.address("/trash/\(entry.number)/picture")
    }
  }

  /// Nil if it is no note.
  private static func document(of entry: TrashEntry, _ incoming: PageRequest) -> NoteDocument? {
    guard entry.what == .note, let file = entry.file else { return nil }
    return (try? incoming.vault.folder.read(file, limit: 1 << 20)).map { NoteDocument($0.bytes) }
  }

  /// The first picture that came along, in the trash; nil for what was sealed.
  private static func picture(
    of entry: TrashEntry, _ document: NoteDocument?, _ incoming: PageRequest
  ) -> VaultPath? {
    guard incoming.site.pictures != nil, let file = entry.file else { return nil }
    let folder = incoming.vault.folder
    // Of a medium whose note is gone nobody knows whether that was sealed.
    let isShown =
      document.map { incoming.answer(forVersion: $0, at: entry.origin) == .visible }
      ?? entry.note.flatMap(incoming.present).map(incoming.mayShow)
    guard isShown == true else { return nil }
    let media = document == nil ? nil : MediaFolder(of: file)
    let files = media.map { (try? folder.media(in: $0))?.seen ?? [] } ?? [file]
    return files.first { MediaItem(at: $0, in: folder)?.isPicture(on: incoming.addresses) == true }
  }
}
