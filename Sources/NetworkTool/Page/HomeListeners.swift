internal import CommandLineTool
internal import SystemCalls
internal import VaultFormat
internal import WebServer
internal import Words

/// The servers of `tl serve --lan`: one for each private address, with a certificate of this machine's own root.
///
/// Addresses change with the network, and certificates end: both are looked at every half minute, and what has changed
/// starts the servers anew, with the same site.
struct HomeListeners: Sendable {
  private let certificates: HomeCertificates
  private let host: String
  private let now: @Sendable () -> Int64
  private let console: SharedConsole

  /// Makes the certificates.
  ///
  /// - Throws: a `Problem`, a `SystemError`, a `HomeCertificate.Problem`.
  init(_ session: Session, _ console: SharedConsole) throws {
    certificates = try HomeCertificates(StateFolders(session).home)
    now = session.surroundings.now
    self.console = console
    let names = try Self.names()
    host = names.host
    let prepared = try certificates.prepare(for: names, now: now())
    Self.report(prepared.plan, console)
    if names.reachable.isEmpty {
      console.use {
        $0.warn("this machine is in no home network now; it is looked for every 30 seconds")
      }
    }
  }

  var files: TLSFiles { certificates.files }

  func origin(port: Int) -> String { "https://\(host)\(port == 443 ? "" : ":\(port)")" }

  /// What a person still has to do, one thing a line.
  func needs(_ root: HomeCertificate, _ hasAccounts: Bool) -> [String] {
    var lines: [String] = []
    if !hasAccounts {
      lines.append("nobody can sign in yet: tl serve user add NAME makes an account")
    }
    if !certificates.isHandedOut(root) {
      lines.append("no device trusts it yet: tl serve trust, beside this, says how a phone does")
    }
    return lines
  }

  /// Serves until the task is cancelled.
  ///
  /// - Parameter onReady: called once, when all servers listen.
  func run(
    _ settings: WebServerSettings, site: any Site,
    onReady: @escaping @Sendable (HomeCertificate) -> Void
  ) async throws {
    var isFirst = true
    while !Task.isCancelled {
      let names = try Self.names()
      guard names.host == host else {
        throw Problem(
          "this machine is called \(names.host) now", hint: "start tl serve --lan again")
      }
      let prepared = try certificates.prepare(for: names, now: now())
      if !isFirst { Self.report(prepared.plan, console) }
      do {
        let isNews = isFirst
        try await serve(settings, site, names, prepared) { if isNews { onReady(prepared.root) } }
      } catch let problem as WebServerProblem {
        // The address was there a moment ago.
        if isFirst { throw problem }
        console.use { $0.warn(problem.description) }
        try? await Task.sleep(for: Self.interval)
      }
      isFirst = false
    }
  }

  /// Until something has changed, or one of the servers ends.
  private func serve(
    _ settings: WebServerSettings, _ site: any Site, _ names: HomeNames,
    _ prepared: HomeCertificates.Prepared, onReady: @escaping @Sendable () -> Void
  ) async throws {
    let (ready, signal) = AsyncStream.makeStream(of: Void.self)
    let servers = try names.addresses.map { address in
      var settings = settings
      settings.host = address.text
      return try WebServer(settings, site: LastingSite(site: site)) { _ in }
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for server in servers { group.addTask { try await server.run { _ in signal.yield() } } }
      group.addTask {
        var waiting = ready.makeAsyncIterator()
        for _ in servers { _ = await waiting.next() }
        if !Task.isCancelled { onReady() }
        while !(try hasChanged(since: prepared, names)) { try await Task.sleep(for: Self.interval) }
      }
      try await group.next()
      group.cancelAll()
      while (try? await group.next()) != nil {}
    }
  }

  private func hasChanged(
    since prepared: HomeCertificates.Prepared, _ names: HomeNames
  ) throws -> Bool {
    let current = try Self.names()
    guard current == names else { return true }
    return try certificates.prepare(for: names, now: now()).server.der != prepared.server.der
  }

  private static let interval = Duration.seconds(30)

  /// - Throws: a `Problem` if the machine has no name that others could find, a `SystemError`.
  static func names() throws -> HomeNames {
    let name = ThisDevice.hostName
    guard let names = HomeNames(hostName: name, interfaces: try InterfaceAddress.all()) else {
      throw Problem(
        "this machine's name, \(TerminalText.line(name)), cannot be found by other devices",
        hint: "hostnamectl set-hostname gives it one of letters, digits and hyphens")
    }
    return names
  }

  static func report(_ plan: HomeCertificatePlan, _ console: SharedConsole) {
    switch plan {
    case .keep, .server: return
    case .root(.missing): console.use { $0.say("this machine has a certificate of its own now") }
    case .root(let reason):
      let why =
        switch reason {
        case .otherNames: "this machine has another name"
        case .ending: "the old one is about to end"
        default: "the old one cannot be read"
        }
      console.use {
        $0.warn("every device has to trust a new certificate, since \(why): tl serve trust")
      }
    }
  }
}

/// A site that goes on with other servers when one ends.
private struct LastingSite: Site {
  let site: any Site

  func reply(to request: WebRequest) async -> Reply { await site.reply(to: request) }

  func abandonRequests() {
    if Interruption.isAsked { site.abandonRequests() }
  }
}

/// Runs `tl serve trust` in a session.
struct TrustRunner {
  let session: Session

  /// Serves for ten minutes or until Ctrl-C.
  func run(port: Int, pagePort: Int) throws {
    let console = SharedConsole(session.console)
    let certificates = try HomeCertificates(StateFolders(session).home)
    let names = try HomeListeners.names()
    // Phones and routers without IPv6 exist; without IPv4 they do not.
    guard let told = names.reachable.first(where: { $0.bytes.count == 4 }) ?? names.reachable.first
    else {
      throw Problem(
        "this machine is in no home network: it has no private address",
        hint: "connect it to the network of the phone")
    }
    let prepared = try certificates.prepare(for: names, now: session.surroundings.now())
    HomeListeners.report(prepared.plan, console)
    let root = prepared.root
    // The system's clock may be set meanwhile.
    let site = TrustSite(
      root, address: "https://\(names.host):\(pagePort)",
      now: { Int64(MonotonicClock.nanoseconds() / 1_000_000_000) }
    ) {
      try? certificates.setHandedOut(root)
      console.use { $0.say("a device has taken the certificate") }
    }
    let settings: (HomeAddress) -> WebServerSettings = { address in
      var settings = WebServerSettings(port: port)
      (settings.host, settings.isPublic) = (address.text, true)
      return settings
    }
    let servers = try names.reachable.map { try WebServer(settings($0), site: site) { _ in } }
    let toldSettings = settings(told)
    Interruption.listen()
    try waiting {
      try await untilInterrupted {
        try await withThrowingTaskGroup(of: Void.self) { group in
          let (ready, signal) = AsyncStream.makeStream(of: Int.self)
          for server in servers { group.addTask { try await server.run { signal.yield($0) } } }
          group.addTask {
            var ports = ready.makeAsyncIterator()
            guard let port = await ports.next() else { return }
            Self.announce(toldSettings.address(port: port) + "/", root, console)
            while !site.isOver { try await Task.sleep(for: .milliseconds(200)) }
          }
          try await group.next()
          group.cancelAll()
          while (try? await group.next()) != nil {}
        }
      }
    }
    if site.isOver { session.console.say("the ten minutes are over: tl serve trust starts again") }
  }

  private static func announce(_ address: String, _ root: HomeCertificate, _ console: SharedConsole)
  {
    console.use { console in
      try? console.lineWithCode(address)
      try? console.finish()
      console.say("open this address on the phone, within ten minutes; Ctrl-C ends it")
      console.say("the certificate's fingerprint, to compare with what the phone says of it:")
      console.say(root.fingerprint)
    }
  }
}
