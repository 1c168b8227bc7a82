internal import Rendering
internal import VaultFormat
internal import VaultIndex

extension PageRequest {
  /// The HTML of a note's card; nil if the note cannot be read any more.
  func cardHTML(
    _ entry: CardLoader.Entry, _ form: CardView.Form, _ frame: PageFrame
  ) throws -> (day: CalendarDay, html: SafeHTML)? {
    let cardLoader = cardLoader
    guard let card = cardLoader.card(entry) else { return nil }
    let register = register
    let look = CardCache.Look(
      form: form, ages: CardAge.all(of: card, register, on: addresses),
      category: CardCategory(of: card, register.settings, on: addresses),
      colours: card.media.map { addresses.colours?.colour(of: $0) })
    let html = try site.cards.html(at: entry.path, entry.stamp, look) {
      let view = CardView(site: addresses, isWritable: isWritable).view(card, look)
      return try frame.html("card", view)
    }
    return (card.time.day, html)
  }

  /// Notes as rows of `.items`, each with its day and its first picture.
  func noteRows(_ notes: [VaultIndex.Position], in timeline: TimelineIndex) -> [TemplateView] {
    let index = timeline.index
    let covers = covers(of: notes, in: timeline)
    return notes.map { note in
      let id = index.id(note)
      var view: TemplateView = [
        "anchor": .text("o-\(NoteAddress.segment(of: id))"), "id": .text(id.text),
        "href": .text(addresses.note(id)), "title": .text(index.title(note)),
        "day": .text(DateWords.shortDay(index[note].date.day)),
      ]
      view.setPicture(covers[id], on: addresses)
      return view
    }
  }
}
