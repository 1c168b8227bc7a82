internal import HTTPTypes
internal import Rendering
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import WebServer

/// The order of the notes by hand, which `tl list --sort order` follows.
enum OrderRoutes {
  /// The most notes of a part of the page.
  private static let (orderedLimit, otherLimit) = (500, 20)

  /// With `q` those notes to be added that have its words.
  static func list(_ incoming: PageRequest) async throws -> Reply {
    let words = incoming.request.query["q"]?.trimmingBlanks ?? ""
    let timeline = incoming.timeline.withoutPages
    let ordered = timeline.index.notes(in: TimelineOrder(.order)).prefix {
      timeline.index.order($0).isFinite
    }
    let found =
      words.isEmpty
      ? timeline
      : try await incoming.site.notes(matching: TimelineFilter(text: words), incoming)
    let others = found.sorted.lazy.filter { !found.index.order($0).isFinite }.prefix(otherLimit)
    let shown = Array(ordered.prefix(orderedLimit))
    var rows = incoming.rows(of: shown, in: timeline)
    for place in rows.indices {
      func beside(_ step: Int) -> String? {
        shown.indices.contains(place + step)
          ? "\(step < 0 ? "before" : "after"):\(timeline.index.id(shown[place + step]).text)" : nil
      }
      rows[place]["up"] = .optional(beside(-1))
      rows[place]["down"] = .optional(beside(1))
    }
    let hidden = ordered.count - shown.count
    var frame = PageFrame(incoming, title: PageWords.orderByHand, scripts: ["part.js", "sort.js"])
    frame.values = [
      "heading": .text(PageWords.orderByHand), "how": .text(PageWords.orderHow),
      "isWritable": .flag(incoming.isWritable), "words": .text(words),
      "isAdding": .flag(
        incoming.isWritable && (incoming.request.query["q"] != nil || shown.isEmpty)),
      "action": .text(incoming.addresses.address(PagePath.order)),
      "hasOrdered": .flag(!rows.isEmpty), "ordered": .list(rows),
      "hidden": hidden == 0 ? .none : .text(PageWords.moreInOrder(hidden)),
      "others": .list(incoming.isWritable ? incoming.rows(of: Array(others), in: found) : []),
      "none": others.isEmpty ? .text(PageWords.noneFound) : .none,
    ]
    return try frame.reply("order").with(.checked)
  }

  /// Puts a note at a place, or takes it out of the order, as `tl order` does.
  static func place(_ incoming: PageRequest) async throws -> Reply {
    guard let id = incoming.form?["note"].flatMap({ NoteID($0) }),
      let wanted = incoming.form?["place"]
    else { throw PageProblem.isStale }
    let index = incoming.snapshot.index
    let note = try note(id, in: index)
    guard wanted != "out" else {
      try await incoming.write { writer in
        _ = try writer.edit(note.path, provisionalID: note.id) {
          try $0.removing($0.name(of: .order))
        }
      }
      return reply(incoming, nil)
    }
    let changes = OrderedNotes(of: index).changes(placing: note, at: try place(wanted, in: index))
    try await incoming.write { writer in
      for change in changes {
        _ = try writer.edit(change.note.path, provisionalID: change.note.id) {
          try change.applied(to: $0)
        }
      }
    }
    return reply(incoming, note.id)
  }

  /// `first`, `last`, `before:ID` or `after:ID`.
  private static func place(
    _ text: String, in index: VaultIndex
  ) throws(PageProblem) -> OrderedNotes.Place {
    switch text {
    case "first": return .first
    case "last": return .last
    default: break
    }
    let parts = text.split(separator: ":", maxSplits: 1)
    guard parts.count == 2, let id = NoteID(String(parts[1])) else { throw .isStale }
    switch parts[0] {
    case "before": return .before(try note(id, in: index))
    case "after": return .after(try note(id, in: index))
    default: throw .isStale
    }
  }

  private static func note(
    _ id: NoteID, in index: VaultIndex
  ) throws(PageProblem) -> OrderedNotes.Note {
    let found = index.notes(withID: id.text).filter { index.id($0) == id }
    guard let position = found.first else { throw .noSuchNote }
    return OrderedNotes.Note(path: index.path(position), id: id)
  }

  private static func reply(_ incoming: PageRequest, _ id: NoteID?) -> Reply {
    guard incoming.form?["back"] == nil else {
      return incoming.back(or: PagePath.order, done: "saved")
    }
    let fragment = id.map { "#o-\(NoteAddress.segment(of: $0))" } ?? ""
    return incoming.redirect(PagePath.order, done: "saved", fragment: fragment)
  }
}
