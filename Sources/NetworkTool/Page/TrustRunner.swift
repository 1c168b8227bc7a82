internal import CommandLineTool
internal import SystemCalls
internal import VaultFormat
internal import WebServer

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
      throw CommandError(
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
      if console.outputIsTerminal, let code = QRCode(address) {
        // White on black, whatever the terminal's colours are.
        for line in code.lines { try? console.line("\u{1B}[97;40m\(line)\u{1B}[0m") }
      }
      try? console.line(address)
      try? console.finish()
      console.say("open this address on the phone, within ten minutes; Ctrl-C ends it")
      console.say("the certificate's fingerprint, to compare with what the phone says of it:")
      console.say(root.fingerprint)
    }
  }
}
