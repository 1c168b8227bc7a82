/// What an import of photos does: which notes it makes, of which files, and what it leaves out.
package struct PhotoImportPlan: Hashable, Sendable {
  /// In order of time.
  package var notes: [Note] = []
  /// Files whose content is in another file of this import or in the vault.
  package var doubles: [Double] = []
  /// Paths of files that are neither photos nor films.
  package var foreign: [String] = []

  package struct Note: Hashable, Sendable {
    package var target: Target
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

  package enum Target: Hashable, Sendable {
    /// A note to be made at this path.
    case new(String)
    /// The note, by its path, that has other photos of the group already.
    case existing(String)
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
    package var twin: Twin
  }

  package enum Twin: Hashable, Sendable {
    /// The file that is imported instead.
    case file(String)
    /// The note that has it.
    case note(String)
  }

  /// The size of all files in bytes.
  package var size: Int64 {
    notes.joinedMedia.reduce(0) { $0.addingReportingOverflow($1.size).partialValue }
  }
}

extension [PhotoImportPlan.Note] {
  var joinedMedia: [PhotoImportPlan.Media] { flatMap(\.media) }
}
