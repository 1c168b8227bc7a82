internal import Journal
internal import Rendering

/// How old somebody was on the day of a note.
struct CardAge: Hashable, Sendable {
  let name: String
  /// Nil for an age that is not known.
  let age: String?
  /// Of the person's page; nil for a name without one.
  let href: String?

  var view: TemplateView { ["name": .text(name), "age": .optional(age), "href": .optional(href)] }

  /// Of those whom the note names.
  ///
  /// - Parameter isListed: only those under 18.
  static func all(
    of card: NoteCard, _ register: PersonRegister, on site: SiteAddress, isListed: Bool
  ) -> [CardAge] {
    register.book.persons(named: card.people).compactMap { name, person in
      let age = person.flatMap { register.age(of: $0, at: card.time) }
      if isListed, age?.isUnder18 != true { return nil }
      let href = person.map { site.address(register.path(of: $0)) }
      return CardAge(name: name, age: age?.text, href: href)
    }
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
    ["name": .text(name), "emoji": .optional(emoji), "hex": .optional(hex), "href": .text(href)]
  }
}
