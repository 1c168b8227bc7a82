internal import HTTPTypes
internal import Journal
internal import Media
internal import Rendering
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import WebServer

/// The milestones of a person: done, ahead, and the others of the catalogue.
enum MilestoneRoutes {
  /// Of the person whom the field `person` names, else of the person of the vault, else of the youngest.
  static func milestones(_ incoming: PageRequest) async throws -> Reply {
    let register = incoming.register
    let (journal, tag) = try await incoming.taggedJournal()
    return try await incoming.page(tag) {
      var frame = PageFrame(incoming, title: "Milestones", kind: "plain people")
      frame.styles = ["finding.css", "people.css"]
      let person = try person(incoming, register)
      let milestones = person.map { MilestoneList(of: $0, in: journal) }
      let done = Set((milestones?.done ?? []).compactMap { $0.done?.id })
      frame.values = MilestonesView(
        site: incoming.addresses, register: register, now: incoming.now,
        isWritable: incoming.isWritable
      ).values(
        person, milestones,
        covers: incoming.covers(of: incoming.timeline.index.notes(withIDs: done)))
      return try frame.reply("milestones")
    }
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

/// The values of `milestones.mustache`.
struct MilestonesView {
  let site: SiteAddress
  let register: PersonRegister
  let now: NoteTime
  let isWritable: Bool

  /// - Parameters:
  ///   - person: nil where nobody has a birthday.
  ///   - covers: pictures of notes about them.
  func values(
    _ person: Person?, _ milestones: MilestoneList?, covers: [NoteID: MediaItem]
  ) -> [String: TemplateValue] {
    guard let person, let milestones else {
      return [
        "heading": "Milestones", "summary": .none, "persons": .list([]), "hasPersons": false,
        "hasDone": false, "done": .list([]), "hasAhead": false, "ahead": .list([]),
        "hasOthers": false, "others": .list([]), "add": .none, "sources": .texts([]),
        "empty": .view(
          .empty(
            "Milestones belong to somebody with a birthday, and nobody has a page yet.",
            site.address(PagePath.people), "Add a person")),
      ]
    }
    let steps = MilestoneView(
      site: site, register: register, person: person, now: now, isWritable: isWritable,
      covers: covers)
    let isKnown = person.birthday?.firstDay != nil || person.dueDate != nil
    let (done, ahead) = (milestones.done, milestones.upcoming)
    // Without a birthday all of the catalogue would be open.
    let others = isKnown ? milestones.others : []
    return [
      "heading": "Milestones",
      "summary": .optional(
        [person.title, register.age(of: person, at: now)?.text].compactMap(\.self)
          .joined(separator: ", ")),
      "hasPersons": .flag(candidates(with: person).count > 1),
      "persons": .list(
        candidates(with: person).map { other in
          [
            "href": .text(site.address(MilestoneRoutes.path(of: other, register))),
            "name": .text(other.title), "isCurrent": .flag(other.path == person.path),
          ]
        }),
      "hasDone": .flag(!done.isEmpty), "done": .list(done.reversed().map(steps.view)),
      "hasAhead": .flag(!ahead.isEmpty), "ahead": .list(steps.groups(ahead)),
      "hasOthers": .flag(!others.isEmpty), "others": .list(steps.groups(others)),
      "add": isWritable
        ? .view(["action": .text(site.address("/new")), "about": .text(person.title)]) : .none,
      "sources": .texts(MilestoneFoot.lines(for: ahead + others)), "empty": .none,
    ]
  }

  /// Those under 18, and the one who is shown.
  private func candidates(with shown: Person) -> [Person] {
    register.sorted.filter { person in
      person.path == shown.path || register.age(of: person, at: now)?.isUnder18 ?? false
    }
  }
}

/// Milestones in a list: the values of `steps.mustache`.
struct MilestoneView {
  let site: SiteAddress
  let register: PersonRegister
  let person: Person
  let now: NoteTime
  let isWritable: Bool
  /// Pictures of notes about milestones.
  var covers: [NoteID: MediaItem] = [:]

  func view(_ entry: MilestoneEntry) -> TemplateView {
    guard let done = entry.done else { return ahead(entry) }
    let age = register.age(of: person, at: NoteTime(day: done.day, zone: .utc))?.text
    var view: TemplateView = [
      "title": .text(entry.milestone.title), "isDone": true,
      "href": .optional(done.id.map { site.note($0) }),
      "when": .text(DateWords.date(done.day)), "age": .optional(age),
      "remark": .optional(done.celebrated.map { "celebrated \(DateWords.date($0))" }),
      "addHref": .none,
    ]
    view.setPicture(done.id.flatMap { covers[$0] }, on: site)
    return view
  }

  /// Entries by the years of a life in which their ages end, in the order in which they come.
  func groups(_ entries: [MilestoneEntry]) -> [TemplateView] {
    let titles = entries.map { entry in
      entry.milestone.set == .pregnancy
        ? PageWords.beforeBirth
        : entry.milestone.window.map { PageWords.yearOfLife($0.year) } ?? PageWords.anyAge
    }
    let found = Dictionary(grouping: entries.indices) { titles[$0] }
    return found.values.sorted { $0[0] < $1[0] }.map { indices in
      ["title": .text(titles[indices[0]]), "entries": .list(indices.map { view(entries[$0]) })]
    }
  }

  private func ahead(_ entry: MilestoneEntry) -> TemplateView {
    var when = entry.milestone.window?.rounded ?? entry.when
    if entry.isExact, let day = entry.days?.lowerBound { when = DateWords.date(day) }
    // Where the ages come from is said once, below the list.
    let remark = entry.isExact ? entry.remark(today: now.day) : ""
    return [
      "src": .none, "title": .text(entry.milestone.title), "isDone": false, "href": .none,
      "when": .text(when),
      "age": .none, "remark": .optional(remark.isEmpty ? nil : remark),
      "addHref": isWritable ? .text(address(writing: entry.milestone.id)) : .none,
    ]
  }

  /// The form for a note about a milestone.
  func address(writing milestone: String) -> String {
    let fields = [("milestone", milestone), ("about", person.title)]
    let query = fields.map { "\($0)=\(PercentEncoding.encoded($1.utf8))" }
    return site.address("/new?" + query.joined(separator: "&"))
  }
}
