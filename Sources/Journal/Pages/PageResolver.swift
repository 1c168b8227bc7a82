internal import VaultFormat
internal import VaultIndex
internal import VaultStore

/// What the pages and settings of a vault say about the names in the query of a tracker.
///
/// Persons are read for a query that names one; trackers are not looked up, since they are what is being read.
final class PageResolver: QueryResolver {
  private let settings: JournalSettings
  private let readPersons: () -> PersonBook
  private lazy var persons = readPersons()

  init(_ settings: JournalSettings, persons: @escaping () -> PersonBook) {
    self.settings = settings
    readPersons = persons
  }

  convenience init(_ reader: PageReader) {
    self.init(JournalSettings(reader.vault.configuration)) {
      PersonBook(of: reader.vault, reader.index, today: reader.today, zone: reader.zone)
    }
  }

  func spellings(of name: String, for key: KnownKey) -> [String] {
    switch key {
    case .people, .author: persons.spellings(of: name)
    case .milestone: MilestoneCatalogue(settings: settings.milestones).spellings(of: name)
    case .weather: WeatherClass.spellings(of: name)
    default: [name]
    }
  }

  func age(
    _ text: String
  ) throws(QueryParser.Failure) -> (names: [String], days: ClosedRange<CalendarDay>)? {
    guard let range = AgeRange(text), let name = range.name ?? settings.person,
      case .one(let index) = NameSearch(name, among: persons.persons)
    else { return nil }
    let person = persons.persons[index]
    return range.days(of: person, leapDay: settings.leapDay).map { (person.spelledNames, $0) }
  }

  /// Around coordinates alone.
  func circle(_ text: String) -> CoordinateCircle? {
    guard let request = try? NearRequest(text), case .coordinates(let center) = request.place else {
      return nil
    }
    return request.circle(around: center)
  }
}
