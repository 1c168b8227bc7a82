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
    let stamps = CardCache.stamps(of: persons.map(\.path), in: incoming.vault.folder)
    let tag = PageTag(incoming, shown: stamps.compactMap(\.self), further: [state])
    return try await incoming.page(tag) { try page(incoming, persons, journal, PersonForm(), nil) }
  }

  static func person(_ incoming: PageRequest) async throws -> Reply {
    let register = incoming.register
    let person = try found(incoming)
    let (journal, state) = try await incoming.journal()
    let notes = journal.byPerson.notes(naming: person)
    let moments = journal.moments(of: person)
    let shown = [person.path] + moments.map(\.note.path)
    let stamps = CardCache.stamps(of: shown, in: incoming.vault.folder)
    let tag = PageTag(incoming, shown: stamps.compactMap(\.self), further: [state])
    return try await incoming.page(tag) {
      let milestones = MilestoneList(of: person, in: journal)
      let view = PersonView(
        site: incoming.addresses, register: register, now: incoming.now,
        isWritable: incoming.isWritable)
      var frame = PageFrame(incoming, title: person.title, kind: "plain people")
      frame.styles = ["people.css", "pictures.css"]
      frame.scripts = moments.count > 1 ? ["then.js"] : []
      frame.values = view.values(
        person, PersonPicture(person, journal, incoming), notes: notes, milestones,
        moments: moments.compactMap { PersonMoment($0, incoming) })
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
    let view = PeopleView(
      site: incoming.addresses, register: incoming.register, now: incoming.now,
      isWritable: incoming.isWritable)
    var frame = PageFrame(incoming, title: "People", kind: "plain people")
    frame.styles = ["finding.css", "people.css", "pictures.css"]
    frame.values = view.values(
      persons.map { person in
        PeopleView.Entry(
          person: person,
          picture: PersonPicture(person, journal, incoming),
          noteCount: journal.byPerson.count(of: person))
      })
    frame.values["form"] = .optional(
      incoming.isWritable
        ? form.view(on: incoming.addresses, problem, isOpen: persons.isEmpty) : nil)
    return try frame.reply("people", problem == nil ? .ok : .unprocessableContent)
  }
}

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
      "persons": .list(sorted(entries).map(view)),
      "empty": .empty(
        "Nobody has a page yet. With a page and a birthday, notes say how old somebody was.",
        if: entries.isEmpty),
    ]
  }

  /// Birthdays of the next weeks first, the nearest before the others.
  private func sorted(_ entries: [Entry]) -> [Entry] {
    let days = entries.map { daysToBirthday(of: $0.person) ?? .max }
    return entries.indices.sorted { (days[$0], $0) < (days[$1], $1) }.map { entries[$0] }
  }

  private static let daysAhead = 42

  /// Nil if it is not within the next weeks.
  private func daysToBirthday(of person: Person) -> Int? {
    guard !person.isDead(on: now.day),
      let next = person.nextBirthday(onOrAfter: now.day, leapDay: register.settings.leapDay)
    else { return nil }
    let days = next.day.number - now.day.number
    return days <= Self.daysAhead ? days : nil
  }

  private func view(_ entry: Entry) -> TemplateView {
    let person = entry.person
    let age = register.age(of: person, at: now)?.text ?? LifeWords.span(of: person)
    let next = LifeWords.next(of: person, on: now.day, leapDay: register.settings.leapDay)
    let isNear = daysToBirthday(of: person) != nil || age == nil && person.dueDate != nil
    let facts = [
      age == nil ? nil : person.role?.text,
      entry.noteCount > 0 ? entry.noteCount.counted("note") : nil,
    ].compactMap(\.self)
    return [
      "href": .text(site.address(register.path(of: person))), "name": .text(person.title),
      "avatar": .view(entry.picture.view(on: site, sizes: "(min-width: 48rem) 16rem, 60vw")),
      "life": .optional(age ?? person.role?.text),
      "news": .text((isNear ? next : nil) ?? facts.joined(separator: " · ")),
    ]
  }
}
