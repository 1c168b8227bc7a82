package import Journal
package import VaultFormat
package import VaultIndex
internal import VaultStore

/// The keys of the notes that a question needs.
extension KnownKeySet {
  /// For what a day brings, beside the notes that the day remembers.
  package static let ofDay: KnownKeySet = [.openAfter, .prompt]
  /// For what a reminder may be of, beside the notes that the day remembers.
  package static let ofReminders: KnownKeySet = [.openAfter, .milestone]
  /// For then and now of a note; those of a person need `.people` alone.
  package static let ofMoments: KnownKeySet = [
    .milestone, .people, .coordinates, .latitude, .longitude,
  ]
}

/// A scan for questions that need the facts of a few notes alone, as a program asks them that then ends.
package struct JournalScan: Sendable {
  /// Of all notes and pages.
  package let index: VaultIndex
  private let noted: [VaultIndex.Position]
  private let source: NoteSource

  /// - Parameters:
  ///   - keys: the facts of the notes that have one of them are read later.
  ///   - keepsText: false leaves titles and tags out of the index.
  ///   - recorded: called only for ids that several files store.
  package init(
    _ source: NoteSource, noting keys: KnownKeySet, keepsText: Bool = false,
    recorded: RecordedNote? = nil
  ) {
    self.source = source
    (index, noted) = source.scanner().scan(noting: keys, keepsText: keepsText, recorded: recorded)
  }

  /// What the noted notes tell, and those that a day remembers; reads their files.
  ///
  /// - Parameters:
  ///   - withMonths: those of the eleven months before the day too.
  ///   - withMedia: false counts no media, and looks into no folder for them.
  package func journal(
    remembering day: CalendarDay? = nil, withMonths: Bool = false, withMedia: Bool = false
  ) -> JournalIndex {
    let settings = JournalSettings(source.vault.configuration)
    var wanted = Set(noted)
    if let day {
      let remembered = OnThisDay(day, leapDay: settings.leapDay)
      index.forEachPosition { position, note in
        guard note.flags.kind == nil, remembered.has(note.date.day, withMonths: withMonths) else {
          return
        }
        wanted.insert(position)
      }
    }
    let facts = NoteFactsReader(source.vault, zone: source.zone, withMedia: withMedia)
      .facts(of: Array(wanted), in: index, threads: source.threads)
    return JournalIndex(facts, settings, today: source.visibility.today) { [source, index] in
      source.persons(of: index)
    }
  }

  /// The places of notes in the index, in their order.
  package func positions(of notes: [NoteFacts]) -> [VaultIndex.Position] {
    let found = index.notes(withIDs: Set(notes.map(\.id))).map { (index.id($0), $0) }
    let places = Dictionary(found) { first, _ in first }
    return notes.compactMap { places[$0.id] }
  }
}
