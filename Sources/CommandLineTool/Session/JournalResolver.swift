internal import Journal
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import Words

extension OpenVault {
  /// Reads queries, with the names that pages of the vault give a meaning.
  var queryParser: QueryParser {
    QueryParser(now: now.seconds, zone: zone, resolver: JournalResolver(self))
  }

  func query(_ text: String) throws -> NoteQuery {
    var query = NoteQuery()
    try queryParser.read(text, into: &query)
    return query
  }
}

/// What the pages of a vault say about the names in a query; they are read for a query that has one.
struct JournalResolver: QueryResolver {
  private let vault: OpenVault

  init(_ vault: OpenVault) {
    self.vault = vault
  }

  func spellings(
    of name: String, for key: KnownKey
  ) throws(QueryParser.Failure) -> [String] {
    switch key {
    case .people, .author:
      let finder = try known { try PersonFinder(vault) }
      return finder.book.spellings(of: name)
    case .tracker:
      let trackers = try known { try TrackerFinder(vault: vault).book().trackers }
      return [name] + trackers.filter { $0.isCalled(name) }.flatMap(\.spelledNames)
    case .milestone:
      let settings = JournalSettings(vault.vault.configuration)
      return MilestoneCatalogue(settings: settings.milestones).spellings(of: name)
    case .weather: return WeatherClass.spellings(of: name)
    default: return [name]
    }
  }

  func age(
    _ text: String
  ) throws(QueryParser.Failure) -> (names: [String], days: ClosedRange<CalendarDay>)? {
    guard let range = AgeRange(text) else { return nil }
    let finder = try known { try PersonFinder(vault) }
    let person = try known { try finder.person(named: range.name) }
    guard let days = range.days(of: person, leapDay: finder.settings.leapDay) else {
      throw .unresolved(
        message: "\(person.title) is never so old, or has no birthday", hints: [])
    }
    return (person.spelledNames, days)
  }

  func circle(_ text: String) throws(QueryParser.Failure) -> CoordinateCircle? {
    try known {
      let request = try NearRequest(text)
      return try PlaceFinder(vault).position(of: request.place).map(request.circle)
    }
  }

  private func known<Value>(_ read: () throws -> Value) throws(QueryParser.Failure) -> Value {
    do {
      return try read()
    } catch {
      let error = Problem(error)
      throw .unresolved(message: error.message, hints: error.hints)
    }
  }
}
