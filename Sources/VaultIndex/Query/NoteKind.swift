package import VaultFormat

/// What a note holds besides its words: `text` without media, else the one kind that all its media
/// are of, else `mixed`.
///
/// Plain files do not count.
package enum NoteKind: String, Hashable, Sendable, CaseIterable {
  case text, photo, audio, video, mixed

  /// Whether a note with media of these kinds is of this kind for somebody who asks for it: one of several kinds is
  /// of each of them, and `mixed` too.
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
