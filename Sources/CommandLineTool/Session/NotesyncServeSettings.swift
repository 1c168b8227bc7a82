/// The options of `tl notesync serve`.
package struct NotesyncServeSettings: Sendable {
  /// `HOST:PORT`.
  package var address: String
  package var certificate: String?
  package var key: String?
  /// A file that names accounts and their vaults; nil for the vault of the current folder.
  package var accounts: String?
  package var isBehindProxy: Bool
}
