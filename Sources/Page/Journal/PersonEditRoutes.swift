internal import HTTPTypes
internal import Journal
internal import Rendering
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import WebServer

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
      let (vault, zone, day) = (incoming.vault, incoming.zone, incoming.now.day)
      try await incoming.write { writer in
        let index = incoming.site.live.snapshot.index
        let persons = PersonBook(of: vault, index, today: day, zone: zone).persons
        _ = try writer.edit(person.path, provisionalID: person.id) { document in
          guard NoteVersion(of: document).hash == version else {
            throw PageProblem(
              .conflict, "Changed meanwhile",
              "This page was changed meanwhile. Nothing was written: look at the form again.",
              next: PageProblem.Next(path: address + "/edit", label: "Open the form again"))
          }
          do {
            let person = present(person, in: document, incoming)
            return try form.edit(of: person, zone: zone)
              .applied(to: document, of: person, among: persons)
          } catch let problem as PageTitle.Problem {
            throw form.problem(problem, among: persons)
          }
        }
      }
      let done = incoming.said("saved")
      return .redirect(.seeOther, to: incoming.addresses.address("\(address)?done=\(done)"))
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
    frame.values = [
      "name": .text(person.title), "heading": .text(PageWords.changePerson),
      "personHref": .text(address),
      "form": .view([
        "action": .text(address + "/edit"), "version": .text(version),
        "fields": .list(form.fields(problem, isNew: false)), "personHref": .text(address),
      ]),
    ]
    var reply = try frame.reply("person-edit")
    if problem != nil { reply.status = .unprocessableContent }
    return reply
  }
}
