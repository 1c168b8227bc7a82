internal import SystemCalls
package import VaultFormat
package import VaultIndex
package import VaultStore

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
