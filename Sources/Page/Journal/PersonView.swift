internal import Journal
internal import Media
internal import Rendering
internal import VaultFormat
internal import VaultStore

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
      "avatar": .view(picture.view(on: site, sizes: "12rem")),
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
      "hasMoments": .flag(moments.count > 1), "pair": .list(pair(moments, of: person)),
      "moments": .list(moments.map { $0.view(of: person, register, on: site) }),
      "empty": .empty(
        "No note is about \(person.title) yet.",
        isWritable ? site.address("/new?\(about(person))") : nil, "Write the first one",
        if: notes.isEmpty),
    ]
  }

  /// The oldest and the newest moment, each with all among which one chooses.
  private func pair(_ moments: [PersonMoment], of person: Person) -> [TemplateView] {
    guard let last = moments.indices.last, last > 0 else { return [] }
    let views = moments.map { $0.view(of: person, register, on: site) }
    let sides = [(last, "then", PageWords.earlier), (0, "now", PageWords.later)]
    return sides.map { place, name, label in
      var view = views[place]
      (view["name"], view["label"]) = (.text(name), .text(label))
      view["choices"] = .list(
        moments.indices.map { choice in
          [
            "when": .text(DateWords.date(moments[choice].moment.note.date.day)),
            "isSelected": .flag(choice == place),
          ]
        })
      return view
    }
  }

  private func about(_ person: Person) -> String {
    "about=\(PercentEncoding.encoded(person.title.utf8))"
  }

  private func facts(_ person: Person) -> [TemplateView] {
    var facts: [(String, String?)] = [("Role", person.role?.text)]
    facts.append(("Born", person.birthday.map(LifeWords.date)))
    if case .day(let time) = person.birthday, let clock = DateWords.clock(time) {
      facts[1].1 = "\(DateWords.date(time.day)), \(clock)"
    }
    facts.append(("Expected", person.dueDate.map(DateWords.date)))
    facts.append(("Died", person.died.map(LifeWords.date)))
    let others = person.aliases.filter { NameKey($0.utf8) != NameKey(person.title.utf8) }
    facts.append(("Also called", others.isEmpty ? nil : others.joined(separator: ", ")))
    return facts.compactMap { label, value in
      value.map { ["label": .text(label), "value": .text($0)] }
    }
  }
}

/// A photo of a person in one of the years.
struct PersonMoment {
  let moment: ThenAndNow.Moment
  let picture: MediaItem

  /// Nil if none of the note's photos can be shown.
  init?(_ moment: ThenAndNow.Moment, _ incoming: PageRequest) {
    let folder = incoming.vault.folder
    let files = MediaFolder(of: moment.note.path).flatMap { try? folder.media(in: $0).files } ?? []
    let picture = files.lazy.filter { $0.kind == .photo }.prefix(8)
      .compactMap { MediaItem(at: $0.path, in: folder) }
      .first { $0.isPicture(on: incoming.addresses) }
    guard let picture else { return nil }
    (self.moment, self.picture) = (moment, picture)
  }

  func view(of person: Person, _ register: PersonRegister, on site: SiteAddress) -> TemplateView {
    let note = moment.note
    let day = DateWords.date(note.date.day)
    let media = MediaView(site: site, day: day)
    var view = media.picture(picture, sizes: "(min-width: 40rem) 20rem, 48vw")
    view["href"] = .text(site.note(note.id))
    view["alt"] = .text("\(person.title), \(day)")
    view["when"] = .text(day)
    view["age"] = .optional(register.age(of: person, at: note.date)?.text)
    return view
  }
}

/// Dates of a life in words.
enum LifeWords {
  /// `17 May 2025`, `May 1958`, `1958`, `2 March`: as exactly as it is known.
  static func date(_ date: PartialDate) -> String {
    switch date {
    case .day(let time): DateWords.date(time.day)
    case .month(let first): CalendarMonth(first).name
    case .year(let first): "\(first.year)"
    case .yearless(let day): "\(day.day) \(MonthName.of(day))"
    }
  }

  /// `1899–1977`, of somebody who has died; a year that is not known is left out.
  static func span(of person: Person) -> String? {
    guard let died = person.died else { return nil }
    let years = [person.birthday?.firstDay, died.firstDay].map { $0.map { "\($0.year)" } ?? "" }
    return years == ["", ""] ? nil : years.joined(separator: "–")
  }

  /// `turns 2 tomorrow`, `birthday in 3 weeks`, `expected in 12 days`; nil for somebody who has died, and without a day.
  static func next(of person: Person, on today: CalendarDay, leapDay: LeapDay) -> String? {
    guard !person.isDead(on: today) else { return nil }
    if let due = person.dueDate, due >= today, person.birthday?.firstDay.map({ $0 > today }) ?? true
    {
      return "expected \(Countdown.text(from: today, to: due))"
    }
    guard let next = person.nextBirthday(onOrAfter: today, leapDay: leapDay) else { return nil }
    let when = Countdown.text(from: today, to: next.day)
    guard let turns = next.turns, turns > 0 else { return "birthday \(when)" }
    return "turns \(turns) \(when)"
  }
}
