internal import Journal
internal import VaultFormat
internal import VaultIndex
internal import VaultStore

/// What a day brings: memories, birthdays, notes that open, trackers that are due, a prompt.
struct TodayReport {
  /// A note of an earlier year or month.
  struct Memory {
    let position: VaultIndex.Position
    /// Nil for one of the last months.
    let years: Int?
    /// Nil for one of an earlier year.
    let months: Int?
  }

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
    var memories: [Memory] = []
    index.withoutPages.forEachPosition { position, note in
      let years = remembered.years(since: note.date.day)
      let months = withMonths ? remembered.months(since: note.date.day) : nil
      guard years != nil || months != nil, !dismissed.contains(index.id(position)) else { return }
      memories.append(Memory(position: position, years: years, months: years == nil ? months : nil))
    }
    return memories.filter { !isWithheld($0.position) }.sorted {
      (index[$0.position].date.day, index.path($1.position))
        > (index[$1.position].date.day, index.path($0.position))
    }
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
