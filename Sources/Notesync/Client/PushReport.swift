package import VaultFormat

/// What a push did.
package struct PushReport: Hashable, Sendable {
  package var created: [VaultPath] = []
  package var edited: [VaultPath] = []
  /// The former paths of the notes, or ids if unknown.
  package var deleted: [String] = []
  package var mediaCount = 0
  /// The size of the JSON that the server accepted, in bytes.
  package var byteCount: Int64 = 0
  package var aside: [AsideNote] = []
  package var heldDeletions: [WaitingChange] = []
  /// Notes whose ids were stored in their files.
  package var storedIDs: [VaultPath] = []
  /// Notes whose time on the server is more than a day ahead of this clock.
  package var farAhead: [VaultPath] = []

  package init() {}

  package var noteCount: Int { created.count + edited.count + deleted.count }
}
