internal import SystemCalls
package import VaultFormat

/// What notes tell of persons, milestones and days, in one state of the vault; what is computed from it is kept.
///
/// A live index fills it with all notes (`NoteFactsTable`), a scan with those that a question needs (`JournalScan`).
package final class JournalIndex: Sendable {
  /// The newest first; without conflict copies and what is sealed today.
  package let facts: [NoteFacts]
  /// Notes that are sealed today, of which only ids, paths and days may be shown.
  private let sealed: [NoteFacts]
  package let settings: JournalSettings
  package let today: CalendarDay
  private let readPersons: @Sendable () -> PersonBook
  private let lazyNotes = LazyValue<[NoteFacts]>()
  private let lazyCapsules = LazyValue<[NoteFacts]>()
  private let lazyBook = LazyValue<PersonBook>()
  private let lazyChosen = LazyValue<Person?>()
  private let lazyPersons = LazyValue<PersonNotes>()
  private let lazyMilestones = LazyValue<[NoteFacts]>()
  private let lazyUse = LazyValue<[String: CalendarDay]>()
  private let lazyStatistics = LazyValue<VaultStatistics>()
  private let lazyPlaces = LazyValue<PlaceAtlas>()
  private let lazyCategories = LazyValue<[NameKey: Set<NoteID>]>()
  private let lazyFavorites = LazyValue<Set<NoteID>>()

  /// - Parameters:
  ///   - facts: of each note once, in any order.
  ///   - persons: called once at most.
  package init(
    _ facts: some Sequence<NoteFacts>, _ settings: JournalSettings, today: CalendarDay,
    persons: @escaping @Sendable () -> PersonBook
  ) {
    var (shown, sealed): ([NoteFacts], [NoteFacts]) = ([], [])
    for note in facts {
      if !note.isWithheld(on: today) {
        shown.append(note)
      } else if !note.isConflictCopy, !note.isPage {
        sealed.append(note)
      }
    }
    self.facts = shown.sorted(by: Self.isNewer)
    (self.sealed, self.settings, self.today) = (sealed, settings, today)
    readPersons = persons
  }

  private static func isNewer(_ a: NoteFacts, _ b: NoteFacts) -> Bool {
    a.date.seconds == b.date.seconds ? a.path < b.path : a.date.seconds > b.date.seconds
  }

  /// Without pages.
  package var notes: [NoteFacts] { lazyNotes.value { facts.filter { !$0.isPage } } }

  /// The notes that are or were sealed, the newest first; of one that is sealed still only id, path and days may be
  /// shown.
  package var capsules: [NoteFacts] {
    lazyCapsules.value {
      (notes.filter { $0.opens != nil } + sealed).sorted(by: Self.isNewer)
    }
  }

  package var book: PersonBook { lazyBook.value(readPersons) }

  /// The person of the vault.
  package var chosen: Person? { lazyChosen.value { book.chosen(by: settings.person) } }

  package var byPerson: PersonNotes { lazyPersons.value { PersonNotes(notes) } }

  /// The notes that tell of a milestone.
  package var milestones: [NoteFacts] {
    lazyMilestones.value { notes.filter { $0.milestone != nil } }
  }

  /// The last day on which a note answered each prompt.
  package var lastUse: [String: CalendarDay] {
    lazyUse.value { PromptCatalogue.lastUse(among: facts) }
  }

  package var statistics: VaultStatistics {
    lazyStatistics.value { VaultStatistics(of: notes, book) }
  }

  /// - Parameter cities: the same in each call.
  package func places(among cities: CityTable?) -> PlaceAtlas {
    lazyPlaces.value { PlaceAtlas(notes.lazy.map { ($0.location, $0.date.day) }, cities: cities) }
  }

  /// Pages too.
  package var favorites: Set<NoteID> {
    lazyFavorites.value { Set(facts.lazy.filter(\.isFavorite).map(\.id)) }
  }

  /// Pages too; names are compared without regard to case and normal form.
  package func notes(inCategory name: String) -> Set<NoteID> {
    let byName = lazyCategories.value {
      var ids: [NameKey: Set<NoteID>] = [:]
      for note in facts {
        for name in note.categories { ids[NameKey(name.utf8), default: []].insert(note.id) }
      }
      return ids
    }
    return byName[NameKey(name.utf8)] ?? []
  }
}

extension MilestoneList {
  /// The milestones of a person: done are those of the notes that name the person, and for the person of the vault of
  /// those that name nobody; nothing is ahead of somebody who has died.
  ///
  /// - Parameter journal: with the notes that tell of milestones.
  package init(of person: Person, in journal: JournalIndex, language: Language = .english) {
    self.init(
      MilestoneCatalogue(language: language, settings: journal.settings.milestones),
      birth: person.birthday?.firstDay, due: person.dueDate,
      done: DoneMilestone.all(
        of: person, withUnnamed: journal.chosen?.path == person.path, among: journal.milestones),
      today: journal.today, isOver: person.isDead(on: journal.today))
  }
}
