/// A note on the server.
enum RemoteNote: Hashable, Sendable {
  /// Not probed, or without an answer.
  case unasked
  /// The server never had it, or has no record of it any more.
  case unknown
  case deleted(at: WireTime, updated: WireTime)
  case alive(RemoteVersion)

  init(_ answer: DeletionProbe.Answer) {
    switch answer {
    case .unknown: self = .unknown
    case .deleted(let time, let updated): self = .deleted(at: time, updated: updated)
    case .alive(let note): self = .alive(RemoteVersion(note))
    }
  }
}

/// The server's version of a note that is not deleted.
struct RemoteVersion: Hashable, Sendable {
  /// `NoteContent.hash`.
  var contentHash: String
  var labels: NoteLabels
  var created: WireTime
  var updated: WireTime
  /// SHA-256 of its media as declared; nil if they were not requested.
  var media: [String]?
  /// Its text equals the one in the vault.
  var hasLocalText = false

  init(_ note: WireNote, media: [String]? = nil, localText: String? = nil) {
    let content = NoteContent(note)
    contentHash = content.hash
    labels = NoteLabels(content)
    created = note.createdAt
    updated = note.updatedAt
    self.media = media
    hasLocalText = localText.map { $0.utf8.elementsEqual(content.text.utf8) } ?? false
  }
}
