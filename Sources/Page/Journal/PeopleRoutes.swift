internal import HTTPTypes
internal import Journal
internal import Operations
internal import Rendering
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import WebServer

/// The persons of the vault, and the page of each.
enum PeopleRoutes {
  static func people(_ incoming: PageRequest) async throws -> Reply {
    let (journal, state) = try await incoming.journal()
    let persons = incoming.register.sorted
    let tag = PageTag(incoming, files: persons.map(\.path), further: [state])
    return try await incoming.page(tag) { try page(incoming, persons, journal, PersonForm(), nil) }
  }

  static func person(_ incoming: PageRequest) async throws -> Reply {
    let person = try found(incoming)
    let (journal, state) = try await incoming.journal()
    let moments = PersonMoment.notes(of: person, in: journal)
    let tag = PageTag(incoming, files: [person.path] + moments.map(\.path), further: [state])
    return try await incoming.page(tag) {
      var frame = PageFrame(incoming, title: person.title, kind: "plain people")
      frame.parent = .link(incoming.addresses.address(PagePath.people), PageWords.people)
      frame.styles = ["people.css", "pictures.css"]
      frame.scripts = moments.count > 1 ? ["then.js"] : []
      frame.values = PersonView(incoming, person).values(
        journal, moments.compactMap { PersonMoment($0, incoming) })
      return try frame.reply("person")
    }
  }

  /// The person whom the address names.
  static func found(_ incoming: PageRequest) throws(PageProblem) -> Person {
    guard let person = incoming.parameters.first.flatMap(incoming.register.person) else {
      throw PageProblem(
        .notFound, "Not found",
        "There is no such person: the page may have been removed or renamed.",
        next: PageProblem.Next(path: PagePath.people, label: "Go to the people"))
    }
    return person
  }

  /// Makes the page of a person, as `tl person add` does; with `choose` in the form, of whom the vault is about if it is
  /// about nobody yet.
  static func add(_ incoming: PageRequest) async throws -> Reply {
    let form = PersonForm(incoming.form?.fields ?? FormFields(""))
    do {
      let person = try form.person(zone: incoming.zone)
      let written = try await incoming.write { writer in
        // The names that there are now, and not when the form was opened.
        let book = incoming.source.persons(of: incoming.site.live.snapshot.index)
        return try writer.create(form.note(of: person, among: book.persons)).path
      }
      let register = PersonRegister(
        incoming.source.persons(of: incoming.site.live.snapshot.index),
        JournalSettings(incoming.vault.configuration))
      let made = register.book.persons.first { $0.path == written }
      if let made, incoming.form?["choose"] != nil, register.settings.person == nil {
        _ = try await incoming.write { try $0.set(setting: "person", to: .text(made.name)) }
      }
      return incoming.back(or: made.map(register.path) ?? PagePath.people, done: "person")
    } catch let problem as PersonForm.Problem {
      let journal = try await incoming.journal().index
      return try page(incoming, incoming.register.sorted, journal, form, problem)
    }
  }

  private static func page(
    _ incoming: PageRequest, _ persons: [Person], _ journal: JournalIndex, _ form: PersonForm,
    _ problem: PersonForm.Problem?
  ) throws -> Reply {
    var frame = PageFrame(incoming, title: "People", kind: "plain people")
    frame.styles = ["finding.css", "people.css", "pictures.css"]
    frame.values = PeopleView(incoming: incoming, journal: journal).values(persons)
    frame.values["form"] = .optional(
      incoming.isWritable
        ? form.view(on: incoming.addresses, problem, isOpen: persons.isEmpty) : nil)
    return try frame.reply("people", problem == nil ? .ok : .unprocessableContent)
  }
}

/// The list of persons: the values of `people.mustache`.
struct PeopleView {
  let incoming: PageRequest
  let journal: JournalIndex

  func values(_ persons: [Person]) -> [String: TemplateValue] {
    [
      "heading": "People", "hasPersons": .flag(!persons.isEmpty),
      "persons": .list(sorted(persons).map(view)),
      "empty": .empty(
        "Nobody has a page yet. With a page and a birthday, notes say how old somebody was.",
        if: persons.isEmpty),
    ]
  }

  /// Birthdays of the next weeks first, the nearest before the others.
  private func sorted(_ persons: [Person]) -> [Person] {
    let days = persons.map { daysToBirthday(of: $0) ?? .max }
    return persons.indices.sorted { (days[$0], $0) < (days[$1], $1) }.map { persons[$0] }
  }

  private static let daysAhead = 42

  /// Nil if it is not within the next weeks.
  private func daysToBirthday(of person: Person) -> Int? {
    let leapDay = incoming.register.settings.leapDay
    return LifeWords.daysToBirthday(of: person, on: incoming.now.day, leapDay: leapDay).flatMap {
      $0 <= Self.daysAhead ? $0 : nil
    }
  }

  private func view(_ person: Person) -> TemplateView {
    let (register, now, site) = (incoming.register, incoming.now, incoming.addresses)
    let age = register.age(of: person, at: now)?.text ?? LifeWords.span(of: person)
    let next = LifeWords.next(of: person, on: now.day, leapDay: register.settings.leapDay)
    let isNear = daysToBirthday(of: person) != nil || age == nil && person.dueDate != nil
    let noteCount = journal.byPerson.count(of: person)
    let facts = [
      age == nil ? nil : person.role?.text, noteCount > 0 ? noteCount.counted("note") : nil,
    ].compactMap(\.self)
    let picture = PersonPicture(person, journal, incoming)
    return [
      "href": .text(site.address(register.path(of: person))), "name": .text(person.title),
      "avatar": .view(picture.view(on: site, sizes: "(min-width: 48rem) 16rem, 60vw")),
      "life": .optional(age ?? person.role?.text),
      "facts": .text(facts.joined(separator: " · ")), "news": .optional(isNear ? next : nil),
    ]
  }
}
