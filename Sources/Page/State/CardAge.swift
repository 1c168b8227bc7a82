internal import Journal
internal import Rendering

/// How old somebody was on the day of a note.
struct CardAge: Hashable, Sendable {
  let name: String
  /// Nil for an age that is not known.
  let age: String?
  /// Of the person's page; nil for a name without one.
  let href: String?

  var view: TemplateView {
    ["name": .text(name), "age": .optional(age), "href": .optional(href)]
  }

  /// Those under 18, for a list.
  static func all(
    of card: NoteCard, _ register: PersonRegister, on site: SiteAddress
  ) -> [CardAge] {
    guard !card.people.isEmpty else { return [] }
    return register.book.persons(named: card.people).compactMap { name, person in
      guard let person, let age = register.age(of: person, at: card.time), age.isUnder18 else {
        return nil
      }
      return CardAge(name: name, age: age.text, href: site.address(register.path(of: person)))
    }
  }

  /// All whom the note names, for its own page.
  static func everybody(
    on card: NoteCard, _ register: PersonRegister, on site: SiteAddress
  ) -> [CardAge] {
    register.book.persons(named: card.people).map { name, person in
      CardAge(
        name: name, age: person.flatMap { register.age(of: $0, at: card.time)?.text },
        href: person.map { site.address(register.path(of: $0)) })
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
