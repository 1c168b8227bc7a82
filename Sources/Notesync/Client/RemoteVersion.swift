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
