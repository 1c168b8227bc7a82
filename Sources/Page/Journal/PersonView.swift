internal import Journal
internal import Rendering
internal import VaultFormat
internal import VaultIndex

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
  private static let aheadLimit = 3
  private static let noteLimit = 5

  func values(_ journal: JournalIndex, _ moments: [PersonMoment]) -> [String: TemplateValue] {
    let (site, now, isWritable) = (incoming.addresses, incoming.now, incoming.isWritable)
    let notes = journal.byPerson.notes(naming: person)
    let milestones = MilestoneList(of: person, in: journal)
    // A milestone or two, or a child: for others the catalogue has nothing to say.
    let isYoung = register.age(of: person, at: now)?.isUnder18 ?? false
    let done = Array(milestones.done.suffix(Self.doneLimit))
    let ahead = Array((isYoung ? milestones.upcoming : []).prefix(Self.aheadLimit))
    let steps = MilestoneView(incoming, person, done, journal)
    let photos = notes.reduce(0) { $0 + $1.photoCount }
    return [
      "name": .text(person.title),
      "avatar": .view(
        PersonPicture(person, journal, incoming)
          .view(on: site, sizes: "(min-width: 48rem) 15rem, 60vw")),
      "age": .text(
        [register.age(of: person, at: now)?.text ?? LifeWords.span(of: person), person.role?.text]
          .compactMap(\.self).joined(separator: " · ")),
      "next": .optional(
        LifeWords.next(of: person, on: now.day, leapDay: register.settings.leapDay)),
      "facts": .texts(facts),
      "timelineHref": notes.isEmpty ? .none : .text(site.address("/?\(about)")),
      "noteCount": .text(notes.count.counted("note")),
      "notesLabel": notes.count > Self.noteLimit ? .text("All \(notes.count) notes") : .none,
      "photosHref": photos == 0 ? .none : .text(site.address("/photos?\(about)")),
      "photoCount": .text(photos.counted("photo")),
      "writeHref": isWritable ? .text(site.address("/new?\(about)")) : .none,
      "pageHref": .text(site.note(person.id)),
      "editHref": isWritable ? .text(site.address(register.path(of: person) + "/edit")) : .none,
      "hasSteps": .flag(!done.isEmpty || !ahead.isEmpty),
      "stepsHref": .text(site.address(MilestoneRoutes.path(of: person, register))),
      "done": .list(done.reversed().map(steps.view)), "ahead": .list(ahead.map(steps.view)),
      "hasDone": .flag(!done.isEmpty), "hasAhead": .flag(!ahead.isEmpty),
      "stepsLabel": .text(
        done.isEmpty ? "All milestones" : "All milestones, \(milestones.done.count) of them done"),
      "sources": .texts(MilestoneFoot.lines(for: ahead)),
      "hasMoments": .flag(moments.count > 1), "pair": .list(pair(moments)),
      "moments": .list(moments.map(view)),
      "notes": .list(incoming.rows(of: newest(notes), in: incoming.timeline)),
      "empty": .empty(
        "No note is about \(person.title) yet.",
        isWritable ? site.address("/new?\(about)") : nil, "Write the first one",
        if: notes.isEmpty),
    ]
  }

  private func newest(_ notes: [NoteFacts]) -> [VaultIndex.Position] {
    let newest = notes.sorted { $0.date.seconds > $1.date.seconds }.prefix(Self.noteLimit)
    let index = incoming.timeline.index
    return index.notes(withIDs: Set(newest.map(\.id)))
      .sorted { index[$0].date.seconds > index[$1].date.seconds }
  }

  /// The oldest and the newest moment.
  private func pair(_ moments: [PersonMoment]) -> [TemplateView] {
    guard let last = moments.indices.last, last > 0 else { return [] }
    return [(last, "then"), (0, "now")].map { place, name in
      var view = view(moments[place])
      view["name"] = .text(name)
      return view
    }
  }

  private func view(_ moment: PersonMoment) -> TemplateView {
    let note = moment.note
    let day = DateWords.date(note.date.day)
    let media = MediaView(site: incoming.addresses, day: day)
    var view = media.picture(moment.picture, sizes: "(min-width: 40rem) 20rem, 48vw")
    view["href"] = .text(incoming.addresses.note(note.id))
    view["alt"] = .text("\(person.title), \(day)")
    view["when"] = .text(day)
    view["year"] = "\(note.date.day.year)"
    view["age"] = .optional(register.age(of: person, at: note.date)?.text)
    return view
  }

  private var about: String { "about=\(PercentEncoding.encoded(person.title.utf8))" }

  private var facts: [String] {
    var born = person.birthday.map(LifeWords.date)
    if case .day(let time) = person.birthday, let clock = DateWords.clock(time) {
      born = "\(DateWords.date(time.day)), \(clock)"
    }
    let others = person.aliases.filter { NameKey($0.utf8) != NameKey(person.title.utf8) }
    let facts = [
      ("Born", born), ("Expected", person.dueDate.map(DateWords.date)),
      ("Died", person.died.map(LifeWords.date)),
      ("Also called", others.isEmpty ? nil : others.joined(separator: ", ")),
    ]
    return facts.compactMap { label, value in value.map { "\(label) \($0)" } }
  }
}

/// A photo of a person in one of the years.
struct PersonMoment {
  let note: NoteFacts
  let picture: MediaItem

  /// Nil if none of the note's photos can be shown.
  init?(_ note: NoteFacts, _ incoming: PageRequest) {
    guard let picture = incoming.photo(of: note.path) else { return nil }
    (self.note, self.picture) = (note, picture)
  }

  /// A note with a photo of each year, the newest year first: the newest one that names this person alone, or first if
  /// there are not two years of those.
  ///
  /// Of the categories in which milestones are, where these have any: what else is written about somebody often shows
  /// where it was.
  static func notes(of person: Person, in journal: JournalIndex) -> [NoteFacts] {
    let categories = Set(journal.notes.filter { $0.milestone != nil }.flatMap(\.categories))
    let notes = journal.byPerson.notes(naming: person).filter { note in
      note.photoCount > 0 && !note.isPage && (note.people.first.map(person.isCalled) ?? false)
        && (categories.isEmpty || !categories.isDisjoint(with: note.categories))
    }
    let alone = notes.filter { $0.people.count == 1 }
    let areAlone = Set(alone.map(\.date.day.year)).count > 1
    let years = Dictionary(grouping: areAlone ? alone : notes) { $0.date.day.year }
    return years.sorted { $0.key > $1.key }
      .compactMap { $1.max { $0.date.day < $1.date.day } }
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

  /// Nil for somebody who has died, and without a day.
  static func daysToBirthday(
    of person: Person, on today: CalendarDay, leapDay: LeapDay
  ) -> Int? {
    guard !person.isDead(on: today) else { return nil }
    return person.nextBirthday(onOrAfter: today, leapDay: leapDay).map {
      $0.day.number - today.number
    }
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
