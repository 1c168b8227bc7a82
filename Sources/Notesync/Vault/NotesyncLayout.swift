package import VaultFormat
internal import VaultStore

/// Where notesync keeps its own things in a vault.
package enum NotesyncLayout {
  package static let folder = VaultPath(in: VaultLayout.local, named: "notesync".utf8)
  package static let mediaHashes = VaultPath(in: folder, named: "media-hashes".utf8)
  /// Media whose data are not what was declared.
  package static let quarantine = VaultPath(in: folder, named: "damaged".utf8)
}
