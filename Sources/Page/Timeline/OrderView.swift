internal import Rendering
internal import VaultFormat
internal import VaultIndex

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
