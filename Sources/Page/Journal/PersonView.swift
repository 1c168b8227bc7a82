internal import Journal
internal import Rendering
internal import VaultFormat

/// The page of a person: the values of `person.mustache`.
struct PersonView {
  let site: SiteAddress
  let register: PersonRegister
  let now: NoteTime
  let isWritable: Bool

  /// How many milestones of each kind stand on the page; all are on that of the milestones.
  private static let doneLimit = 5
  private static let aheadLimit = 4

  /// - Parameter notes: those that name the person, the newest first.
  func values(
    _ person: Person, _ picture: PersonPicture, notes: [NoteFacts],
    _ milestones: MilestoneList, moments: [PersonMoment]
  ) -> [String: TemplateValue] {
    let steps = MilestoneView(
      site: site, register: register, person: person, now: now, isWritable: isWritable)
    // A milestone or two, or a child: for others the catalogue has nothing to say.
    let isYoung = register.age(of: person, at: now)?.isUnder18 ?? false
    let (done, ahead) = (milestones.done, isYoung ? milestones.upcoming : [])
    let photos = notes.reduce(0) { $0 + $1.photoCount }
    var counts = [notes.count.counted("note")]
    if photos > 0 { counts.append(photos.counted("photo")) }
    return [
      "name": .text(person.title), "peopleHref": .text(site.address(PagePath.people)),
      "avatar": .view(picture.view(on: site)),
      "age": .optional(register.age(of: person, at: now)?.text ?? LifeWords.span(of: person)),
      "next": .optional(
        LifeWords.next(of: person, on: now.day, leapDay: register.settings.leapDay)),
      "counts": .text(counts.joined(separator: " · ")), "facts": .list(facts(person)),
      "timelineHref": notes.isEmpty ? .none : .text(site.address("/?\(about(person))")),
      "photosHref": photos == 0 ? .none : .text(site.address("/photos?\(about(person))")),
      "writeHref": isWritable ? .text(site.address("/new?\(about(person))")) : .none,
      "pageHref": .text(site.note(person.id)),
      "editHref": isWritable ? .text(site.address(register.path(of: person) + "/edit")) : .none,
      "hasSteps": .flag(!done.isEmpty || !ahead.isEmpty),
      "stepsHref": .text(site.address(MilestoneRoutes.path(of: person, register))),
      "done": .list(done.suffix(Self.doneLimit).map(steps.view)),
      "ahead": .list(ahead.prefix(Self.aheadLimit).map(steps.view)),
      "hasDone": .flag(!done.isEmpty), "hasAhead": .flag(!ahead.isEmpty),
      "stepsLabel": .text(
        done.isEmpty ? "All milestones" : "All milestones, \(done.count) of them done"),
      "sources": .texts(MilestoneFoot.lines(for: Array(ahead.prefix(Self.aheadLimit)))),
      "hasMoments": .flag(moments.count > 1),
      "moments": .list(moments.map { $0.view(of: person, register, on: site) }),
      "empty": notes.isEmpty
        ? .view([
          "text": .text("No note is about \(person.title) yet."),
          "href": isWritable ? .text(site.address("/new?\(about(person))")) : .none,
          "label": "Write the first one",
        ]) : .none,
    ]
  }

  private func about(_ person: Person) -> String {
    "about=\(PercentEncoding.encoded(person.title.utf8))"
  }

  private func facts(_ person: Person) -> [TemplateView] {
    var facts: [(String, String?)] = [("Role", person.role?.text)]
    facts.append(("Born", person.birthday.map(LifeWords.date)))
    if case .day(let time) = person.birthday, let clock = DateWords.clock(time) {
      facts[1].1 = "\(LifeWords.day(time.day)), \(clock)"
    }
    facts.append(("Expected", person.dueDate.map(LifeWords.day)))
    facts.append(("Died", person.died.map(LifeWords.date)))
    let others = person.aliases.filter { NameKey($0.utf8) != NameKey(person.title.utf8) }
    facts.append(("Also called", others.isEmpty ? nil : others.joined(separator: ", ")))
    return facts.compactMap { label, value in
      value.map { ["label": .text(label), "value": .text($0)] }
    }
  }
}
