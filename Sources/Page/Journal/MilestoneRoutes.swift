internal import HTTPTypes
internal import Journal
internal import Rendering
internal import SystemCalls
internal import VaultFormat
internal import WebServer

/// The milestones of a person: done, ahead, and the others of the catalogue.
enum MilestoneRoutes {
  /// Of the person whom the field `person` names, else of the person of the vault, else of the youngest.
  static func milestones(_ incoming: PageRequest) async throws -> Reply {
    let register = incoming.register
    let (journal, state) = try await incoming.journal()
    let tag = PageTag(incoming, shown: [], further: [state])
    if let unchanged = tag.reply(to: incoming.request) { return unchanged }
    if let known = incoming.site.pages.page(tag) { return known }
    var frame = PageFrame(incoming, title: "Milestones", kind: "plain people")
    frame.styles = ["finding.css", "people.css"]
    frame.values = MilestonesView(
      site: incoming.addresses, register: register, now: incoming.now,
      isWritable: incoming.isWritable
    ).values(try person(incoming, register), journal)
    return incoming.site.pages.keep(try frame.reply("milestones"), tag)
  }

  /// The address of a person's milestones, without the site's prefix.
  static func path(of person: Person, _ register: PersonRegister) -> String {
    "/milestones?person=" + register.path(of: person).dropFirst("/people/".count)
  }

  private static func person(
    _ incoming: PageRequest, _ register: PersonRegister
  ) throws -> Person? {
    if let segment = incoming.request.query["person"] {
      guard let person = register.person(at: segment) else {
        throw PageProblem(
          .notFound, "Not found", "There is no such person.",
          next: PageProblem.Next(path: PagePath.people, label: "Go to the people"))
      }
      return person
    }
    return register.chosen ?? register.youngest
  }
}

extension PersonRegister {
  /// The person who was born last, or is expected last; nil if no year of birth is known.
  var youngest: Person? {
    book.persons.filter { $0.died == nil }
      .compactMap { person in
        (person.birthday?.firstDay ?? person.dueDate).map { (person: person, day: $0) }
      }.max { ($0.day, $1.person.path) < ($1.day, $0.person.path) }?.person
  }
}
