internal import VaultFormat
internal import VaultStore

/// A note named on the command line.
struct ResolvedNote: Hashable {
  let path: VaultPath
  /// The stored id if this file owns it, else the provisional one.
  let id: NoteID
}
