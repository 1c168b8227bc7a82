package import VaultFormat

/// What the server is known to have of one note.
package struct Acknowledgement: Hashable, Sendable {
  /// `NoteContent.hash` of its text, tags and pin; nil where that is not known.
  package var contentHash: String?
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
    contentHash: String?, serverTime: WireTime, sentTime: WireTime, createdAt: WireTime
  ) {
    self.contentHash = contentHash
    self.serverTime = serverTime
    self.sentTime = sentTime
    self.createdAt = createdAt
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

/// A note that the server refused; it is left in peace until it changes.
package struct SetAsideNote: Hashable, Sendable {
  /// The content and media that were refused.
  package var fingerprint: String
  /// Why, in the server's words where there were any.
  package var reason: String
  package var status: Int

  package init(fingerprint: String, reason: String, status: Int) {
    self.fingerprint = fingerprint
    self.reason = reason
    self.status = status
  }
}
