internal import SystemCalls
package import VaultFormat
package import VaultIndex
package import VaultStore

/// What looking back, persons, milestones and statistics need of a note, read from its file once.
///
/// A class, since several lists have each of a hundred thousand.
package final class NoteFacts: Sendable {
  package let id: NoteID
  package let path: VaultPath
  /// When it happened, or was written.
  package let date: NoteTime
  /// Whether it is a page, such as that of a person.
  package let isPage: Bool
  package let isConflictCopy: Bool
  /// The day on which it opens or opened; nil for a note that was never sealed.
  package let opens: CalendarDay?
  package let isFavorite: Bool
  package let tags: [Tag]
  /// The names in the key `people`.
  package let people: [String]
  /// The names in the key `category`, of which the first is the category of the note.
  package let categories: [String]
  package let milestone: String?
  package let celebrated: CalendarDay?
  package let prompt: String?
  package let location: Place
  package let wordCount: Int
  package let mediaCount: Int
  /// Of the media.
  package let photoCount: Int

  /// - Parameters:
  ///   - id: the note's id in the index.
  ///   - media: the kinds of the files that belong to it.
  package init(
    _ document: NoteDocument, at path: VaultPath, id: NoteID, date: NoteTime, isPage: Bool,
    media: [MediaKind] = [], zone: TimeZoneRules
  ) {
    (self.id, self.path, self.date, self.isPage) = (id, path, date, isPage)
    isConflictCopy = document.frontMatter?.field(of: .conflictOf) != nil
    opens = document.openingDay(zone: zone)
    isFavorite = document.flag(.favorite)
    tags = document.tags
    people = document.names(of: .people)
    categories = document.names(of: .category)
    milestone = document.text(of: .milestone)
    celebrated = document.text(of: .celebrated).flatMap { NoteTime($0, zone: zone) }?.day
    prompt = document.text(of: .prompt)
    location = Place(of: document)
    wordCount = document.bytes.withUnsafeBufferPointer {
      WordCount.of(UnsafeBufferPointer(rebasing: $0[document.layout.bodyStart...]))
    }
    mediaCount = media.count
    photoCount = media.count { $0 == .photo }
  }

  /// The name of the place, else of the town.
  package var place: String? { location.name ?? location.locality }

  /// Whether the note is excluded from counts and lists on a day: a conflict copy, or sealed until a later day.
  package func isWithheld(on day: CalendarDay) -> Bool {
    isConflictCopy || opens.map { day < $0 } ?? false
  }
}

extension Visibility {
  /// Whether a note counts where notes are counted, remembered or compared.
  package func counts(_ note: NoteFacts) -> Bool {
    opensEarly ? !note.isConflictCopy : !note.isWithheld(on: today)
  }
}

/// Reads the facts of notes from their files.
package struct NoteFactsReader: Sendable {
  private let vault: Vault
  private let zone: TimeZoneRules
  private let withMedia: Bool

  /// Notes that one thread takes at a time.
  private static let batchSize = 256

  /// - Parameter withMedia: false counts no media, and looks into no folder for them.
  package init(_ vault: Vault, zone: TimeZoneRules, withMedia: Bool = true) {
    (self.vault, self.zone, self.withMedia) = (vault, zone, withMedia)
  }

  /// The facts of the notes at these places, in their order; a file that is gone since the scan is left out.
  package func facts(
    of places: [VaultIndex.Position], in index: VaultIndex, threads: Int
  ) -> [NoteFacts] {
    let batches = stride(from: 0, to: places.count, by: Self.batchSize).map {
      Array(places[$0..<min($0 + Self.batchSize, places.count)])
    }
    let parts = ThreadTeam.map(batches, threads: threads) { batch in
      batch.compactMap { facts(of: $0, in: index) }
    }
    return Array(parts.joined())
  }

  /// Nil if the file cannot be read.
  private func facts(of place: VaultIndex.Position, in index: VaultIndex) -> NoteFacts? {
    let (note, path) = (index[place], index.path(place))
    guard let bytes = try? vault.folder.read(path).bytes else { return nil }
    var media: [MediaKind] = []
    if withMedia, note.flags.contains(.hasMediaFolder), let folder = MediaFolder(of: path) {
      media = (try? vault.folder.media(in: folder).files.map(\.kind)) ?? []
    }
    return NoteFacts(
      NoteDocument(bytes), at: path, id: index.id(place), date: note.date,
      isPage: note.flags.kind != nil, media: media, zone: zone)
  }
}
