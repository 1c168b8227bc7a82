internal import HTTPTypes
internal import Journal
internal import Rendering
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import WebServer

/// The milestones of a person: done, ahead, and the others of the catalogue.
enum MilestoneRoutes {
  /// Of the person whom the field `person` names, else of the person of the vault, else of the youngest.
  static func milestones(_ incoming: PageRequest) async throws -> Reply {
    let (journal, tag) = try await incoming.taggedJournal()
    return try await incoming.page(tag) {
      var frame = PageFrame(incoming, title: PageWords.milestones, kind: "plain people")
      frame.styles = ["finding.css", "people.css", "pictures.css"]
      frame.values = [
        "heading": .text(PageWords.milestones),
        "empty": .view(
          .empty(
            PageWords.noMilestones, incoming.addresses.address(PagePath.people), "Add a person")),
      ]
      if let person = try person(incoming) {
        let milestones = MilestoneList(of: person, in: journal)
        frame.values = MilestoneView(incoming, person, milestones.done, journal)
          .values(journal, milestones)
      }
      return try frame.reply("milestones")
    }
  }

  /// The address of a person's milestones, without the site's prefix.
  static func path(of person: Person, _ register: PersonRegister) -> String {
    "/milestones?person=" + register.path(of: person).dropFirst("/people/".count)
  }

  private static func person(_ incoming: PageRequest) throws -> Person? {
    let register = incoming.register
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

/// The milestones of a person: the values of `milestones.mustache` and `steps.mustache`.
struct MilestoneView {
  private let incoming: PageRequest
  private let register: PersonRegister
  private let person: Person
  /// Those that name the person on the days of milestones, and pictures of them.
  private let notes: [NoteFacts]
  private let covers: [NoteID: MediaItem]

  init(
    _ incoming: PageRequest, _ person: Person, _ done: [MilestoneEntry], _ journal: JournalIndex
  ) {
    (self.incoming, register, self.person) = (incoming, incoming.register, person)
    let days = Set(done.compactMap { $0.done?.day })
    notes = journal.byPerson.notes(naming: person).filter { days.contains($0.date.day) }
    let ids = Set(done.compactMap { $0.done?.id } + notes.map(\.id))
    covers = incoming.covers(of: incoming.timeline.index.notes(withIDs: ids))
  }

  private var site: SiteAddress { incoming.addresses }

  func values(_ journal: JournalIndex, _ milestones: MilestoneList) -> [String: TemplateValue] {
    let isKnown = person.birthday?.firstDay != nil || person.dueDate != nil
    let (done, ahead) = (milestones.done, milestones.upcoming)
    // Without a birthday all of the catalogue would be open.
    let others = isKnown ? milestones.others : []
    return [
      "heading": .text(PageWords.milestones), "hasPersons": true,
      "persons": .list(
        candidates.map { other in
          [
            "href": .text(site.address(MilestoneRoutes.path(of: other, register))),
            "name": .text(other.title), "isCurrent": .flag(other.path == person.path),
            "age": .optional(register.age(of: other, at: incoming.now)?.text),
            "avatar": .view(PersonPicture(other, journal, incoming).view(on: site, sizes: "2rem")),
          ]
        }),
      "hasDone": .flag(!done.isEmpty), "done": .list(groups(done.reversed())),
      "hasAhead": .flag(!ahead.isEmpty), "ahead": .list(groups(ahead)),
      "hasOthers": .flag(!others.isEmpty), "others": .list(groups(others)),
      "add": incoming.isWritable
        ? .view(["action": .text(site.address("/new")), "about": .text(person.title)]) : .none,
      "sources": .texts(MilestoneFoot.lines(for: ahead + others)), "empty": .none,
    ]
  }

  /// Those under 18, and the one who is shown.
  private var candidates: [Person] {
    register.sorted.filter { other in
      other.path == person.path
        || register.age(of: other, at: incoming.now)?.isUnder18 ?? false
    }
  }

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
    let ofDay = notes.lazy.filter { $0.date.day == done.day }.compactMap { covers[$0.id] }
    view.setPicture(done.id.flatMap { covers[$0] } ?? ofDay.first, on: site)
    return view
  }

  /// Entries by the years of a life in which they were reached or in which their ages end, in the order in which they
  /// come.
  private func groups(_ entries: [MilestoneEntry]) -> [TemplateView] {
    let titles = entries.map { entry in
      if let day = entry.done?.day {
        guard let birth = person.birthday?.firstDay else { return "\(day.year)" }
        let months = day.months(since: birth, leapDay: register.settings.leapDay)
        return day < birth ? PageWords.beforeBirth : PageWords.yearOfLife(months / 12 + 1)
      }
      return entry.milestone.set == .pregnancy
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
    let remark = entry.isExact ? entry.remark(today: incoming.now.day) : ""
    return [
      "src": .none, "title": .text(entry.milestone.title), "isDone": false, "href": .none,
      "when": .text(when),
      "age": .none, "remark": .optional(remark.isEmpty ? nil : remark),
      "addHref": incoming.isWritable ? .text(address(writing: entry.milestone.id)) : .none,
    ]
  }

  /// The form for a note about a milestone.
  private func address(writing milestone: String) -> String {
    let fields = [("milestone", milestone), ("about", person.title)]
    let query = fields.map { "\($0)=\(PercentEncoding.encoded($1.utf8))" }
    return site.address("/new?" + query.joined(separator: "&"))
  }
}
