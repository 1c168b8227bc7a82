internal import Journal
internal import Rendering
internal import SystemCalls
internal import VaultFormat
internal import VaultStore

/// The form for a person who has no page yet.
struct NewPersonForm: Sendable {
  var name = ""
  var role = ""
  var born = ""
  var due = ""
  /// Separated by commas.
  var aliases = ""

  init() {}

  init(_ fields: FormFields) {
    func text(_ name: String) -> String { fields[name]?.trimmingBlanks ?? "" }
    (name, role, born) = (text("name"), text("role"), text("born"))
    (due, aliases) = (text("due"), text("aliases"))
  }

  /// Why it cannot be saved, and the field that has to be changed.
  struct Problem: Error {
    var field: String
    var text: String
  }

  /// - Parameter zone: of a time of birth without an offset.
  func person(zone: TimeZoneRules) throws(Problem) -> NewPerson {
    var person = NewPerson(name: name)
    person.role = role.isEmpty ? nil : role
    person.aliases = NoteForm.names(in: aliases)
    if !born.isEmpty {
      guard let date = PartialDate(born, zone: zone) else {
        throw Problem(
          field: "born",
          text:
            "“\(born)” is no date: write 2025-05-17, 17 May 2025, 1958-03, 1958, or --03-02 without the year."
        )
      }
      person.birthday = date
    }
    if !due.isEmpty {
      guard let day = CalendarDay(due) else {
        throw Problem(field: "due", text: "“\(due)” is no day: write 2026-03-01.")
      }
      person.dueDate = day
    }
    return person
  }

  /// - Parameter persons: all of the vault.
  func note(of person: NewPerson, among persons: [Person]) throws(Problem) -> NewNote {
    do throws(PageTitle.Problem) {
      return try person.page(among: persons).note()
    } catch {
      switch error {
      case .isEmpty: throw Problem(field: "name", text: "A name has letters.")
      case .isTaken(let path, let title):
        let isName = persons.contains { $0.path == path && $0.isCalled(name) }
        throw Problem(
          field: isName ? "name" : "aliases",
          text: "\(title) is called so already (\(path.text)).")
      case .isNoName:
        throw Problem(field: "name", text: "A name has no slash, and does not begin with @.")
      }
    }
  }

  /// - Parameter isOpen: shown without being asked for.
  func view(on site: SiteAddress, _ problem: Problem?, isOpen: Bool) -> TemplateView {
    func field(_ name: String, _ label: String, _ value: String, how: String) -> TemplateView {
      [
        "name": .text(name), "label": .text(label), "value": .text(value), "how": .text(how),
        "isDate": .flag(name == "due"), "isRequired": .flag(name == "name"),
        "error": .optional(problem?.field == name ? problem?.text : nil),
      ]
    }
    return [
      "action": .text(site.address(PeopleRoutes.path)), "isOpen": .flag(isOpen || problem != nil),
      "fields": .list([
        field("name", "Name", name, how: ""),
        field("born", "Born", born, how: "2025-05-17, 1958-03, 1958, or --03-02 without the year"),
        field("role", "Role", role, how: "child, parent, family, friend, or another word"),
        field("due", "Expected on", due, how: "The day on which the birth is, or was, expected"),
        field("aliases", "Also called", aliases, how: "Separated by commas"),
      ]),
    ]
  }
}
