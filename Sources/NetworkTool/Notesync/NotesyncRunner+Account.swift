internal import CommandLineTool
internal import Notesync
internal import SystemCalls
internal import VaultFormat
internal import VaultStore
internal import Words

extension NotesyncRunner {
  /// The account of the vault.
  ///
  /// - Throws: `.notSignedIn` if no server is known.
  func account() throws -> NotesyncAccount {
    guard let account = try account(on: nil, session.openVault()) else {
      throw NotesyncError.notSignedIn
    }
    return account
  }

  /// - Returns: nil if no server is known.
  private func account(on server: ServerAddress?, _ opened: OpenVault) throws -> NotesyncAccount? {
    try NotesyncAccount(
      of: opened.vault, zone: opened.zone, on: server, session.environment,
      session.userConfiguration, session.surroundings)
  }

  /// Runs `body` with a client, and shows its progress.
  func withClient<Result>(
    _ body: @escaping (NotesyncClient) async throws -> Result
  ) throws -> Result {
    let line = NotesyncLine(on: session.console)
    defer { line.finish() }
    return try account().withClient(
      as: session.operation,
      onEvent: { line.show($0) },
      onFailure: { client in
        line.finish()
        // Its work is done and would not be reported again.
        try client.lastPull?.text(isWhole: false).print(on: session.console)
        try client.lastPush?.text(isWhole: false).print(on: session.console)
      }, body)
  }

  /// A client for actions that need no server.
  func localClient(as operation: OperationRecorder? = nil) throws -> NotesyncClient {
    try account().localClient(as: operation)
  }
}

// MARK: - Signing in and out

extension NotesyncRunner {
  func login(server text: String?, user: String?, usesBrowser: Bool) throws {
    let opened = try session.openVaultForWriting()
    guard var account = try account(on: text.map { try ServerAddress($0) }, opened) else {
      throw Problem(
        usage: "which server?", hint: "tl notesync login https://notes.example.org")
    }
    let server = account.settings.server
    if account.settings.apiKey == nil {
      account.settings.apiKey = try answer("the server's key: ", isSecret: true)
    }
    let login = Login(session: session, settings: account.settings)
    let credentials =
      usesBrowser
      ? try login.byBrowser()
      : try login.byPassword(
        user: user ?? account.known?.userName ?? answer("name: ", isSecret: false),
        password: answer("password: ", isSecret: true))
    try check(credentials, &account.settings)
    let place = try account.store.save(
      CredentialStore.Kept(credentials: credentials, apiKey: account.settings.apiKey))
    try SystemPath.makeFolders(
      StateFolders(session).notesync(of: opened.vault), permissions: 0o700)
    try account.file.write(
      AccountFile.Content(
        server: server, userName: credentials.userName,
        user: credentials.userID ?? credentials.userName ?? ""))
    let name = credentials.userName.map { " as \($0)" } ?? ""
    let kept =
      switch place {
      case .helper: "git's credential helper keeps it"
      case .file(let path): "\(path) keeps it, which only you can read"
      }
    session.console.say("signed in at \(server.text)\(name); \(kept)")
  }

  /// Asks for another key while the server refuses the known one.
  private func check(_ credentials: Credentials, _ settings: inout NotesyncSettings) throws {
    while true {
      do {
        return try Login(session: session, settings: settings).check(credentials)
      } catch NotesyncError.wrongAPIKey where session.isInteractive {
        session.console.warn(NotesyncError.wrongAPIKey.description)
        settings.apiKey = try answer("the server's key: ", isSecret: true)
      }
    }
  }

  /// Asks the user, or reads the next line of standard input.
  private func answer(_ question: String, isSecret: Bool) throws -> String {
    let line: String?
    if session.isInteractive {
      if isSecret {
        line = session.secret(question)
      } else {
        session.console.prompt(question)
        line = StandardStream.input.readLine()
      }
    } else {
      // A file from another system may end its lines with CR LF.
      line = StandardStream.input.readLine().map { $0.hasSuffix("\r") ? String($0.dropLast()) : $0 }
    }
    guard let line, !line.isEmpty else {
      throw Problem(
        usage: "there is no input for \(question.prefix { $0 != ":" })",
        hint:
          "standard input has to have the server's key if it is not stored yet, the name without --user, and the password"
      )
    }
    return line
  }

  func logout() throws {
    let account = try account()
    account.store.erase()
    let server = account.settings.server.text
    if let credentials = account.credentials, !account.areGiven {
      // The server may be unreachable; here the credentials are removed in any case.
      let isTold = try? Login(session: session, settings: account.settings).signOut(credentials)
      if isTold != true {
        session.console.warn(
          "\(server) did not confirm it: the sign-in may stay valid there for up to 30 days")
      }
    }
    session.console.say(
      account.areGiven
        ? "no sign-in for \(server) is stored here; TL_NOTESYNC_TOKEN signs in while it is set"
        : "signed out of \(server); notes and unsent changes are kept")
  }

  func status(json: Bool) throws {
    let status = try localClient().status()
    let user = try account().known?.userName
    if json { return try session.console.print(status.json(user: user)) }
    for row in status.rows(user: user, zone: session.surroundings.zone) {
      try printLine(DisplayWidth.pad(row.label, to: 12) + row.text)
    }
  }
}
