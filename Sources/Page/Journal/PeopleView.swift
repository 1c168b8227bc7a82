internal import Journal
internal import Rendering
internal import VaultFormat

/// The list of persons: the values of `people.mustache`.
struct PeopleView {
  let site: SiteAddress
  let register: PersonRegister
  let now: NoteTime
  let isWritable: Bool

  struct Entry {
    var person: Person
    var picture: PersonPicture
    var noteCount: Int
  }

  func values(_ entries: [Entry]) -> [String: TemplateValue] {
    [
      "heading": "People", "hasPersons": .flag(!entries.isEmpty),
      "persons": .list(entries.map(view)),
      "empty": entries.isEmpty
        ? .view([
          "text":
            "Nobody has a page yet. With a page and a birthday, notes say how old somebody was.",
          "href": .none, "label": .none,
        ]) : .none,
    ]
  }

  private func view(_ entry: Entry) -> TemplateView {
    let person = entry.person
    let facts = [
      person.role?.text, entry.noteCount > 0 ? entry.noteCount.counted("note") : nil,
      LifeWords.next(of: person, on: now.day, leapDay: register.settings.leapDay),
    ].compactMap(\.self)
    return [
      "href": .text(site.address(register.path(of: person))), "name": .text(person.title),
      "avatar": .view(entry.picture.view(on: site)),
      "age": .optional(register.age(of: person, at: now)?.text ?? LifeWords.span(of: person)),
      "facts": .text(facts.joined(separator: " · ")),
    ]
  }
}
