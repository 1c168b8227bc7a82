internal import Journal
internal import Rendering
internal import VaultFormat

/// The page of a person: the values of `person.mustache`.
struct PersonView {
  private let incoming: PageRequest
  private let register: PersonRegister
  private let person: Person

  init(_ incoming: PageRequest, _ person: Person) {
    (self.incoming, register, self.person) = (incoming, incoming.register, person)
  }

  /// How many milestones of each kind stand on the page; all are on that of the milestones.
  private static let doneLimit = 5
  private static let aheadLimit = 4

  func values(_ journal: JournalIndex, _ moments: [PersonMoment]) -> [String: TemplateValue] {
    let (site, now, isWritable) = (incoming.addresses, incoming.now, incoming.isWritable)
    let notes = journal.byPerson.notes(naming: person)
    let milestones = MilestoneList(of: person, in: journal)
    let steps = MilestoneView(incoming, person)
    let picture = PersonPicture(person, journal, incoming)
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
      "counts": .text(counts.joined(separator: " · ")), "facts": .facts(facts),
      "timelineHref": notes.isEmpty ? .none : .text(site.address("/?\(about)")),
      "photosHref": photos == 0 ? .none : .text(site.address("/photos?\(about)")),
      "writeHref": isWritable ? .text(site.address("/new?\(about)")) : .none,
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
      "hasMoments": .flag(moments.count > 1), "pair": .list(pair(moments)),
      "moments": .list(moments.map(view)),
      "empty": .empty(
        "No note is about \(person.title) yet.",
        isWritable ? site.address("/new?\(about)") : nil, "Write the first one",
        if: notes.isEmpty),
    ]
  }

  /// The oldest and the newest moment, each with all among which one chooses.
  private func pair(_ moments: [PersonMoment]) -> [TemplateView] {
    guard let last = moments.indices.last, last > 0 else { return [] }
    let sides = [(last, "then", PageWords.earlier), (0, "now", PageWords.later)]
    return sides.map { place, name, label in
      var view = view(moments[place])
      (view["name"], view["label"]) = (.text(name), .text(label))
      view["choices"] = .list(
        moments.indices.map { choice in
          [
            "when": .text(DateWords.shortDay(moments[choice].moment.note.date.day)),
            "isSelected": .flag(choice == place),
          ]
        })
      return view
    }
  }

  private func view(_ moment: PersonMoment) -> TemplateView {
    let note = moment.moment.note
    let day = DateWords.date(note.date.day)
    let media = MediaView(site: incoming.addresses, day: day)
    var view = media.picture(moment.picture, sizes: "(min-width: 40rem) 20rem, 48vw")
    view["href"] = .text(incoming.addresses.note(note.id))
    view["alt"] = .text("\(person.title), \(day)")
    view["when"] = .text(day)
    view["age"] = .optional(register.age(of: person, at: note.date)?.text)
    return view
  }

  private var about: String { "about=\(PercentEncoding.encoded(person.title.utf8))" }

  private var facts: [(label: String, value: String?)] {
    var born = person.birthday.map(LifeWords.date)
    if case .day(let time) = person.birthday, let clock = DateWords.clock(time) {
      born = "\(DateWords.date(time.day)), \(clock)"
    }
    let others = person.aliases.filter { NameKey($0.utf8) != NameKey(person.title.utf8) }
    return [
      ("Role", person.role?.text), ("Born", born),
      ("Expected", person.dueDate.map(DateWords.date)), ("Died", person.died.map(LifeWords.date)),
      ("Also called", others.isEmpty ? nil : others.joined(separator: ", ")),
    ]
  }
}

/// A photo of a person in one of the years.
struct PersonMoment {
  let moment: ThenAndNow.Moment
  let picture: MediaItem

  /// Nil if none of the note's photos can be shown.
  init?(_ moment: ThenAndNow.Moment, _ incoming: PageRequest) {
    guard let picture = incoming.photo(of: moment.note.path) else { return nil }
    (self.moment, self.picture) = (moment, picture)
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
