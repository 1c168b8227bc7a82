internal import HTTPTypes
internal import Journal
internal import Operations
internal import Rendering
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import WebServer

/// The form for a person, who has no page yet or is to be changed.
struct PersonForm: Sendable {
  var name = ""
  var role = ""
  var born = ""
  var due = ""
  /// Only of a person who has a page.
  var died = ""
  /// Separated by commas.
  var aliases = ""

  /// Empty without fields.
  init(_ fields: FormFields = FormFields("")) {
    func text(_ name: String) -> String { fields[name]?.trimmingBlanks ?? "" }
    (name, role, born) = (text("name"), text("role"), text("born"))
    (due, died, aliases) = (text("due"), text("died"), text("aliases"))
  }

  /// As a person is.
  init(_ person: Person) {
    (name, role) = (person.title, person.role?.text ?? "")
    born = person.birthday?.description ?? ""
    died = person.died?.description ?? ""
    due = person.dueDate?.description ?? ""
    aliases = person.aliases.joined(separator: ", ")
  }

  typealias Problem = FieldProblem

  /// - Parameter zone: of a time of birth without an offset.
  func person(zone: TimeZoneRules) throws(Problem) -> PersonEdit {
    var person = PersonEdit(name: name)
    person.role = role.isEmpty ? nil : role
    person.aliases = NoteForm.names(in: aliases)
    person.birthday = try Self.date(born, in: "born", zone: zone)
    person.dueDate = try Problem.day(due, in: "due")
    return person
  }

  /// - Parameter zone: of a time without an offset.
  func edit(of person: Person, zone: TimeZoneRules) throws(Problem) -> PersonEdit {
    var edit = PersonEdit(of: person)
    (edit.name, edit.role) = (name, role.isEmpty ? nil : role)
    // A name may have a comma.
    if aliases != PersonForm(person).aliases { edit.aliases = NoteForm.names(in: aliases) }
    edit.birthday = try Self.date(born, in: "born", zone: zone)
    edit.died = try Self.date(died, in: "died", zone: zone)
    edit.dueDate = try Problem.day(due, in: "due")
    return edit
  }

  /// Nil for an empty field.
  private static func date(
    _ text: String, in field: String, zone: TimeZoneRules
  ) throws(Problem) -> PartialDate? {
    guard !text.isEmpty else { return nil }
    guard let date = PartialDate(text, zone: zone) else {
      throw Problem(
        field: field,
        text:
          "“\(text)” is no date: write 2025-05-17, 17 May 2025, 1958-03, 1958, or --03-02 without the year."
      )
    }
    return date
  }

  /// - Parameter persons: all of the vault.
  func note(of person: PersonEdit, among persons: [Person]) throws(Problem) -> NewNote {
    do throws(PageTitle.Problem) {
      return try person.page(among: persons).note()
    } catch {
      throw problem(error, among: persons)
    }
  }

  func problem(_ problem: PageTitle.Problem, among persons: [Person]) -> Problem {
    switch problem {
    case .isEmpty: return Problem(field: "name", text: "A name has letters.")
    case .isTaken(let path, let title):
      let isName = persons.contains { $0.path == path && $0.isCalled(name) }
      return Problem(
        field: isName ? "name" : "aliases",
        text: "\(title) is called so already (\(path.text)).")
    case .isNoName:
      return Problem(field: "name", text: "A name has no slash, and does not begin with @.")
    }
  }

  /// - Parameter isOpen: shown without being asked for.
  func view(on site: SiteAddress, _ problem: Problem?, isOpen: Bool) -> TemplateView {
    [
      "action": .text(site.address(PagePath.people)), "isOpen": .flag(isOpen || problem != nil),
      "fields": .list(fields(problem, isNew: true)),
    ]
  }

  func fields(_ problem: Problem?, isNew: Bool) -> [TemplateView] {
    func field(_ name: String, _ label: String, _ value: String, how: String) -> TemplateView {
      [
        "name": .text(name), "label": .text(label), "value": .text(value), "how": .text(how),
        "isDate": .flag(name == "due"), "isRequired": .flag(name == "name"),
        "error": .optional(problem?.field == name ? problem?.text : nil),
      ]
    }
    let ways = "2025-05-17, 1958-03, 1958, or --03-02 without the year"
    return [
      field("name", "Name", name, how: isNew ? "" : "Notes with the former name still count"),
      field("born", "Born", born, how: ways),
      field("role", "Role", role, how: "child, parent, family, friend, or another word"),
      field("due", "Expected on", due, how: "The day on which the birth is, or was, expected"),
    ] + (isNew ? [] : [field("died", "Died", died, how: ways)]) + [
      field("aliases", "Also called", aliases, how: "Separated by commas")
    ]
  }
}

/// The form for a person who has a page.
enum PersonEditRoutes {
  static func edit(_ incoming: PageRequest) async throws -> Reply {
    guard incoming.isWritable else { throw PageProblem.isReadOnly }
    let person = try PeopleRoutes.found(incoming)
    let document = NoteDocument(try incoming.vault.folder.read(person.path).bytes)
    let form = PersonForm(present(person, in: document, incoming))
    return try reply(incoming, person, form, version: NoteVersion(of: document).hash, nil)
  }

  /// Changes what the form says otherwise than the page; a page that has changed since the form was opened stays as it is.
  static func save(_ incoming: PageRequest) async throws -> Reply {
    let person = try PeopleRoutes.found(incoming)
    let form = PersonForm(incoming.form?.fields ?? FormFields(""))
    let version = incoming.form?["version"] ?? ""
    let address = incoming.register.path(of: person)
    do {
      try await incoming.write { writer in
        let index = incoming.site.live.snapshot.index
        let persons = incoming.source.persons(of: index).persons
        _ = try writer.edit(person.path, provisionalID: person.id) { document in
          guard NoteVersion(of: document).hash == version else {
            throw PageProblem(
              .conflict, "Changed meanwhile",
              "This page was changed meanwhile. Nothing was written: look at the form again.",
              next: PageProblem.Next(path: address + "/edit", label: "Open the form again"))
          }
          do {
            let person = present(person, in: document, incoming)
            return try form.edit(of: person, zone: incoming.zone)
              .applied(to: document, of: person, among: persons)
          } catch let problem as PageTitle.Problem {
            throw form.problem(problem, among: persons)
          }
        }
      }
      return incoming.redirect(address, done: "saved")
    } catch let problem as PersonForm.Problem {
      return try reply(incoming, person, form, version: version, problem)
    }
  }

  /// As the file says it, which the index may not have read yet.
  private static func present(
    _ person: Person, in document: NoteDocument, _ incoming: PageRequest
  ) -> Person {
    Person(
      document, at: person.path, id: person.id, today: incoming.now.day, zone: incoming.zone)
      ?? person
  }

  private static func reply(
    _ incoming: PageRequest, _ person: Person, _ form: PersonForm, version: String,
    _ problem: PersonForm.Problem?
  ) throws -> Reply {
    let address = incoming.addresses.address(incoming.register.path(of: person))
    var frame = PageFrame(incoming, title: person.title, kind: "plain people")
    frame.styles = ["finding.css", "people.css"]
    frame.parent = .link(address, person.title)
    frame.values = [
      "heading": .text(PageWords.changePerson),
      "form": .view([
        "action": .text(address + "/edit"), "version": .text(version),
        "fields": .list(form.fields(problem, isNew: false)), "personHref": .text(address),
      ]),
    ]
    return try frame.reply("person-edit", problem == nil ? .ok : .unprocessableContent)
  }
}
