package import VaultFormat

/// The kind of a note by its media: `text` without media, the kind of its media if all are of one kind, else `mixed`.
///
/// Files that are not photo, audio or video do not count.
package enum NoteKind: String, Hashable, Sendable, CaseIterable {
  case text, photo, audio, video, mixed

  /// Whether a query for this kind matches a note with these media: a note with several kinds matches each of them, and
  /// `mixed`.
  func holds(for media: Set<MediaKind>) -> Bool {
    switch self {
    case .text, .mixed: NoteKind(of: media) == self
    case .photo: media.contains(.photo)
    case .audio: media.contains(.audio)
    case .video: media.contains(.video)
    }
  }

  package init(of media: some Sequence<MediaKind>) {
    let kinds = Set(media).subtracting([.file])
    switch kinds.first {
    case nil: self = .text
    case .photo where kinds.count == 1: self = .photo
    case .audio where kinds.count == 1: self = .audio
    case .video where kinds.count == 1: self = .video
    default: self = .mixed
    }
  }
}
