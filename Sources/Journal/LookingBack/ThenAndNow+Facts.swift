package import VaultFormat

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
