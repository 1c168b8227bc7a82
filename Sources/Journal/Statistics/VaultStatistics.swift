package import VaultFormat

/// What the notes of a vault come to.
///
/// Notes can be added in any order; the result is the same.
package struct VaultStatistics: Sendable {
  package struct Amount: Hashable, Sendable {
    package fileprivate(set) var notes = 0
    package fileprivate(set) var words = 0
    package fileprivate(set) var media = 0

    package init() {}
  }

  package private(set) var total = Amount()
  /// From Monday.
  package private(set) var weekdays = [Int](repeating: 0, count: 7)
  /// Of notes with a clock time.
  package private(set) var hours = [Int](repeating: 0, count: 24)
  private var days: [CalendarDay: Amount] = [:]
  private var tagTally = NameTally<Tag>()
  private var peopleTally = NameTally<NameKey>()
  private var placeTally = NameTally<NameKey>()

  package init() {}

  /// Adds a note without tags, people and place.
  ///
  /// - Parameter hour: nil for a note with a day alone.
  package mutating func add(day: CalendarDay, hour: Int?, words: Int, mediaCount: Int) {
    let note = Amount(notes: 1, words: words, media: mediaCount)
    total.add(note)
    days[day, default: Amount()].add(note)
    weekdays[day.weekday.rawValue - 1] += 1
    if let hour, hours.indices.contains(hour) { hours[hour] += 1 }
  }

  /// Adds the tags of a number of notes that have the same.
  package mutating func add(tags: [Tag], _ count: Int = 1) { tagTally.add(tags, count) }

  /// Adds the people of a number of notes that name the same.
  package mutating func add(people: [String], _ count: Int = 1) { peopleTally.add(people, count) }

  /// Adds the place of a number of notes.
  package mutating func add(place: String, _ count: Int = 1) { placeTally.add([place], count) }

  /// Adds what other notes come to, without their tags, people and places.
  mutating func add(_ other: VaultStatistics) {
    total.add(other.total)
    days.merge(other.days) { a, b in
      var sum = a
      sum.add(b)
      return sum
    }
    weekdays = zip(weekdays, other.weekdays).map(+)
    hours = zip(hours, other.hours).map(+)
  }

  /// Adds notes; a person whom they call by several names has the title of the page.
  ///
  /// - Parameter facts: without pages, and without those that count nowhere.
  package init(of facts: some Sequence<NoteFacts>, _ persons: PersonBook) {
    let titles = PersonTitles(persons)
    for note in facts {
      add(
        day: note.date.day, hour: note.date.hourOfDay, words: note.wordCount,
        mediaCount: note.mediaCount)
      add(tags: note.tags)
      add(people: note.people.map(titles.title))
      if let place = note.place { add(place: place) }
    }
  }

  /// Of days with a note.
  package var dayCount: Int { days.count }

  /// The months with a note, in order.
  package var months: [(period: CalendarPeriod, amount: Amount)] { amounts(by: .month) }

  /// The years with a note, in order.
  package var years: [(period: CalendarPeriod, amount: Amount)] { amounts(by: .year) }

  /// The most frequent first.
  package var tags: [NameCount] { tagTally.counts }
  package var people: [NameCount] { peopleTally.counts }
  package var places: [NameCount] { placeTally.counts }

  /// The most days in a row with a note, of several such runs the latest; nil without a note.
  package var longestRun: ClosedRange<CalendarDay>? {
    var (longest, run): (ClosedRange<CalendarDay>?, ClosedRange<CalendarDay>?)
    for day in days.keys.sorted() {
      let first = run?.upperBound.number == day.number - 1 ? run?.lowerBound : day
      let current = (first ?? day)...day
      if current.dayCount >= longest?.dayCount ?? 0 { longest = current }
      run = current
    }
    return longest
  }

  private func amounts(by unit: CalendarUnit) -> [(period: CalendarPeriod, amount: Amount)] {
    var amounts: [CalendarPeriod: Amount] = [:]
    for (day, amount) in days {
      amounts[CalendarPeriod(unit, of: day), default: Amount()].add(amount)
    }
    return amounts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}

extension VaultStatistics.Amount {
  fileprivate init(notes: Int, words: Int, media: Int) {
    (self.notes, self.words, self.media) = (notes, words, media)
  }

  fileprivate mutating func add(_ other: Self) {
    notes = notes.addingWithinRange(other.notes)
    words = words.addingWithinRange(other.words)
    media = media.addingWithinRange(other.media)
  }
}

extension Int {
  fileprivate func addingWithinRange(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    if overflow { return other > 0 ? .max : .min }
    return sum
  }
}

extension NoteTime {
  /// Nil for a day alone.
  var hourOfDay: Int? { precision == .day ? nil : secondOfDay / 3600 }
}
