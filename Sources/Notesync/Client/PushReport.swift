package import VaultFormat

/// What a push did.
package struct PushReport: Hashable, Sendable {
  package var created: [VaultPath] = []
  package var edited: [VaultPath] = []
  /// Where the notes were; ids where that is not known.
  package var deleted: [String] = []
  package var mediaCount = 0
  /// Of JSON that the server took, in bytes.
  package var byteCount: Int64 = 0
  package var aside: [AsideNote] = []
  package var heldDeletions: [WaitingChange] = []
  /// Notes that got their id written into the file.
  package var storedIDs: [VaultPath] = []
  /// Notes whose time on the server lies more than a day ahead of this clock.
  package var farAhead: [VaultPath] = []

  package init() {}

  package var noteCount: Int { created.count + edited.count + deleted.count }
}

/// What happens meanwhile.
package enum NotesyncEvent: Hashable, Sendable {
  /// Bytes that went out or came in, of about so many; notes that are done, of so many.
  case progress(bytes: Int64, of: Int64?, notes: Int, ofNotes: Int)
  /// A request is about to go out.
  case request(method: String, path: String, bytes: Int64, operations: Int, media: Int)
  /// Its answer.
  case answer(status: Int)
  /// A pause before the next try.
  case waiting(seconds: Double)
}
