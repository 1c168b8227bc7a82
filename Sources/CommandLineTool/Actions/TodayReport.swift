internal import Journal
internal import VaultFormat
internal import VaultIndex
internal import VaultStore

/// What a day brings: memories, birthdays, notes that open, trackers that are due, a prompt.
struct TodayReport {
  /// A note of an earlier year or month.
  typealias Memory = Journal.Memory<VaultIndex.Position>

  let vault: OpenVault
  let day: CalendarDay
  let index: VaultIndex
  let settings: JournalSettings
  /// The notes and pages that have a key of `keys`.
  private let keyed: Lazy<[KeyedNote]>

  /// Those that the report looks for in files.
  private static let keys: KnownKeySet = [.openAfter, .prompt, .milestone]

  init(_ vault: OpenVault, on day: CalendarDay) {
    (self.vault, self.day) = (vault, day)
    let (index, noted) = vault.scan(noting: Self.keys)
    self.index = index
    keyed = Lazy { vault.keyedNotes(noted, in: index) }
    settings = JournalSettings(vault.vault.configuration)
  }

  /// The latest year first, then the latest month; without what was dismissed, and what is sealed.
  func memories(withMonths: Bool) -> [Memory] {
    let remembered = OnThisDay(day, leapDay: settings.leapDay)
    let dismissed = Set(DismissedNotes(of: vault.vault, on: day).ids)
    let memories = remembered.memories(
      among: index.withoutPages.positions, withMonths: withMonths, day: { index[$0].date.day },
      path: { index.path($0) })
    return memories.filter { !dismissed.contains(index.id($0.note)) && !isWithheld($0.note) }
  }

  private func isWithheld(_ position: VaultIndex.Position) -> Bool {
    (try? vault.note(position, of: index).document).map(vault.withholds) ?? true
  }

  var birthdays: [PersonBirthday] {
    PersonFinder(vault, index).book.birthdays(on: day, leapDay: settings.leapDay)
  }

  /// A note whose seal ends on the day.
  struct Opening {
    let path: VaultPath
    let id: NoteID
    /// Whether it is sealed still, as the day is to come.
    let isSealed: Bool
  }

  var opening: [Opening] {
    keyed.value.filter { note in
      !note.isPage && vault.opening(of: note.document) == day
    }.map { note in
      Opening(
        path: note.path, id: note.id,
        isSealed: note.document.isSealed(on: vault.now.day, zone: vault.zone))
    }.sorted { $0.path < $1.path }
  }

  /// The prompt of the day; nil if there is none.
  var prompt: Prompt? {
    let facts = keyed.value.filter { !vault.withholds($0.document) }.map {
      $0.facts(zone: vault.zone)
    }
    return settings.prompts(vault.session.language).prompt(
      on: day, lastUse: PromptCatalogue.lastUse(among: facts))
  }

  /// Whether a note of so many days up to today tells of a milestone.
  func hasMilestone(inLast days: Int) -> Bool {
    keyed.value.contains { note in
      !note.isPage && note.document.frontMatter?.field(of: .milestone) != nil
        && !vault.withholds(note.document)
        && 0...days ~= vault.now.dayNumber - note.date.dayNumber
    }
  }

  func due() throws -> [TrackerStatus] {
    let book = try TrackerFinder(vault: vault).book(of: index)
    return TrackerStatus.due(among: book, at: vault.now)
  }
}

/// A value that is made when it is first needed.
private final class Lazy<Value> {
  private let make: () -> Value
  lazy var value = make()

  init(_ make: @escaping () -> Value) { self.make = make }
}
