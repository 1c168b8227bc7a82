internal import Journal
internal import Rendering

/// The category of a note as cards show it.
struct CardCategory: Hashable, Sendable {
  let name: String
  let emoji: String?
  /// Six digits.
  let hex: String?
  /// Of the timeline with the notes that have it.
  let href: String

  init(_ category: Category, on site: SiteAddress) {
    name = category.name
    emoji = category.symbol?.emoji
    hex = category.color?.hex
    href = site.category(category.name)
  }

  /// Nil for a note without one.
  init?(of card: NoteCard, _ settings: JournalSettings, on site: SiteAddress) {
    guard let name = card.category else { return nil }
    self.init(settings.categories[name] ?? Category(name: name), on: site)
  }

  var view: TemplateView {
    [
      "name": .text(name), "emoji": .optional(emoji), "hex": .optional(hex), "href": .text(href),
    ]
  }
}

extension SiteAddress {
  /// The timeline of a category.
  func category(_ name: String) -> String {
    var address = TimelineAddress()
    address.filter.categories = [name]
    return timeline(address)
  }
}
