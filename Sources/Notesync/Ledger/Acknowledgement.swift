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

  package init(
    contentHash: String? = nil, labels: NoteLabels? = nil, serverTime: WireTime,
    sentTime: WireTime, createdAt: WireTime
  ) {
    self.contentHash = contentHash
    self.labels = labels
    self.serverTime = serverTime
    self.sentTime = sentTime
    self.createdAt = createdAt
  }
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

/// An operation that was written down before it was sent, and whose result is not known.
package struct PendingOperation: Hashable, Sendable {
  package var id: String
  package var kind: WireOperation.Kind
  package var noteID: NoteID
  package var contentHash: String
  package var updatedAt: WireTime
  package var deletedAt: WireTime?
  /// SHA-256 of the media that it carries.
  package var media: [String]

  package init(
    id: String, kind: WireOperation.Kind, noteID: NoteID, contentHash: String, updatedAt: WireTime,
    deletedAt: WireTime?, media: [String]
  ) {
    self.id = id
    self.kind = kind
    self.noteID = noteID
    self.contentHash = contentHash
    self.updatedAt = updatedAt
    self.deletedAt = deletedAt
    self.media = media
  }
}

/// A note that the server refused; it is left in peace until it changes, or for an hour.
package struct SetAsideNote: Hashable, Sendable {
  /// The content and media that were refused.
  package var fingerprint: String
  /// Why, in the server's words where there were any.
  package var reason: String
  /// That of its answer; 200 where the server took the note and keeps something else than was sent.
  package var status: Int
  /// In seconds since 1970.
  package var time: Int64

  package init(fingerprint: String, reason: String, status: Int, time: Int64) {
    self.fingerprint = fingerprint
    self.reason = reason
    self.status = status
    self.time = time
  }

  /// A server that fails on a note may do better later; what it refuses it refuses.
  package func isOver(at now: Int64) -> Bool {
    // Without a sum that any number in the file could make too large.
    status >= 500 && (now < time || now - 3_600 >= time)
  }
}
