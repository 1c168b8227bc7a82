package import VaultFormat

/// The known state of one note on the server.
package struct Acknowledgement: Hashable, Sendable {
  /// `NoteContent.hash` of its text, tags and pin; nil if unknown.
  package private(set) var contentHash: String?
  /// The labels of the last known content, for merging; nil if unknown, as in ledgers of an older tl.
  package private(set) var labels: NoteLabels?
  /// `updatedAt` on the server, or of its tombstone.
  package var serverTime: WireTime
  /// The last time that tl sent.
  package var sentTime: WireTime
  package var createdAt: WireTime
  /// The note is deleted there.
  package var isDeleted = false
  /// SHA-256 of its media.
  package var media: Set<String> = []
  /// The hashes in `media` that were never media in the vault: other kinds, damaged data.
  package var foreignMedia: Set<String> = []
  /// The path of the note when it was acknowledged.
  package var path: VaultPath?
}

extension Acknowledgement {
  func hasSameContent(as other: Acknowledgement) -> Bool {
    contentHash == other.contentHash && media == other.media && isDeleted == other.isDeleted
  }

  mutating func know(_ content: NoteContent) {
    know(contentHash: content.hash, NoteLabels(content))
  }

  mutating func know(contentHash: String, _ labels: NoteLabels) {
    self.contentHash = contentHash
    self.labels = labels
  }

  /// Clears the known content; foreign media and the labels for merging stay.
  mutating func forgetContent() {
    contentHash = nil
    media = foreignMedia
  }

  /// Marks the note as deleted on the server.
  ///
  /// - Parameters:
  ///   - contentHash: of the note here, if it stays and is not to be sent as it is.
  ///   - media: of that note.
  mutating func knowDeleted(contentHash: String? = nil, media: Set<String> = []) {
    isDeleted = true
    self.contentHash = contentHash
    labels = nil
    self.media = media
    foreignMedia = []
  }
}
