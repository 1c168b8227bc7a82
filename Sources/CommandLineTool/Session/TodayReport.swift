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

  init(_ vault: OpenVault, on day: CalendarDay) throws {
    (self.vault, self.day) = (vault, day)
    index = try vault.scan()
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
    (try? vault.note(at: index.path(position)).document).map(vault.withholds) ?? true
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

  func opening() throws -> [Opening] {
    try vault.notes(having: .openAfter).filter { note in
      !note.isPage && vault.opening(of: note.document) == day
    }.map { note in
      Opening(
        path: note.path, id: note.id,
        isSealed: note.document.isSealed(on: vault.now.day, zone: vault.zone))
    }.sorted { $0.path < $1.path }
  }

  func due() throws -> [TrackerStatus] {
    let book = try TrackerFinder(vault: vault).book(of: index)
    return TrackerStatus.due(among: book, at: vault.now)
  }
}
