package import VaultFormat
internal import VaultStore

/// The paths of notesync's files in a vault.
package enum NotesyncLayout {
  package static let folder = VaultPath(in: VaultLayout.local, named: "notesync".utf8)
  package static let mediaHashes = VaultPath(in: folder, named: "media-hashes".utf8)
  /// For media whose data do not have the declared checksum.
  package static let quarantine = VaultPath(in: folder, named: "damaged".utf8)
}
