internal import HTTPTypes
internal import Rendering
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import WebServer

/// The order of the notes by hand, which `tl list --sort order` follows.
enum OrderRoutes {
  /// The most notes of a part of the page.
  private static let (orderedLimit, otherLimit) = (500, 50)

  static func list(_ incoming: PageRequest) async throws -> Reply {
    let index = incoming.snapshot.index
    var (ordered, others): ([VaultIndex.Position], [VaultIndex.Position]) = ([], [])
    for position in index.withoutPages.notes(in: TimelineOrder(.order)) {
      if index.order(position).isFinite {
        ordered.append(position)
      } else if others.count < otherLimit {
        others.append(position)
      }
    }
    let view = OrderView(
      site: incoming.addresses, isWritable: incoming.isWritable,
      notes: { OrderView.Note(index, $0) })
    var frame = PageFrame(incoming, title: PageWords.orderByHand, kind: "plain")
    frame.scripts = ["order.js"]
    frame.styles = ["order.css"]
    frame.values = view.values(
      ordered: Array(ordered.prefix(orderedLimit)), hidden: max(ordered.count - orderedLimit, 0),
      others: others)
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
    let fragment = id.map { "#o-\(NoteAddress.segment(of: $0))" } ?? ""
    return incoming.redirect(PagePath.order, done: "saved", fragment: fragment)
  }
}

/// The notes in their order by hand: the values of `order.mustache`.
struct OrderView {
  let site: SiteAddress
  let isWritable: Bool
  /// What is shown of a note.
  let notes: (VaultIndex.Position) -> Note

  struct Note {
    var id: NoteID
    var title: String
    var day: CalendarDay

    init(_ index: VaultIndex, _ position: VaultIndex.Position) {
      (id, title, day) = (index.id(position), index.title(position), index[position].date.day)
    }
  }

  /// - Parameters:
  ///   - ordered: in their order.
  ///   - hidden: how many more there are.
  ///   - others: that have no place in the order, the newest first.
  func values(
    ordered: [VaultIndex.Position], hidden: Int, others: [VaultIndex.Position]
  ) -> [String: TemplateValue] {
    let ordered = ordered.map(notes)
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
      "hasOthers": .flag(!others.isEmpty), "others": .list(others.map { view(notes($0)) }),
    ]
  }

  private func view(_ note: Note) -> TemplateView {
    [
      "anchor": .text("o-\(NoteAddress.segment(of: note.id))"), "id": .text(note.id.text),
      "href": .text(site.note(note.id)),
      "title": .text(note.title), "day": .text(DateWords.shortDay(note.day)),
    ]
  }
}
