internal import Journal
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore

/// Reads all notes of a vault to count what is in them.
enum VaultSurvey {
  private struct Note: Sendable {
    let date: NoteTime
    let words: Int
    let tags: [Tag]
    let people: [String]
    let place: String?
    let mediaCount: Int
  }

  private typealias Found = (path: VaultPath, date: NoteTime, hasMediaFolder: Bool)

  /// Without pages and notes that are sealed; a file that is gone since the scan is left out.
  static func statistics(of vault: OpenVault) throws -> VaultStatistics {
    let index = try vault.scan(keepsText: false)
    let found = index.withoutPages.positions.map { position -> Found in
      let note = index[position]
      return (index.path(position), note.date, note.flags.contains(.hasMediaFolder))
    }
    let batches = stride(from: 0, to: found.count, by: 256).map {
      Array(found[$0..<min($0 + 256, found.count)])
    }
    let stack = WorkStack(batches)
    let (source, zone, today) = (vault.vault, vault.zone, vault.now.day)
    let notes = ThreadTeam.run(ThisDevice.processorCount) {
      var notes: [Note] = []
      while let batch = stack.pop() {
        for note in batch {
          if let read = read(note, in: source, zone: zone, today: today) { notes.append(read) }
        }
        stack.finish()
      }
      return notes
    }
    let persons = PersonFinder(vault, index).book
    var titles: [String: String] = [:]
    func title(_ name: String) -> String {
      if let known = titles[name] { return known }
      let title = persons.persons(called: name).first?.title ?? name
      titles[name] = title
      return title
    }
    var statistics = VaultStatistics()
    for note in notes.joined() {
      statistics.add(
        day: note.date.day, hour: note.date.precision == .day ? nil : note.date.secondOfDay / 3600,
        words: note.words, tags: note.tags, people: note.people.map(title), place: note.place,
        mediaCount: note.mediaCount)
    }
    return statistics
  }

  private static func read(
    _ note: Found, in vault: Vault,
    zone: TimeZoneRules, today: CalendarDay
  ) -> Note? {
    guard let bytes = try? vault.folder.read(note.path).bytes else { return nil }
    let document = NoteDocument(bytes)
    guard !document.isWithheld(on: today, zone: zone) else { return nil }
    let words = bytes.withUnsafeBufferPointer {
      WordCount.of(UnsafeBufferPointer(rebasing: $0[document.layout.bodyStart...]))
    }
    var mediaCount = 0
    if note.hasMediaFolder, let folder = MediaFolder(of: note.path) {
      mediaCount = (try? vault.folder.media(in: folder).files.count) ?? 0
    }
    let place = Place(of: document)
    return Note(
      date: note.date, words: words, tags: NoteMetadata(of: document, zone: zone).tags,
      people: document.names(of: .people), place: place.name ?? place.locality,
      mediaCount: mediaCount)
  }
}
