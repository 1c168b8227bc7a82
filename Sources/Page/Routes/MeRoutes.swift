internal import Journal
internal import Rendering
internal import SystemCalls
internal import VaultFormat
internal import VaultStore
internal import WebServer

/// The room of all rooms, with what is new in them.
enum MeRoutes {
  /// Of birthdays that are told before.
  private static let daysAhead = 14
  private static let newsLimit = 4
  /// Of the pictures of news.
  private static let sizes = "(min-width: 64rem) 24rem, 3.5rem"

  static func me(_ incoming: PageRequest) async throws -> Reply {
    let persons = incoming.register.sorted
    let past = PastYears(incoming)
    let trackers = try await incoming.trackers().statuses
    let facts = try await facts(incoming, trackers: trackers.count)
    let stamps = CardCache.stamps(of: persons.map(\.path), in: incoming.vault.folder)
    let tag = PageTag(
      incoming, shown: stamps.compactMap(\.self) + past.entries.map(\.stamp),
      further: facts.map { $0 + $1 }.sorted())
    return try await incoming.page(tag) {
      var frame = PageFrame(incoming, title: PageWords.me, kind: "plain me")
      frame.styles = ["people.css", "pictures.css", "me.css"]
      frame.facts = facts
      let faces = persons.lazy.map { PersonPicture($0, nil, incoming) }.filter { $0.item != nil }
      let news =
        birthdays(persons, incoming) + due(trackers, incoming) + memory(past, incoming)
        + facts.filter { $0.key == "/drafts" }.map { path, drafts in
          let href = incoming.addresses.address(path)
          return item(href, "sign", ["icon": "edit"], drafts, "begun, not saved")
        }
      frame.values = [
        "heading": .text(PageWords.me),
        "faces": .list(faces.prefix(3).map { $0.view(on: incoming.addresses, sizes: "4.5rem") }),
        "summary": .text(summary(incoming)), "hasNews": .flag(!news.isEmpty),
        "news": .list(Array(news.prefix(newsLimit))),
      ]
      return try frame.reply("me")
    }
  }

  /// `1 945 notes since 2015`.
  private static func summary(_ incoming: PageRequest) -> String {
    let first = incoming.timeline.months.months.last?.month.year
    let notes = PageWords.notes(incoming.noteCount)
    return first.map { "\(notes) since \($0)" } ?? notes
  }

  /// What is in a room now, by its path: in the place of what the room is for.
  private static func facts(
    _ incoming: PageRequest, trackers: Int
  ) async throws -> [String: String] {
    let circles = try await incoming.circleViews.circles.circles.count
    let (drafts, books) = try await incoming.site.bookWork.run {
      [site = incoming.site, snapshot = incoming.snapshot, source = incoming.source] in
      (try PageDrafts(incoming).list().count, site.shelf(of: snapshot, source).books.count)
    }
    let counts = [
      (PagePath.people, incoming.register.book.persons.count.counted("person", "people")),
      (PagePath.since, trackers.counted("tracker")),
      (PagePath.statistics, PageWords.notes(incoming.noteCount)),
      ("/tags", incoming.timeline.tags.count.counted("tag")),
      ("/drafts", drafts.counted("draft")), (PagePath.circles, circles.counted("circle")),
      (PagePath.books, books.counted("book")),
    ].filter { !$0.1.hasPrefix("0 ") }
    var facts = Dictionary(uniqueKeysWithValues: counts)
    if incoming.site.settings.maintenance != nil,
      let last = SyncJobs.last(in: incoming.vault.folder).finished
    {
      facts["/status"] = "Synced \(incoming.ago(last))"
    }
    return facts
  }

  // MARK: - News

  private static func birthdays(
    _ persons: [Person], _ incoming: PageRequest
  ) -> [TemplateView] {
    let (today, register, site) = (incoming.now.day, incoming.register, incoming.addresses)
    let leapDay = register.settings.leapDay
    let near = persons.compactMap { person in
      LifeWords.daysToBirthday(of: person, on: today, leapDay: leapDay).map { (person, days: $0) }
    }.filter { $0.days <= daysAhead }.sorted { $0.days < $1.days }
    return near.prefix(2).map { person, _ in
      let picture = PersonPicture(person, nil, incoming).view(on: site, sizes: sizes)
      return item(
        site.address(register.path(of: person)), "person", picture, person.title,
        LifeWords.next(of: person, on: today, leapDay: leapDay) ?? "")
    }
  }

  private static func due(_ trackers: [TrackerStatus], _ incoming: PageRequest) -> [TemplateView] {
    let due = TrackerOrder.due.sorted(trackers.filter { $0.late != nil })
    guard let first = due.first else { return [] }
    let others = due.count - 1
    return [
      item(
        incoming.addresses.address(PagePath.since), "sign", ["icon": "trackers"],
        first.tracker.title,
        others == 0 ? "is due" : "and \(others.counted("other is", "others are")) due")
    ]
  }

  private static func memory(_ past: PastYears, _ incoming: PageRequest) -> [TemplateView] {
    past.photos(incoming).prefix(1).map { photo, card, ago in
      var picture: TemplateView = ["sizes": .text(sizes)]
      picture.setPicture(photo, on: incoming.addresses)
      return item(
        incoming.addresses.address(PagePath.today), "photo", picture, CardView.name(of: card), ago)
    }
  }

  /// - Parameter kind: `person`, `photo` or `sign`: the name of its picture.
  private static func item(
    _ href: String, _ kind: String, _ picture: TemplateView, _ text: String, _ about: String
  ) -> TemplateView {
    var view: TemplateView = [
      "href": .text(href), "text": .text(text), "about": .text(about), "person": .none,
      "photo": .none, "sign": .none,
    ]
    view[kind] = .view(picture)
    return view
  }
}
