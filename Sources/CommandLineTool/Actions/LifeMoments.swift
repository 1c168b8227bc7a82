internal import Journal
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore

/// The notes that can be compared as then and now: those with a milestone, a person or a position.
struct LifeMoments {
  struct Entry {
    let id: NoteID
    let file: NoteFile
    /// As short as it names one note.
    let shortID: String

    /// A line such as `2025-05-17  5f0c1c1e  First steps  1 photo`.
    func line(_ style: Style) -> String {
      let day = (file.metadata.date ?? file.created).day
      let media = MediaSummary.text(of: file.media.files)
      return "\(style.dim("\(day)"))  \(style.yellow(TerminalText.line(shortID)))  "
        + TerminalText.line(file.title) + (media.isEmpty ? "" : "  \(style.dim(media))")
    }
  }

  struct Match {
    let entry: Entry
    let years: Int
  }

  private let vault: OpenVault
  private let persons: PersonBook
  private let milestones: MilestoneCatalogue
  /// Sorted by path.
  private var entries: [Entry] = []
  private var moments: [LifeMoment] = []

  init(_ vault: OpenVault, _ persons: PersonBook) throws {
    (self.vault, self.persons) = (vault, persons)
    let settings = JournalSettings(vault.vault.configuration)
    milestones = MilestoneCatalogue(settings: settings.milestones)
    let index = try vault.scan(keepsText: false).withoutPages
    let positions = index.positions.sorted { index.path($0) < index.path($1) }
    for (position, shortID) in zip(positions, index.shortIDs(of: positions)) {
      guard let file = try? vault.note(position, of: index), !vault.withholds(file.document)
      else { continue }
      let moment = moment(of: file)
      guard moment.milestone != nil || moment.coordinates != nil || !moment.people.isEmpty else {
        continue
      }
      entries.append(Entry(id: index.id(position), file: file, shortID: shortID))
      moments.append(moment)
    }
  }

  private func moment(of file: NoteFile) -> LifeMoment {
    var moment = LifeMoment(day: (file.metadata.date ?? file.created).day)
    moment.milestone = file.document.text(of: .milestone).map(milestones.key)
    moment.people = Set(file.document.names(of: .people).flatMap(keys))
    moment.coordinates = file.document.coordinates
    moment.hasPhoto = file.media.files.contains { $0.kind == .photo }
    return moment
  }

  /// The paths of the persons with a name; the name itself without any.
  private func keys(of name: String) -> [NameKey] {
    let found = persons.persons(called: name)
    return found.isEmpty ? [NameKey(name.utf8)] : found.map { NameKey($0.path) }
  }

  /// Nil for a note that has nothing to compare it by.
  func pairs(of note: ResolvedNote) throws -> (now: Entry, then: [Match])? {
    guard let index = entries.firstIndex(where: { $0.file.path == note.path }) else { return nil }
    return (entries[index], matches(ThenAndNow.matches(of: moments[index], among: moments)))
  }

  /// Nil without a photo of the person.
  func pairs(of person: Person) -> (now: Entry, then: [Match])? {
    let own = moments.indices.filter { moments[$0].people.contains(NameKey(person.path)) }
    guard let series = ThenAndNow.series(own.map { moments[$0] }) else { return nil }
    let then = series.then.map { Match(entry: entries[own[$0.index]], years: $0.years) }
    return (entries[own[series.now]], then)
  }

  private func matches(_ found: [ThenAndNow.Match]) -> [Match] {
    found.map { Match(entry: entries[$0.index], years: $0.years) }
  }
}

/// The notes that tell of milestones.
struct MilestoneNotes {
  private let facts: [NoteFacts]
  private let ids: [VaultPath: NoteID]

  init(in vault: OpenVault) throws {
    let (zone, today) = (vault.zone, vault.now.day)
    facts = try vault.notes(having: .milestone).map { $0.facts(zone: zone) }
      .filter { !$0.isWithheld(on: today) }
    ids = Dictionary(facts.map { ($0.path, $0.id) }) { first, _ in first }
  }

  /// - Parameter withUnnamed: also those that name nobody.
  func done(by person: Person, withUnnamed: Bool) -> [DoneMilestone] {
    DoneMilestone.all(of: person, withUnnamed: withUnnamed, among: facts)
  }

  func json(of milestone: DoneMilestone, in vault: OpenVault) throws -> JSONValue? {
    guard let id = ids[milestone.path] else { return nil }
    return NoteJSONV1.value(of: try vault.note(at: milestone.path), id: id, withText: true)
  }
}
