internal import VaultFormat
package import VaultStore

/// What an import of photos does: which notes it makes, of which files, and what it leaves out.
package struct PhotoImportPlan: Hashable, Sendable {
  /// In order of time.
  package var notes: [Note] = []
  /// Files whose content is in another file of this import or in the vault.
  package var doubles: [Double] = []
  /// Paths of files that are neither photos nor films.
  package var foreign: [String] = []

  package struct Note: Hashable, Sendable {
    /// Whether the note is to be made; else it has other photos of the group already.
    package var isNew: Bool
    package var path: String
    /// When the first of its photos was taken.
    package var time: PhotoTime
    /// Where the first photo with a position was taken.
    package var position: GeoPosition?
    /// In order of time; the photos of a burst follow each other, its cover first.
    package var media: [Media]

    /// The size of all its files in bytes.
    package var size: Int64 {
      media.reduce(0) { $0.addingReportingOverflow($1.size).partialValue }
    }
  }

  package struct Media: Hashable, Sendable {
    /// The path of the file.
    package var source: String
    /// In the media folder.
    package var name: String
    /// The size of the file in bytes.
    package var size: Int64
    package var role: Role
    /// Stands for the content in the smaller copy that is made; nil if the file is copied as it is.
    package var originalID: String?
  }

  package enum Role: String, Hashable, Sendable {
    case single
    /// The photo that stands for a burst.
    case burstCover = "burst_cover"
    case burstMember = "burst"
    /// The film of a Live Photo.
    case liveFilm = "live"
  }

  package struct Double: Hashable, Sendable {
    package var path: String
    /// The note that has it, else the file that is imported instead.
    package var twin: String
    package var isInVault: Bool
  }

  /// The size of all files in bytes.
  package var size: Int64 {
    notes.reduce(0) { $0.addingReportingOverflow($1.size).partialValue }
  }
}

extension PhotoImportPlan.Note {
  /// The note as it was written: its path, and the files that were copied; nil if it was not.
  package func with(_ result: NoteAdditionResult) -> PhotoImportPlan.Note? {
    guard let path = result.path else { return nil }
    var note = self
    note.path = path.text
    let failed = Set(result.problems.map(\.path))
    note.media = media.filter { !failed.contains($0.source) }
    for (index, path) in result.media.enumerated() where index < note.media.count {
      note.media[index].name = String(decoding: path.name, as: UTF8.self)
    }
    return note
  }
}

extension PhotoImportPlan {
  /// What is left out, and why; a line for each reason.
  package var omissions: [String] {
    let known = doubles.count(where: \.isInVault)
    let same = doubles.count - known
    var lines: [String] = []
    if known > 0 { lines.append("\(known.counted("file is", "files are")) here already") }
    if same > 0 { lines.append("\(same.counted("file is", "files are")) the same as another one") }
    if !foreign.isEmpty {
      lines.append(
        foreign.count.counted(
          "file is neither a photo nor a film", "files are neither photos nor films"))
    }
    return lines
  }

  /// Such as `12 files, 36 MB`.
  package var amount: String {
    let files = notes.reduce(0) { $0 + $1.media.count }.counted("file", "files")
    return "\(files), \(ByteCount(size))"
  }

  /// Whether some files get a smaller copy.
  package var makesSmallerCopies: Bool {
    notes.contains { $0.media.contains { $0.originalID != nil } }
  }

  /// How many bursts and Live Photos are shown as one.
  package var combined: (bursts: Int, livePhotos: Int) {
    let roles = notes.flatMap { $0.media.map(\.role) }
    return (roles.count { $0 == .burstCover }, roles.count { $0 == .liveFilm })
  }
}
