package import VaultFormat
internal import VaultIndex

/// What a note is compared with earlier ones by.
package struct LifeMoment: Hashable, Sendable {
  package let day: CalendarDay
  /// Folded.
  package var milestone: NameKey?
  /// The persons it is about: each under one name, whichever the note has.
  package var people: Set<NameKey> = []
  package var coordinates: Coordinates?
  package var hasPhoto = false

  package init(day: CalendarDay) {
    self.day = day
  }
}

/// Pairs of an earlier note and a later one: then and now.
package enum ThenAndNow {
  /// An earlier moment, by its index, and how many years before the later one it was.
  package struct Match: Hashable, Sendable {
    package let index: Int
    package let years: Int
  }

  /// How many days a moment may be off an anniversary.
  package static let tolerance = 15
  /// In kilometres.
  package static let nearby = 0.2

  /// The earlier moments that belong to one, those with photos first, then the latest.
  ///
  /// Those with the same milestone; else those about one of the same persons, within 15 days of one, two or more years
  /// before; else those within 200 metres.
  package static func matches(of now: LifeMoment, among moments: [LifeMoment]) -> [Match] {
    let earlier = moments.indices.filter { moments[$0].day < now.day }
    func found(_ isMatch: (LifeMoment) -> Bool) -> [Match] {
      earlier.filter { isMatch(moments[$0]) }.sorted { a, b in
        let (first, second) = (moments[a], moments[b])
        if first.hasPhoto != second.hasPhoto { return first.hasPhoto }
        return first.day != second.day ? first.day > second.day : a < b
      }.map { Match(index: $0, years: years(from: moments[$0].day, to: now.day)) }
    }
    if let milestone = now.milestone {
      let same = found { $0.milestone == milestone }
      if !same.isEmpty { return same }
    }
    let same = found { moment in
      !moment.people.isDisjoint(with: now.people)
        && anniversary(of: now.day, near: moment.day) != nil
    }
    if !same.isEmpty { return same }
    guard let place = now.coordinates else { return [] }
    return found { $0.coordinates.map { $0.distance(to: place) <= nearby } ?? false }
  }

  /// The latest moment with a photo, and for each year before it the nearest one within 15 days.
  ///
  /// - Returns: nil without any photo.
  package static func series(_ moments: [LifeMoment]) -> (now: Int, then: [Match])? {
    let photos = moments.indices.filter { moments[$0].hasPhoto }
    guard let now = photos.max(by: { moments[$0].day < moments[$1].day }) else { return nil }
    var best: [Int: (index: Int, distance: Int)] = [:]
    for index in photos {
      let day = moments[index].day
      guard let (years, distance) = anniversary(of: moments[now].day, near: day) else { continue }
      if let present = best[years], present.distance <= distance { continue }
      best[years] = (index, distance)
    }
    return (now, best.sorted { $0.key < $1.key }.map { Match(index: $1.index, years: $0) })
  }

  /// The whole number of years, one at least, before `day` to which `past` is nearest, and how many days it is off; nil
  /// if it is more than 15.
  private static func anniversary(
    of day: CalendarDay, near past: CalendarDay
  ) -> (years: Int, distance: Int)? {
    let years = day.year - past.year
    let near = (years - 1...years + 1).compactMap { years -> (years: Int, distance: Int)? in
      guard years > 0, let then = day.adding(months: -12 * years) else { return nil }
      return (years, abs(then.number - past.number))
    }.min { $0.distance < $1.distance }
    return near.flatMap { $0.distance <= tolerance ? $0 : nil }
  }

  /// The nearest whole number of years.
  private static func years(from past: CalendarDay, to day: CalendarDay) -> Int {
    anniversary(of: day, near: past)?.years
      ?? day.months(since: past, leapDay: .february28) / 12
  }
}

extension ThenAndNow {
  /// A note that is compared.
  package struct Moment: Sendable {
    package let note: NoteFacts
    /// How many years before the first one; 0 for that, and for less than a year.
    package let years: Int
  }

  /// A person through the years: the newest note with a photo, and for each year before it the one that is nearest to
  /// the same day, within 15 days; empty without a photo.
  ///
  /// Of notes that are equally near, the latest is chosen, then that with the smallest path.
  ///
  /// - Parameter facts: the notes that name the person, without those that count nowhere.
  package static func moments(among facts: some Sequence<NoteFacts>) -> [Moment] {
    let notes = facts.filter { $0.photoCount > 0 && !$0.isPage }.sorted {
      ($1.date.day, $0.path) < ($0.date.day, $1.path)
    }
    let moments = notes.map { note in
      var moment = LifeMoment(day: note.date.day)
      moment.hasPhoto = true
      return moment
    }
    guard let series = series(moments) else { return [] }
    return [Moment(note: notes[series.now], years: 0)]
      + series.then.map { Moment(note: notes[$0.index], years: $0.years) }
  }
}

extension JournalIndex {
  /// A person through the years, the newest note first; empty without a photo.
  package func moments(of person: Person) -> [ThenAndNow.Moment] {
    ThenAndNow.moments(among: byPerson.notes(naming: person))
  }

  /// A note and the earlier ones that belong to it, as `ThenAndNow.matches` finds them; empty for a page, for a note
  /// that counts nowhere, and for one that has neither a milestone nor people nor a position.
  package func moments(ofNoteAt path: VaultPath) -> [ThenAndNow.Moment] {
    let catalogue = MilestoneCatalogue(settings: settings.milestones)
    let notes = notes.filter {
      $0.milestone != nil || $0.location.coordinates != nil || !$0.people.isEmpty
    }.sorted { $0.path < $1.path }
    guard let now = notes.firstIndex(where: { $0.path == path }) else { return [] }
    let moments = notes.map { LifeMoment($0, catalogue, book) }
    return [ThenAndNow.Moment(note: notes[now], years: 0)]
      + ThenAndNow.matches(of: moments[now], among: moments).map {
        ThenAndNow.Moment(note: notes[$0.index], years: $0.years)
      }
  }
}

extension LifeMoment {
  fileprivate init(_ note: NoteFacts, _ catalogue: MilestoneCatalogue, _ book: PersonBook) {
    self.init(day: note.date.day)
    milestone = note.milestone.map(catalogue.key)
    people = Set(note.people.flatMap(book.keys))
    coordinates = note.location.coordinates
    hasPhoto = note.photoCount > 0
  }
}

extension PersonBook {
  /// The paths of the persons with a name; the name itself without any.
  fileprivate func keys(of name: String) -> [NameKey] {
    let found = persons(called: name)
    return found.isEmpty ? [NameKey(name.utf8)] : found.map { NameKey($0.path) }
  }
}
