/// A parsed command of `tl serve`.
package enum ServeRequest: Sendable {
  case start(ServeSettings)
  case link
  /// Gives devices at home the certificate of `--lan`.
  ///
  /// - Parameters:
  ///   - port: where to listen.
  ///   - pagePort: of the page that they go to then.
  case trust(port: Int, pagePort: Int)
  case account(AccountAction)
  case install(ServeSettings, isDryRun: Bool)
  case uninstall(isDryRun: Bool)
  case token(ServeTokenAction)
  case feed(ServeFeedAction)
}

/// What `tl serve token` does.
package enum ServeTokenAction: Sendable {
  case add(name: String, isReadOnly: Bool)
  case list(json: Bool)
  case remove(name: String)
}

/// What `tl serve feed` does.
package enum ServeFeedAction: Sendable {
  /// - Parameter filter: as in `tl search`; empty for all notes.
  case add(name: String, filter: String)
  case list(json: Bool)
  case remove(name: String)
}

/// The options of `tl serve`.
package struct ServeSettings: Sendable {
  /// What can be served alone.
  package enum Part: String, CaseIterable, Sendable {
    case page, notesync
  }

  /// On the machine's private addresses, with a certificate of tl's own; `address` has only a port then.
  package var isHome: Bool
  /// `HOST:PORT`.
  package var address: String
  /// Nil for the vault's own name on this machine.
  package var origin: String?
  /// As typed; empty for none.
  package var prefix: String
  package var tls: TLSChoice
  /// Nil for both.
  package var only: Part?
  package var isReadOnly: Bool
  package var opensBrowser: Bool
  /// Whether the address that lets a browser in is printed.
  package var printsLink: Bool
}
