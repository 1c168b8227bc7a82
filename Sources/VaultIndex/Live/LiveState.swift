package import VaultFormat
package import VaultStore

/// How a live index learns of changes.
package enum LiveState: Hashable, Sendable {
  /// The system reports each change.
  case watched
  /// The vault is read again at intervals.
  case polled(PollingReason)
  /// The vault cannot be opened any more; the index is the last one. Tried again at intervals.
  case lost(StoreError)
}

/// Why the system does not report every change in a vault.
package enum PollingReason: Hashable, Sendable {
  /// The user has no more watches (`fs.inotify.max_user_watches`) or watchers (`max_user_instances`).
  case watchLimit
  /// Changes by other machines are not reported.
  case networkFileSystem
  /// This system or file system cannot watch folders.
  case unsupported
}

/// A state of a live index.
package struct LiveSnapshot: Sendable {
  /// Grows by one with each change.
  package let generation: UInt64
  package let index: VaultIndex
  package let state: LiveState
}

/// A change of a live index.
package struct LiveChange: Hashable, Sendable {
  /// The generation after it.
  package let generation: UInt64
  /// The ids of notes that came, went or changed; nil if that can be any.
  package let ids: Set<NoteID>?
  package let state: LiveState
}
