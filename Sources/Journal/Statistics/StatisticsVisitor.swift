internal import VaultFormat
package import VaultIndex

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
