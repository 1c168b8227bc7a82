internal import CommandLineTool
internal import Media
internal import NotesyncServer
internal import Page
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import WebServer
internal import Words

/// Runs the commands of `tl serve` in a session.
struct PageRunner {
  let session: Session

  func answer(_ request: ServeRequest) throws {
    do {
      switch request {
      case .start(let settings): try start(settings)
      case .link: try link()
      case .trust(let port, let pagePort):
        try TrustRunner(session: session).run(port: port, pagePort: pagePort)
      case .install(let settings, let isDryRun):
        try PageUnit(session).install(settings, isDryRun: isDryRun)
      case .uninstall(let isDryRun): try PageUnit(session).uninstall(isDryRun: isDryRun)
      case .account(let action):
        let vault = try session.openVault().vault
        let file = AccountsFile(try StateFolders(session).accounts(of: vault))
        try AccountCommands(session: session, accounts: file, vault: nil, program: "tl serve")
          .answer(action)
      case .token(let action): try tokens(action)
      case .feed(let action): try feeds(action)
      case .circle(let action): try circles(action)
      }
    } catch let error as WebServerProblem {
      throw Problem(error)
    } catch let problem as PageSite.Problem {
      throw Self.error(problem)
    }
  }

  // MARK: - Starting

  /// Serves until Ctrl-C.
  private func start(_ serve: ServeSettings) throws {
    if serve.only == .notesync {
      return try NotesyncRunner(session: session).serve(
        NotesyncServeSettings(address: serve.address, tls: serve.tls, accounts: nil))
    }
    let opened = try session.openVault()
    let state = try PageState(StateFolders(session).page(of: opened.vault))
    guard let claim = try state.claim() else {
      let address = try state.address() ?? "another address"
      throw Problem(
        "this vault is served already, at \(address)", hint: "tl serve link lets a browser in there"
      )
    }
    defer { withExtendedLifetime(claim) {} }
    let console = SharedConsole(session.console)
    let home = serve.isHome ? try HomeListeners(session, console) : nil
    let server = try serverSettings(serve, home)
    var settings = try pageSettings(serve, server, opened, state, home)
    let environment = session.environment
    let log: @Sendable (String) -> Void = { line in console.use { $0.say(line) } }
    let notesync = try NotesyncMount(session, opened.vault, server, log: log)
    settings.accounts = PageAccounts(notesync.passwords, vault: opened.vault.plainPath)
    Interruption.listen()
    let site = try PageSite(settings, log: log)
    defer { site.stop() }
    let served: any Site = serve.only == .page ? site : notesync.site(beside: site)
    if let home {
      let hasAccounts = !notesync.passwords.accounts.isEmpty
      return try waiting {
        try await untilInterrupted {
          try await home.run(server, site: served) { root in
            let words = [
              "this is the timeline's address for every device at home; Ctrl-C ends the page"
            ]
            Self.announce(site, state, console, words + home.needs(root, hasAccounts))
          }
        }
      }
    }
    // Requests are not news for the person at the terminal.
    let web = try WebServer(server, site: served) { _ in }
    try waiting {
      try await untilInterrupted {
        try await web.run { _ in
          guard serve.printsLink || serve.opensBrowser else {
            return Self.announce(
              site, state, console,
              ["tl serve link prints an address that lets a browser in; Ctrl-C ends the page"])
          }
          Self.announce(
            site, state, console, opener: serve.opensBrowser ? SystemOpener(environment) : nil)
        }
      }
    }
  }

  /// Without a code.
  ///
  /// - Parameter words: what the address is, and what still has to be done, one thing a line.
  private static func announce(
    _ site: PageSite, _ state: PageState, _ console: SharedConsole, _ words: [String]
  ) {
    let isStored = (try? state.setAddress(site.address)) != nil
    console.use { console in
      if !isStored { console.warn(unstored(state)) }
      try? console.line("\(site.address)/")
      try? console.finish()
      for line in words { console.say(line) }
    }
  }

  private static func unstored(_ state: PageState) -> String {
    "the address cannot be stored in \(state.folder): tl serve link will not work"
  }

  /// - Parameter opener: opens the browser; nil to print the address.
  private static func announce(
    _ site: PageSite, _ state: PageState, _ console: SharedConsole, opener: SystemOpener?
  ) {
    guard (try? state.setAddress(site.address)) != nil, let invitation = try? site.invitation()
    else {
      console.use { $0.warn(unstored(state)) }
      return
    }
    let page = opener.flatMap { _ in try? state.redirectPage(to: invitation) }
    let isOpened = page.flatMap { opener?.open($0) } ?? false
    console.use { console in
      if isOpened {
        console.say("the browser shows \(site.address)/")
      } else {
        try? console.line(invitation)
        try? console.finish()
        console.say(
          "this address opens the timeline, once and within five minutes; Ctrl-C ends the page")
      }
    }
  }

  private func serverSettings(
    _ serve: ServeSettings, _ home: HomeListeners?
  ) throws -> WebServerSettings {
    let place = try ListenAddress(serve.address, example: "127.0.0.1:8787")
    var settings = WebServerSettings(port: place.port)
    settings.apply(place, serve.tls)
    if let home { (settings.host, settings.tls) = ("127.0.0.1", home.files) }
    // Photos and films.
    settings.bodyLimit = 2 << 30
    try settings.check()
    return settings
  }

  private func pageSettings(
    _ serve: ServeSettings, _ server: WebServerSettings, _ opened: OpenVault, _ state: PageState,
    _ home: HomeListeners?
  ) throws -> PageSettings {
    let path = opened.vault.folder.path
    // In the zone of the vault.
    let surroundings = opened.surroundings
    let source = LiveSource(
      zone: opened.zone, threads: ThisDevice.processorCount,
      today: { NoteTime(instant: surroundings.now(), zone: surroundings.zone).day },
      milliseconds: { MonotonicClock.nanoseconds() / 1_000_000 }
    ) { () throws(StoreError) in try Vault(opening: path) }
    var settings = PageSettings(
      origin: try origin(serve, server, state, home), source: source,
      surroundings: surroundings,
      stateFolder: state.folder, vaultName: name(of: opened.vault))
    settings.isHome = home != nil
    settings.mediaProgram = ThisDevice.programPath.flatMap { WorkerProgram.path(besides: $0) }
    settings.prefix = try prefix(serve.prefix)
    settings.author = session.userConfiguration.author
    settings.maintenance = MaintenanceSettings(session, opened)
    settings.isReadOnly = serve.isReadOnly || (try? opened.vault.checkWritable()) == nil
    if settings.isReadOnly, !serve.isReadOnly {
      session.console.say(
        "nothing can be changed in the browser: tl init makes this folder a vault")
    }
    return settings
  }

  private func origin(
    _ serve: ServeSettings, _ server: WebServerSettings, _ state: PageState,
    _ home: HomeListeners?
  ) throws -> String {
    if let origin = serve.origin { return origin }
    if let home, server.port != 0 { return home.origin(port: server.port) }
    guard isLoopbackHost(server.host), server.port != 0 else {
      throw Problem(
        usage: server.port == 0
          ? "--listen \(serve.address) has no port, and the page has to know its address"
          : "which address do browsers use for \(serve.address)?",
        hint: server.port == 0 ? "such as 127.0.0.1:8787" : "--origin https://notes.example.org")
    }
    let scheme = server.tls == nil ? "http" : "https"
    return "\(scheme)://\(try state.hostName()):\(server.port)"
  }

  private func prefix(_ text: String) throws -> String {
    var text = text
    while text.hasSuffix("/") { text.removeLast() }
    let isPlain = text.utf8.allSatisfy { byte in
      0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte
        || "/-._~".utf8.contains(byte)
    }
    guard text.isEmpty || text.hasPrefix("/") && isPlain && !text.contains("//") else {
      throw Problem(usage: "--path-prefix \(text) is no path", hint: "such as /tl")
    }
    return text
  }

  private func name(of vault: Vault) -> String {
    vault.plainPath.split(separator: "/").last.map(String.init) ?? "tl"
  }

  // MARK: - Inviting

  private func link() throws {
    let opened = try session.openVault()
    let state = try PageState(StateFolders(session).page(of: opened.vault))
    guard try state.claim() == nil, let address = try state.address() else {
      throw Problem("this vault is not served now", hint: "tl serve starts the page")
    }
    let codes = try InvitationCodes(in: state.folder, now: session.surroundings.now)
    try session.console.line("\(address)/login?code=\(codes.make())")
    session.console.say("this address lets one browser in, within five minutes")
  }

  private static func error(_ problem: PageSite.Problem) -> Problem {
    switch problem {
    case .origin(let text):
      Problem(
        usage: "--origin \(text) is no address of a site", hint: "such as https://notes.example.org"
      )
    case .index(.store(let error)): Problem(error)
    case .index(.system(let error)), .system(let error): Problem(error)
    case .templates(let reason): Problem("the page cannot be made: \(reason)")
    }
  }
}

/// The notesync server on the port of a vault's page: it is there as soon as the vault has an account.
struct NotesyncMount {
  /// For both sites, so that nobody has twice the attempts.
  let passwords: PasswordSignIn
  private let settings: ServerSettings
  private let log: @Sendable (String) -> Void

  init(
    _ session: Session, _ vault: Vault, _ web: WebServerSettings,
    log: @escaping @Sendable (String) -> Void
  ) throws {
    var settings = try ServerSettings(session, serving: vault)
    let bodyLimit = settings.web.bodyLimit
    settings.web = web
    settings.web.bodyLimit = bodyLimit
    self.settings = settings
    self.log = log
    passwords = settings.passwordSignIn(log: log)
  }

  /// A page that has the paths of the apps answered by the server.
  ///
  /// The server is started by the first request after an account was added, so that a page without accounts starts as
  /// fast as it can, and makes no keys.
  func site(beside page: PageSite) -> any Site {
    let (settings, passwords, log) = (settings, passwords, log)
    let server = LazySite(log: log) {
      guard !passwords.accounts.isEmpty else { return nil }
      return try await NotesyncServer(settings, passwords: passwords, log: log)
    }
    return SiteSwitch(
      page, other: server, isForOther: NotesyncServer.isPath, isForeign: page.isForeign)
  }
}
