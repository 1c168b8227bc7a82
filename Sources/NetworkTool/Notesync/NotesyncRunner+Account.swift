internal import CommandLineTool
internal import Notesync
internal import NotesyncServer
internal import SystemCalls
internal import VaultFormat
internal import VaultStore

/// The vault and its account.
struct NotesyncAccount {
  let opened: OpenVault
  var settings: NotesyncSettings
  let store: TokenStore
  let file: AccountFile
  /// The content stored at the last login.
  let known: AccountFile.Content?
  /// The API key stored with the tokens.
  let keptKey: String?
  /// Nil without a sign-in.
  var credentials: Credentials?
  /// Whether they come from the environment and are not stored.
  let areGiven: Bool
}

extension NotesyncRunner {
  /// The account of the vault.
  ///
  /// - Throws: `.notSignedIn` if no server is known.
  func account() throws -> NotesyncAccount {
    let opened = try session.openVault()
    guard let account = try account(on: nil, opened) else { throw NotesyncError.notSignedIn }
    return account
  }

  /// - Parameter server: nil: the one in `TL_NOTESYNC_SERVER`, else that of the last login.
  /// - Returns: nil if no server is known.
  private func account(on server: ServerAddress?, _ opened: OpenVault) throws -> NotesyncAccount? {
    let environment = session.environment
    let folder = try StateFolders(session).notesync(of: opened.vault)
    let file = AccountFile(in: folder)
    let known = try file.read()
    let named = try environment["TL_NOTESYNC_SERVER"].map { try ServerAddress($0) }
    guard let server = server ?? named ?? known?.server else { return nil }
    let store = TokenStore(
      server, account: String(folder.suffix(16)),
      helper: environment.program("git").map { (git: $0, environment: environment.all) },
      folder: folder)
    // A value read from a file may end with its line end.
    let given = environment["TL_NOTESYNC_TOKEN"].map {
      Credentials(accessToken: $0.withoutOuterBlanks)
    }
    let givenKey = environment["TL_NOTESYNC_API_KEY"]?.withoutOuterBlanks
    let kept = given == nil || givenKey == nil ? store.load() : nil
    var settings = NotesyncSettings(server: server, apiKey: givenKey ?? kept?.apiKey)
    if let limit = try requestLimit() { settings.requestLimit = limit }
    return NotesyncAccount(
      opened: opened, settings: settings,
      store: store, file: file, known: known?.server == server ? known : nil,
      keptKey: kept?.apiKey, credentials: given ?? kept?.credentials, areGiven: given != nil)
  }

  /// The limit in the user's settings.
  private func requestLimit() throws -> Int64? {
    let configuration = session.userConfiguration
    guard let text = configuration.notesyncRequest else { return nil }
    let largest = NotesyncSettings.largestRequest
    guard let size = ByteCount(text)?.bytes, 1 << 20...largest ~= size else {
      throw CommandError(
        "\(configuration.path ?? ""): notesync_request: \(text) is not a possible size of a request",
        hint: "from 1 MiB to 50 MiB, such as 40 MiB", status: .wrongUsage)
    }
    return size
  }

  /// Runs `body` with a client, and stores new tokens from the server.
  func withClient<Result>(
    _ body: @escaping (NotesyncClient) async throws -> Result
  ) throws -> Result {
    let account = try account()
    let line = NotesyncLine(on: session.console)
    defer { line.finish() }
    return try waiting {
      let transport = HTTPTransport(account.settings)
      let client = client(of: account, transport, line: line)
      do {
        let result = try await body(client)
        await transport.close()
        return result
      } catch {
        await transport.close()
        line.finish()
        // Its work is done and would not be reported again.
        try client.lastPull?.print(on: session.console, isWhole: false)
        try client.lastPush?.print(on: session.console, isWhole: false)
        throw error
      }
    }
  }

  /// A client for actions that need no server.
  func localClient() throws -> NotesyncClient {
    let account = try account()
    return client(of: account, NoTransport(), line: NotesyncLine(on: session.console))
  }

  private func client(
    of account: NotesyncAccount, _ transport: any NotesyncTransport, line: NotesyncLine
  ) -> NotesyncClient {
    NotesyncClient(
      vault: account.opened.vault, zone: account.opened.zone,
      surroundings: session.surroundings, threads: ThisDevice.processorCount,
      settings: account.settings,
      transport: transport, pacing: .live(session.surroundings), user: account.user,
      credentials: account.credentials,
      onRefresh: { credentials in
        guard !account.areGiven else { return }
        let kept = TokenStore.Kept(credentials: credentials, apiKey: account.keptKey)
        _ = try? account.store.save(kept)
      }, onEvent: { line.show($0) })
  }
}

/// For actions that need no server.
private struct NoTransport: NotesyncTransport {
  func exchange(
    _ request: TransportRequest, sent: (Int) -> Void,
    accept: (UnsafeBufferPointer<UInt8>) throws -> Void
  ) async throws -> TransportReply {
    throw NotesyncError.unreachable("no server is asked")
  }
}

extension NotesyncAccount {
  /// The account's id: from a token in the environment, else from the last login.
  var user: String? {
    (areGiven ? credentials?.userID : nil) ?? known?.user ?? credentials?.userID
  }
}

extension String {
  var withoutOuterBlanks: String {
    let start = drop(while: \.isWhitespace)
    return String(
      start[..<(start.lastIndex { !$0.isWhitespace }.map(start.index(after:)) ?? start.startIndex)])
  }
}

extension Pacing {
  /// The real clock, pauses and random numbers.
  static func live(_ surroundings: Surroundings) -> Pacing {
    Pacing(
      now: surroundings.now, sleep: { try await Task.sleep(for: .seconds($0)) },
      random: { Double.random(in: 0..<1) })
  }
}

// MARK: - Signing in and out

extension NotesyncRunner {
  func login(server text: String?, user: String?, usesBrowser: Bool) throws {
    let opened = try session.openVaultForWriting()
    guard var account = try account(on: text.map { try ServerAddress($0) }, opened) else {
      throw CommandError(
        "which server?", hint: "tl notesync login https://notes.example.org", status: .wrongUsage)
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
      TokenStore.Kept(credentials: credentials, apiKey: account.settings.apiKey))
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
      throw CommandError(
        "there is no input for \(question.prefix { $0 != ":" })",
        hint:
          "standard input has to have the server's key if it is not stored yet, the name without --user, and the password",
        status: .wrongUsage)
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
    if json { return try session.console.line(status.json(user: user).pretty) }
    for line in status.lines(user: user, zone: session.surroundings.zone) { try printLine(line) }
  }
}
