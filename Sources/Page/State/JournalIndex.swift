internal import Journal
internal import Synchronization
internal import VaultFormat
internal import VaultIndex
internal import VaultStore

/// What notes tell of persons, milestones and days, in one state of the vault; what is computed from it is kept.
final class JournalIndex: Sendable {
  /// The newest first; without conflict copies and what is sealed today.
  let facts: [NoteFacts]
  let register: PersonRegister
  private let lazyNotes = LazyValue<[NoteFacts]>()
  private let lazyPersons = LazyValue<PersonNotes>()
  private let lazyMilestones = LazyValue<[NoteFacts]>()
  private let lazyUse = LazyValue<[String: CalendarDay]>()
  private let lazyStatistics = LazyValue<VaultStatistics>()
  private let lazyPlaces = LazyValue<PlaceAtlas>()
  private let lazyCategories = LazyValue<[NameKey: Set<NoteID>]>()
  private let lazyFavorites = LazyValue<Set<NoteID>>()

  init(_ facts: some Sequence<NoteFacts>, _ register: PersonRegister, today: CalendarDay) {
    self.facts = facts.filter { !$0.isWithheld(on: today) }.sorted { a, b in
      a.date.seconds == b.date.seconds ? a.path < b.path : a.date.seconds > b.date.seconds
    }
    self.register = register
  }

  /// Without pages.
  var notes: [NoteFacts] { lazyNotes.value { facts.filter { !$0.isPage } } }

  var byPerson: PersonNotes { lazyPersons.value { PersonNotes(notes) } }

  /// The notes that tell of a milestone.
  var milestones: [NoteFacts] { lazyMilestones.value { notes.filter { $0.milestone != nil } } }

  /// The last day on which a note answered each prompt.
  var lastUse: [String: CalendarDay] {
    lazyUse.value { PromptCatalogue.lastUse(among: facts) }
  }

  var statistics: VaultStatistics {
    lazyStatistics.value { VaultStatistics(of: notes, register.book) }
  }

  var places: PlaceAtlas {
    lazyPlaces.value {
      PlaceAtlas(notes.lazy.map { ($0.location, $0.date.day) }, cities: CityTable.shipped)
    }
  }

  /// Pages too.
  var favorites: Set<NoteID> {
    lazyFavorites.value { Set(facts.lazy.filter(\.isFavorite).map(\.id)) }
  }

  /// Pages too; names are compared without regard to case and normal form.
  func notes(inCategory name: String) -> Set<NoteID> {
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

/// The facts of all notes, kept in step with the vault, and the index of its last state.
final class JournalIndexes: Sendable {
  private struct Key: Hashable {
    /// Of the snapshot, for the persons, and of the facts.
    var generations: [UInt64]
    var day: CalendarDay
  }

  private let digest: LiveDigest<[NoteID: NoteFacts]>
  private let last = Mutex<(key: Key, index: JournalIndex)?>(nil)

  /// Follows the changes of a vault until it is stopped.
  init(_ live: LiveIndex, zone: TimeZoneRules, threads: Int) {
    digest = LiveDigest(
      live, queue: "page-facts",
      LiveDigest.Reading(
        make: { index, vault in
          let facts = NoteFactsReader(vault, zone: zone)
            .facts(of: index.positions, in: index, threads: threads)
          return Dictionary(facts.map { ($0.id, $0) }) { first, _ in first }
        },
        change: { facts, ids, index, vault in
          for id in ids { facts[id] = nil }
          let changed = NoteFactsReader(vault, zone: zone)
            .facts(of: index.notes(withIDs: ids), in: index, threads: threads)
          for note in changed { facts[note.id] = note }
        }))
  }

  /// The index of a state of the vault, and what stands for that state in a tag.
  func index(
    of snapshot: LiveSnapshot, _ vault: Vault, _ register: PersonRegister, today: CalendarDay
  ) async throws -> (index: JournalIndex, state: String) {
    let (facts, generation) = try await digest.value(of: vault, upTo: snapshot.generation)
    let key = Key(generations: [snapshot.generation, generation], day: today)
    let index = last.withLock { last in
      if let last, last.key == key { return last.index }
      let index = JournalIndex(facts.values, register, today: today)
      last = (key, index)
      return index
    }
    return (index, "\(generation)")
  }
}
