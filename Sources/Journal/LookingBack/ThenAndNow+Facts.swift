internal import VaultFormat

extension ThenAndNow {
  /// A note with a photo of a series.
  package struct Moment: Sendable {
    package let note: NoteFacts
    /// How many years before the newest; 0 for that.
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
