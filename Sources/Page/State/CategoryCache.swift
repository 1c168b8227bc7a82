internal import Journal
internal import Rendering
internal import Synchronization
internal import VaultFormat
internal import VaultIndex

/// The categories of the last state of the vault.
final class CategoryCache: Sendable {
  private struct Key: Hashable {
    /// Of the snapshot.
    var generation: UInt64
    /// A note can be sealed, or opens.
    var day: CalendarDay
  }

  private let last = Mutex<(key: Key, book: CategoryBook)?>(nil)

  func book(
    of snapshot: LiveSnapshot, today: CalendarDay, _ make: () throws -> CategoryBook
  ) rethrows -> CategoryBook {
    let key = Key(generation: snapshot.generation, day: today)
    if let known = last.withLock({ $0 }), known.key == key { return known.book }
    let book = try make()
    // A network disk reports no changes.
    if snapshot.state == .watched { last.withLock { $0 = (key, book) } }
    return book
  }
}

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
    address.filter.category = name
    return timeline(address)
  }
}
