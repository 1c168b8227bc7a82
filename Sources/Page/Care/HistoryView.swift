internal import HTTPTypes
internal import Rendering
internal import VaultFormat
internal import VaultSync
internal import WebServer

/// The history of a note: the values of `history.mustache`.
struct HistoryView {
  let incoming: PageRequest
  let found: NoteVersions

  init(_ incoming: PageRequest, _ found: NoteVersions) {
    self.incoming = incoming
    self.found = found
  }

  private var note: String { incoming.addresses.note(found.note.id) }

  func reply() throws -> Reply {
    let title = found.title.shownLine
    let heading = PageWords.historyOf(title)
    var frame = PageFrame(incoming, title: heading, kind: "plain")
    frame.styles = ["care.css"]
    frame.values = [
      "backHref": .text(found.isThere ? note : incoming.addresses.address("/")),
      "backLabel": .text(found.isThere ? title : PageWords.timeline), "heading": .text(heading),
      "versions": .list(found.versions.map(version)),
      "olderHref": .optional(found.older.map { "\(note)/history?before=\($0)" }),
      "difference": .optional(difference),
      "empty": found.versions.isEmpty
        ? .view(["text": .text(PageWords.noVersions), "href": .none, "label": .none]) : .none,
    ]
    var reply = try frame.reply("history")
    reply.headers[.cacheControl] = "private, no-store"
    return reply
  }

  private func version(_ version: NoteVersions.Version) -> TemplateView {
    let what = PageWords.version(version.kind)
    return [
      "when": .text(version.time.map(DateWords.moment) ?? PageWords.now),
      "what": .text(version.device.isEmpty ? what : "\(what), \(version.device.shownLine)"),
      "href": .text("\(note)/history?v=\(version.name)#lines"),
      "isCurrent": .flag(version.name == found.chosen),
      "restoreAction": incoming.isWritable && version.canRestore
        ? .text("\(note)/restore?v=\(version.name)") : .none,
    ]
  }

  private var difference: TemplateView? {
    guard let chosen = found.versions.first(where: { $0.name == found.chosen }) else { return nil }
    let lines = found.lines ?? []
    return [
      "heading": .text(PageWords.changesOf(chosen.time.map(DateWords.moment))),
      "hasLines": .flag(!lines.isEmpty), "lines": .list(LinesView.view(lines)),
      "none": lines.isEmpty
        ? .text(found.lines == nil ? PageWords.notCompared : PageWords.noLinesChanged) : .none,
    ]
  }
}

extension PageWords {
  static func version(_ kind: NoteVersions.Kind) -> String {
    switch kind {
    case .present: "Not in a commit yet"
    case .added: "Written"
    case .changed: "Changed"
    case .moved: "Moved"
    case .removed: "Removed"
    case .media: "Files changed"
    }
  }
}
