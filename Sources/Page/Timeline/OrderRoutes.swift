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
    let view = OrderView(site: incoming.addresses, isWritable: incoming.isWritable)
    var frame = PageFrame(incoming, title: PageWords.orderByHand, kind: "plain")
    frame.scripts = ["part.js", "sort.js"]
    frame.styles = ["items.css"]
    frame.values = view.values(
      ordered: notes(ordered.prefix(orderedLimit), in: timeline, incoming),
      hidden: max(ordered.count - orderedLimit, 0),
      others: incoming.isWritable ? notes(others, in: found, incoming) : [], words: words)
    return try frame.reply("order").with(.checked)
  }

  /// What is shown of some notes.
  private static func notes(
    _ positions: some Collection<VaultIndex.Position>, in timeline: TimelineIndex,
    _ incoming: PageRequest
  ) -> [OrderView.Note] {
    let covers = PhotoOrder(
      index: timeline, cardLoader: incoming.cardLoader, site: incoming.addresses,
      among: Array(positions)[...]
    ).covers
    return positions.map { position in
      let id = timeline.index.id(position)
      return OrderView.Note(
        id: id, title: timeline.index.title(position), day: timeline.index[position].date.day,
        cover: covers[id])
    }
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
    let fragment = id.map { "#o-\(NoteAddress.segment(of: $0))" } ?? ""
    return incoming.redirect(PagePath.order, done: "saved", fragment: fragment)
  }
}

/// The notes in their order by hand: the values of `order.mustache`.
struct OrderView {
  let site: SiteAddress
  let isWritable: Bool

  struct Note {
    var id: NoteID
    var title: String
    var day: CalendarDay
    /// Its first picture.
    var cover: MediaItem?
  }

  /// - Parameters:
  ///   - ordered: in their order.
  ///   - hidden: how many more there are.
  ///   - others: that have no place in the order, the newest first.
  ///   - words: that were searched for.
  func values(
    ordered: [Note], hidden: Int, others: [Note], words: String
  ) -> [String: TemplateValue] {
    let rows = ordered.indices.map { index in
      var row = view(ordered[index])
      row["up"] = .optional(index > 0 ? "before:\(ordered[index - 1].id.text)" : nil)
      row["down"] = .optional(
        index + 1 < ordered.count ? "after:\(ordered[index + 1].id.text)" : nil)
      return row
    }
    return [
      "heading": .text(PageWords.orderByHand), "how": .text(PageWords.orderHow),
      "isWritable": .flag(isWritable), "action": .text(site.address(PagePath.order)),
      "hasOrdered": .flag(!ordered.isEmpty), "ordered": .list(rows),
      "hidden": hidden == 0 ? .none : .text(PageWords.moreInOrder(hidden)),
      "others": .list(others.map(view)), "words": .text(words),
      "none": others.isEmpty ? .text(PageWords.noneFound) : .none,
    ]
  }

  private func view(_ note: Note) -> TemplateView {
    var view: TemplateView = [
      "anchor": .text("o-\(NoteAddress.segment(of: note.id))"), "id": .text(note.id.text),
      "href": .text(site.note(note.id)),
      "title": .text(note.title), "day": .text(DateWords.shortDay(note.day)),
    ]
    view.setPicture(note.cover, on: site)
    return view
  }
}
