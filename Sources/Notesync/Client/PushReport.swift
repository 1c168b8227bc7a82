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
