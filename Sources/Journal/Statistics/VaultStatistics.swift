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
  private var tagTally = NameTally()
  private var peopleTally = NameTally()
  private var placeTally = NameTally()

  package init() {}

  /// Adds a note.
  ///
  /// - Parameters:
  ///   - hour: nil for a note with a day alone.
  ///   - place: the name; nil without one.
  package mutating func add(
    day: CalendarDay, hour: Int?, words: Int, tags: [Tag], people: [String], place: String?,
    mediaCount: Int
  ) {
    let note = Amount(notes: 1, words: words, media: mediaCount)
    total.add(note)
    days[day, default: Amount()].add(note)
    weekdays[day.weekday.rawValue - 1] += 1
    if let hour, hours.indices.contains(hour) { hours[hour] += 1 }
    tagTally.add(tags.map(\.text))
    peopleTally.add(people)
    placeTally.add([place].compactMap(\.self))
  }

  /// Adds notes; a person whom they call by several names has the title of the page.
  ///
  /// - Parameter facts: without pages, and without those that count nowhere.
  package init(of facts: some Sequence<NoteFacts>, _ persons: PersonBook) {
    var titles: [String: String] = [:]
    func title(_ name: String) -> String {
      if let known = titles[name] { return known }
      let title = persons.persons(called: name).first?.title ?? name
      titles[name] = title
      return title
    }
    for note in facts {
      add(
        day: note.date.day, hour: note.date.precision == .day ? nil : note.date.secondOfDay / 3600,
        words: note.wordCount, tags: note.tags, people: note.people.map(title), place: note.place,
        mediaCount: note.mediaCount)
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
