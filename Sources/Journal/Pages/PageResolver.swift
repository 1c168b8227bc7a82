package import VaultFormat
package import VaultIndex
internal import VaultStore

/// What the pages and settings of a vault say about the names in a query.
///
/// Persons are asked for with a query that names one; trackers and places are not looked up.
package final class PageResolver: QueryResolver {
  private let settings: JournalSettings
  private let readPersons: () -> PersonBook
  private lazy var persons = readPersons()

  package init(_ settings: JournalSettings, persons: @escaping () -> PersonBook) {
    self.settings = settings
    readPersons = persons
  }

  convenience init(_ reader: PageReader) {
    self.init(JournalSettings(reader.vault.configuration)) {
      PersonBook(of: reader.vault, reader.index, today: reader.today, zone: reader.zone)
    }
  }

  package func spellings(of name: String, for key: KnownKey) -> [String] {
    switch key {
    case .people, .author: persons.spellings(of: name)
    case .milestone: MilestoneCatalogue(settings: settings.milestones).spellings(of: name)
    case .weather: WeatherClass.spellings(of: name)
    default: [name]
    }
  }

  package func age(
    _ text: String
  ) throws(QueryParser.Failure) -> (names: [String], days: ClosedRange<CalendarDay>)? {
    guard let range = AgeRange(text), let name = range.name ?? settings.person,
      case .one(let index) = NameSearch(name, among: persons.persons)
    else { return nil }
    let person = persons.persons[index]
    return range.days(of: person, leapDay: settings.leapDay).map { (person.spelledNames, $0) }
  }

  /// Around coordinates alone.
  package func circle(_ text: String) -> CoordinateCircle? {
    guard let request = try? NearRequest(text), case .coordinates(let center) = request.place else {
      return nil
    }
    return request.circle(around: center)
  }
}
