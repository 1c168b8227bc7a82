/// A parsed command of `tl serve`.
package enum ServeRequest: Sendable {
  case start(ServeSettings)
  case link
}

/// The options of `tl serve`.
package struct ServeSettings: Sendable {
  /// `HOST:PORT`.
  package var address: String
  /// Nil for the vault's own name on this machine.
  package var origin: String?
  /// As typed; empty for none.
  package var prefix: String
  package var certificate: String?
  package var key: String?
  package var isBehindProxy: Bool
  package var isReadOnly: Bool
  package var opensBrowser: Bool
}
