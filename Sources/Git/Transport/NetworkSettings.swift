/// What remotes are reached with: everything that tl knows and this module may not ask for itself.
package struct NetworkSettings: Sendable {
  /// The variables of the process: of use are `PATH`, `HOME`, `GIT_SSH_COMMAND`, `GIT_SSH`,
  /// `GIT_SSH_VARIANT`, `SSH_AUTH_SOCK`, `SSH_ASKPASS_REQUIRE`, `TL_GIT_TOKEN` and whatever the
  /// programs that are started need.
  ///
  /// The proxy variables (`https_proxy`, `no_proxy`) libgit2 reads from the process itself.
  package var environment: [String: String]
  /// Milliseconds without a byte in either direction after which the other side counts as silent.
  package var idleLimit: Int
  /// Milliseconds until there is a connection.
  package var connectLimit: Int
  /// Whether somebody sits at a terminal: ssh may ask there for a passphrase, or about a new host.
  ///
  /// Otherwise ssh asks nothing (`BatchMode=yes`), unless `SSH_ASKPASS_REQUIRE` is there and names
  /// a way to ask without a terminal.
  package var isInteractive: Bool
  /// Asked for a name and a password where nothing else knows them; nil: nobody to ask.
  package var ask: (@Sendable (CredentialQuestion) -> CredentialAnswer?)?

  package init(
    environment: [String: String], idleLimit: Int = 60_000, connectLimit: Int = 30_000,
    isInteractive: Bool = false, ask: (@Sendable (CredentialQuestion) -> CredentialAnswer?)? = nil
  ) {
    self.environment = environment
    self.idleLimit = idleLimit
    self.connectLimit = connectLimit
    self.isInteractive = isInteractive
    self.ask = ask
  }

  /// Milliseconds until the first byte: somebody at a terminal may have to type a passphrase for ssh, for which
  /// the server has a limit of its own.
  var firstLimit: Int { isInteractive ? max(180_000, idleLimit) : idleLimit }
}

/// Who wants to know a password.
package struct CredentialQuestion: Hashable, Sendable {
  /// Scheme and host, such as "https://git.example.org:8443".
  package var place: String
  /// The user of the address; nil where it names none.
  package var user: String?
  /// Whether what was tried before was refused.
  package var isRepeated: Bool
}

package struct CredentialAnswer: Hashable, Sendable {
  package var user: String
  package var password: String

  package init(user: String, password: String) {
    self.user = user
    self.password = password
  }
}
