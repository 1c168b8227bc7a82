package import VaultFormat
package import VaultIndex

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

  /// The days in a row with a note up to today, or to yesterday; nil if neither has one.
  package func presentRun(today: CalendarDay) -> ClosedRange<CalendarDay>? {
    let ends = [today, today.adding(days: -1)].compactMap(\.self)
    guard let last = ends.first(where: { days[$0] != nil }) else { return nil }
    var first = last
    while let day = first.adding(days: -1), days[day] != nil { first = day }
    return first...last
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

/// Counts what is in the notes of a scan, without pages and notes that count nowhere.
///
/// Tags, places and lists of names are counted as they are spelt: spellings are compared, and persons looked up, once
/// for each of them and not for each note.
package struct StatisticsVisitor: NoteVisitor {
  /// Without tags and names.
  private(set) var statistics = VaultStatistics()
  private(set) var tags: [[UInt8]: Int] = [:]
  private(set) var peopleLists: [[String]: Int] = [:]
  private(set) var places: [String: Int] = [:]

  package static let needsBody = true

  private static let names: KnownKeySet = [.people, .place, .locality]

  package init() {}

  package mutating func visit(_ note: ScannedNote) {
    let flags = note.note.flags
    guard flags.kind == nil, !flags.contains(.isSealed) else { return }
    if note.mayHave([.conflictOf]), note.head.frontMatter?.field(of: .conflictOf) != nil { return }
    let date = note.note.date
    statistics.add(
      day: date.day, hour: date.hourOfDay, words: WordCount.of(note.body),
      mediaCount: note.mediaKinds.count)
    note.forEachTag { tags[Array($0), default: 0] += 1 }
    guard note.mayHave(Self.names) else { return }
    let head = note.head
    let people = head.names(of: .people)
    if !people.isEmpty { peopleLists[people, default: 0] += 1 }
    if let name = head.placeName { places[name, default: 0] += 1 }
  }
}

extension VaultStatistics {
  /// What the visitors of a scan counted; a person whom notes call by several names has the title of the page.
  package init(of visitors: [StatisticsVisitor], _ persons: PersonBook) {
    self.init()
    let titles = PersonTitles(persons)
    for visitor in visitors {
      add(visitor.statistics)
      for (tag, count) in visitor.tags {
        add(tags: [Tag(String(decoding: tag, as: UTF8.self))].compactMap(\.self), count)
      }
      for (names, count) in visitor.peopleLists { add(people: names.map(titles.title), count) }
      for (place, count) in visitor.places { add(place: place, count) }
    }
  }
}

/// How often names occur; those with equal keys are one.
struct NameTally<Key: Hashable & Sendable>: Sendable {
  private var entries: [Key: NameCount] = [:]

  /// Counts each of the names once for each of a number of notes.
  mutating func add(_ names: some Sequence<(key: Key, name: String)>, _ count: Int) {
    var seen: Set<Key> = []
    for (key, name) in names where seen.insert(key).inserted {
      var entry = entries[key] ?? NameCount(name: name, count: 0)
      entry.count += count
      // The first in byte order, with capitals before small letters, whichever came first.
      if name.utf8.lexicographicallyPrecedes(entry.name.utf8) { entry.name = name }
      entries[key] = entry
    }
  }

  /// The most frequent first, those of one frequency by name.
  var counts: [NameCount] {
    entries.values.sorted { a, b in
      a.count == b.count ? a.name.utf8.lexicographicallyPrecedes(b.name.utf8) : a.count > b.count
    }
  }
}

extension NameTally where Key == NameKey {
  /// Names that differ only in case or normalisation are one; blank ones are not counted.
  mutating func add(_ names: some Sequence<String>, _ count: Int) {
    let named = names.filter { $0.contains { !$0.isWhitespace } }
    add(named.map { (NameKey($0.utf8), $0) }, count)
  }
}

extension NameTally where Key == Tag {
  mutating func add(_ tags: [Tag], _ count: Int) { add(tags.map { ($0, $0.text) }, count) }
}

/// A name and the number of notes that have it.
package struct NameCount: Hashable, Sendable {
  package var name: String
  package var count: Int
}

/// The titles of persons by the names that notes use.
final class PersonTitles {
  private let persons: PersonBook
  private var known: [String: String] = [:]

  init(_ persons: PersonBook) { self.persons = persons }

  /// The name itself if no person is called so.
  func title(_ name: String) -> String {
    if let title = known[name] { return title }
    let title = persons.persons(called: name).first?.title ?? name
    known[name] = title
    return title
  }
}
