internal import Journal
internal import VaultFormat
internal import VaultIndex
internal import VaultStore

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
      return [name]
        + finder.book.persons(called: name).flatMap { [$0.name, $0.title] + $0.aliases }
    case .tracker:
      let trackers = try known { try TrackerFinder(vault: vault).book().trackers }
      return [name]
        + trackers.filter { $0.isCalled(name) }.flatMap { [$0.name, $0.title] + $0.aliases }
    case .milestone:
      let settings = JournalSettings(vault.vault.configuration)
      return MilestoneCatalogue(settings: settings.milestones).spellings(of: name)
    case .weather: return WeatherClass(name)?.words ?? [name]
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
      throw .unresolved(reason: "\(person.title) is never so old, or has no birthday")
    }
    return ([person.name, person.title] + person.aliases, days)
  }

  private func known<Value>(_ read: () throws -> Value) throws(QueryParser.Failure) -> Value {
    do {
      return try read()
    } catch {
      throw .unresolved(reason: "\(error)")
    }
  }
}
