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
  case circle(CircleAccessAction)
}

/// What `tl circle` does with those who read at the page.
package enum CircleAccessAction: Sendable {
  case invite(circle: String, person: String, days: Int)
  case link(circle: String, person: String, days: Int)
  case revoke(circle: String, person: String)
  /// - Parameter circle: nil for all.
  case list(circle: String?, json: Bool)
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

/// A parsed command of `tl demo`.
package enum DemoRequest: Sendable {
  case serve(ServeSettings)
  /// - Parameter into: the path of the folder that is made.
  case write(into: String)
}

/// A parsed command of `tl site`, or `tl circle build`.
package enum SiteRequest: Sendable {
  /// - Parameters:
  ///   - out: the folder of the site; nil for that of the last build.
  ///   - replacesEdited: whether files that somebody changed are replaced and removed too.
  case build(out: String?, replacesEdited: Bool, isDryRun: Bool)
  case preview(out: String?, port: Int, opensBrowser: Bool)
  case check(out: String?, json: Bool)
  case push(out: String?, isDryRun: Bool)
  case circle(CircleBuildSettings)
}

/// The options of `tl circle build`.
package struct CircleBuildSettings: Sendable {
  package var name: String
  package var out: String
  /// One file in place of a folder.
  package var isSingle: Bool
  /// Whether a file that is there goes, or those of a folder that somebody changed.
  package var replaces: Bool
  /// A day or a date expression, as typed.
  package var since: String?
  package var isEncrypted: Bool
  package var isDryRun: Bool
}

/// What is made of a book.
package enum BookFormat: String, CaseIterable, Sendable {
  case epub, html, pdf
}

/// A parsed command of `tl book` that `tl-net` runs.
package enum BookRequest: Sendable {
  /// - Parameters:
  ///   - out: nil for a name in the current folder.
  ///   - replaces: whether a file that is there goes.
  case export(book: String, BookFormat, isForPress: Bool, out: String?, replaces: Bool)
  case check(book: String, json: Bool)
}

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

/// What is done with the accounts of a server.
package enum AccountAction: Sendable {
  /// Adds an account, or changes its password.
  case put(String)
  case add(String)
  case list(json: Bool)
  case remove(String)
  case setPassword(String)
}

/// The options by which a server comes to have TLS.
package struct TLSChoice: Sendable {
  /// The paths of PEM files; both or neither.
  package var certificate: String?
  package var key: String?
  package var isBehindProxy = false

  var isGiven: Bool { certificate != nil || isBehindProxy }
}
