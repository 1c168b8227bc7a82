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
}
