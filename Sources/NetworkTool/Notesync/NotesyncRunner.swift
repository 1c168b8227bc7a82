internal import CommandLineTool
internal import Notesync
internal import NotesyncServer
internal import SystemCalls
internal import VaultFormat
internal import VaultStore
internal import WebServer
internal import Words

/// Runs the commands of `tl notesync` in a session.
struct NotesyncRunner {
  let session: Session

  func answer(_ request: NotesyncRequest) throws {
    do {
      try work(request)
    } catch let error as NotesyncError {
      throw Problem(error, session.environment)
    } catch let error as WebServerProblem {
      throw Problem(error)
    } catch let error as ServerProblem {
      throw Problem(error)
    }
  }

  private func work(_ request: NotesyncRequest) throws {
    switch request {
    case .login(let server, let user, let usesBrowser):
      try login(server: server, user: user, usesBrowser: usesBrowser)
    case .logout: try logout()
    case .status(let json): try status(json: json)
    case .queue(let json): try queue(json: json)
    case .push(let isDryRun, let allowsDeletes, let givesNewIDs):
      try push(isDryRun: isDryRun, allowsDeletes: allowsDeletes, givesNewIDs: givesNewIDs)
    case .sync(let isDryRun, let allowsDeletes, let givesNewIDs):
      try sync(isDryRun: isDryRun, allowsDeletes: allowsDeletes, givesNewIDs: givesNewIDs)
    case .restore(let count, let bringsRemovedMedia, let isDryRun):
      try restore(count, bringsRemovedMedia: bringsRemovedMedia, isDryRun: isDryRun)
    case .resync: try resync()
    case .serve(let serving): try serve(serving)
    case .account(let action, let accounts): try account(action, accounts: accounts)
    case .aside(let action, let accounts): try aside(action, accounts: accounts)
    }
  }

  func printLine(_ line: String) throws {
    try session.console.line(TerminalText.line(line))
  }
}

extension NotesyncRunner {
  /// Serves until Ctrl-C.
  func serve(_ serving: NotesyncServeSettings) throws {
    let settings = try serverSettings(serving)
    guard !(try AccountsFile(settings.accountsPath).accounts()).isEmpty else {
      throw Problem(
        "there is no account to sign in with",
        hint: "tl notesync user add NAME" + (serving.accounts.map { " --accounts \($0)" } ?? ""))
    }
    let console = SharedConsole(session.console)
    Interruption.listen()
    try waiting {
      let server = try await NotesyncServer(settings) { line in console.use { $0.say(line) } }
      try await untilInterrupted {
        try await server.run { port in
          console.use { console in
            try? console.line(settings.web.address(port: port))
            try? console.finish()
            console.say("phones need this server's key: \(settings.stateFolder)/api-key")
            console.say("Ctrl-C ends it")
          }
        }
      }
    }
  }

  private func serverSettings(_ serving: NotesyncServeSettings) throws -> ServerSettings {
    let opened = serving.accounts == nil ? try session.openVaultForWriting() : nil
    var settings = try ServerSettings(session, serving: opened?.vault)
    settings.web.apply(
      try ListenAddress(serving.address, example: "127.0.0.1:8788"),
      serving.tls)
    settings.accountsFile = serving.accounts
    return settings
  }

  // MARK: - Accounts

  /// - Parameter path: of an accounts file; nil for the one of the vault.
  func account(_ action: AccountAction, accounts path: String?) throws {
    // No vault is needed if the file is given and no account is added to it.
    let vault: Vault? =
      if case .remove = action, path != nil { nil } else { try session.openVaultForWriting().vault }
    try AccountCommands(
      session: session,
      accounts: AccountsFile(path ?? StateFolders(session).accounts(of: vault)),
      vault: path == nil ? nil : vault?.plainPath, program: "tl notesync serve"
    ).answer(action)
  }
}

extension NotesyncRunner {
  func aside(_ action: NotesyncAsideAction, accounts path: String?) throws {
    let folder = try StateFolders(session).server(
      of: path == nil ? session.openVault().vault : nil)
    let accounts = try AccountsFile(path ?? "\(folder)/accounts.json").accounts()
    let requests = try RejectedRequest.all(in: folder, accounts)
    switch action {
    case .list(let json): try list(requests, json: json)
    case .show(let number): try show(try request(number, in: requests))
    case .apply(let number): try apply(try request(number, in: requests), accounts)
    case .drop(let number, let isAgreed):
      let request = try request(number, in: requests)
      try session.requireConsent(
        isAgreed, question: "remove \(request.number) for good?",
        command: "tl notesync aside drop \(request.number) -y")
      try request.drop()
      session.console.say("\(request.number) is gone for good")
    }
  }

  private func list(_ requests: [RejectedRequest], json: Bool) throws {
    if json { return try session.console.print(.array(requests.map(\.json))) }
    for request in requests {
      try printLine(request.line(zone: session.surroundings.zone))
      for reason in request.reasons.prefix(3) { try printLine("    \(reason)") }
      let more = request.reasons.count - 3
      if more > 0 { try printLine("    and \(more) more") }
    }
    session.console.say(
      requests.isEmpty
        ? "nothing is set aside" : "\(requests.count.counted("request")) set aside")
  }

  /// - Parameter number: its first characters, unique among the requests.
  private func request(_ number: String, in requests: [RejectedRequest]) throws -> RejectedRequest {
    let found = requests.filter { $0.id.hasPrefix(number.lowercased()) }
    guard let request = found.first, !number.isEmpty else {
      throw Problem(
        "nothing set aside has the number \(number)",
        hint: "tl notesync aside list lists the numbers")
    }
    guard Set(found.map(\.id)).count == 1 else {
      throw Problem(
        usage: "\(number) could be \(found.count) requests", hint: "give more of the number")
    }
    return request
  }

  private func show(_ request: RejectedRequest) throws {
    try printLine(request.line(zone: session.surroundings.zone))
    try request.withOperations { operations in
      for operation in operations {
        try printLine("")
        for line in operation.lines { try printLine(line) }
      }
    }
  }

  private func apply(_ request: RejectedRequest, _ accounts: [Account]) throws {
    let (vault, zone) = try vault(of: request, accounts)
    guard RejectedRequestApplier.isFor(vault, request) else {
      throw Problem("\(request.number) was sent to another vault")
    }
    let applying = RejectedRequestApplier(
      vault, zone: zone, surroundings: session.surroundings, threads: ThisDevice.processorCount,
      operation: session.operation)
    let outcomes = try request.withOperations { try applying.apply($0) }
    for outcome in outcomes { try printLine(outcome.line) }
    try request.drop()
    if outcomes.contains(where: \.isConflict) {
      session.console.say(PullReport.conflictHint)
    }
  }

  /// The vault of the account that sent the request.
  private func vault(
    of request: RejectedRequest, _ accounts: [Account]
  ) throws -> (Vault, TimeZoneRules) {
    let account = accounts.first { $0.name == request.account }
    guard let path = account?.vault else {
      let opened = try session.openVaultForWriting()
      return (opened.vault, opened.zone)
    }
    let vault = try Vault(opening: path)
    return (vault, vault.configuration.namedZone ?? session.surroundings.zone)
  }
}
