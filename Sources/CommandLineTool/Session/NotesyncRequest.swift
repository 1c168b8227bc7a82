/// A parsed command of `tl notesync`.
package enum NotesyncRequest: Sendable {
  /// - Parameter server: nil for the one that is known.
  case login(server: String?, user: String?, usesBrowser: Bool)
  case logout
  case status(json: Bool)
  case queue(json: Bool)
  /// - Parameter givesNewIDs: to notes whose ids belong to another account of the server.
  case push(isDryRun: Bool, allowsDeletes: Bool, givesNewIDs: Bool)
  case sync(isDryRun: Bool, allowsDeletes: Bool, givesNewIDs: Bool)
  /// - Parameter count: of the newest notes; nil for all.
  case restore(count: Int?, bringsRemovedMedia: Bool, isDryRun: Bool)
  case resync
  case serve(NotesyncServeSettings)
  /// - Parameter accounts: as of `NotesyncServeSettings`.
  case account(AccountAction, accounts: String?)
  /// - Parameter accounts: as of `NotesyncServeSettings`.
  case aside(NotesyncAsideAction, accounts: String?)
}

/// An action on requests that a server has set aside.
package enum NotesyncAsideAction: Sendable {
  case list(json: Bool)
  case show(String)
  case apply(String)
  case drop(String, isAgreed: Bool)
}

/// The options of `tl notesync serve`.
package struct NotesyncServeSettings: Sendable {
  /// `HOST:PORT`.
  package var address: String
  package var tls: TLSChoice
  /// A file that names accounts and their vaults; nil for the vault of the current folder.
  package var accounts: String?

  package init(address: String, tls: TLSChoice, accounts: String?) {
    self.address = address
    self.tls = tls
    self.accounts = accounts
  }
}
