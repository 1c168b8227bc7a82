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
    guard let first = names.reachable.first else {
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
    let servers = try names.reachable.map { address in
      var settings = WebServerSettings(port: port)
      (settings.host, settings.isPublic) = (address.text, true)
      return try WebServer(settings, site: site) { _ in }
    }
    Interruption.listen()
    try waiting {
      try await untilInterrupted {
        try await withThrowingTaskGroup(of: Void.self) { group in
          let (ready, signal) = AsyncStream.makeStream(of: Int.self)
          for server in servers { group.addTask { try await server.run { signal.yield($0) } } }
          group.addTask {
            var ports = ready.makeAsyncIterator()
            guard let port = await ports.next() else { return }
            Self.announce(Self.address(first, port), root, console)
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

  private static func address(_ address: HomeAddress, _ port: Int) -> String {
    let host = address.bytes.count == 16 ? "[\(address.text)]" : address.text
    return "http://\(host):\(port)/"
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
