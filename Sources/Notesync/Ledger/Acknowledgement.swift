package import VaultFormat

/// What the server is known to have of one note.
package struct Acknowledgement: Hashable, Sendable {
  /// `NoteContent.hash` of its text, tags and pin; nil where that is not known.
  package private(set) var contentHash: String?
  /// Of the content that was known last, for joining; nil where that is not known, as in ledgers that an older tl wrote.
  package private(set) var labels: NoteLabels?
  /// The server's `updatedAt`, or that of its tombstone.
  package var serverTime: WireTime
  /// The last time that tl sent.
  package var sentTime: WireTime
  package var createdAt: WireTime
  /// The note is deleted there.
  package var isDeleted = false
  /// SHA-256 of the media that it has.
  package var media: Set<String> = []
  /// Of these, what never was in the vault as media that travel: other kinds, damaged data.
  package var foreignMedia: Set<String> = []
  /// Where the note was when it was acknowledged.
  package var path: VaultPath?
}

extension Acknowledgement {
  func hasSameContent(as other: Acknowledgement) -> Bool {
    contentHash == other.contentHash && media == other.media && isDeleted == other.isDeleted
  }

  /// The server is known to have this.
  mutating func know(_ content: NoteContent) {
    know(contentHash: content.hash, NoteLabels(content))
  }

  mutating func know(contentHash: String, _ labels: NoteLabels) {
    self.contentHash = contentHash
    self.labels = labels
  }

  /// Nothing is known of the content; what never was in the vault stays known, and so does what tags are joined over.
  mutating func forgetContent() {
    contentHash = nil
    media = foreignMedia
  }

  /// The server has the note no more.
  ///
  /// - Parameters:
  ///   - contentHash: of the note here, where it stays here and is not to be sent as it is.
  ///   - media: of that note.
  mutating func knowDeleted(contentHash: String? = nil, media: Set<String> = []) {
    isDeleted = true
    self.contentHash = contentHash
    labels = nil
    self.media = media
    foreignMedia = []
  }
}
