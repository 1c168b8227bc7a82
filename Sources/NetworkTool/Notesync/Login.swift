internal import CommandLineTool
internal import Notesync
internal import NotesyncServer
internal import SystemCalls
internal import Words

/// Signing in to a server and out.
struct Login {
  let session: Session
  let settings: NotesyncSettings

  private static let path = "/callback"
  /// The lifetime of a code, in seconds.
  private static let timeout = 300

  func byPassword(user: String, password: String) throws -> Credentials {
    try withLogin { try await $0.signIn(user: user, password: password) }
  }

  /// Opens the server's page, and waits for its answer, which may also be pasted.
  func byBrowser() throws -> Credentials {
    let listener = try listener()
    let login = BrowserLogin(redirect: "http://127.0.0.1:\(listener.port)\(Self.path)") {
      (0..<32).map { _ in UInt8.random(in: 0...255) }
    }
    let comesBack = try withLogin { try await $0.bringsBack(login) }
    let page =
      comesBack ? login.page(of: settings.server) : BrowserLogin.pageForApps(of: settings.server)
    let isOpened = SystemOpener(session.environment)?.open(page) ?? false
    session.console.say(isOpened ? "the browser shows the server's page:" : "open this page:")
    session.console.say(page)
    session.console.say(
      comesBack
        ? "Ctrl-C gives up; if the page shows a code, paste it here"
        : "it ends at an address with ://auth/callback?code=, which the browser cannot open: paste it here"
    )
    let (answer, isPasted) = try answer(listener)
    let code = try login.code(in: answer, isPasted: isPasted)
    return try withLogin { try await $0.exchange(code: code, of: comesBack ? login : nil) }
  }

  private func listener() throws -> LoopbackListener {
    do {
      return try LoopbackListener()
    } catch {
      throw Problem("cannot listen for the browser's answer: \(error.reason)")
    }
  }

  /// The query from the browser, or a pasted line.
  private func answer(_ listener: LoopbackListener) throws -> (text: String, isPasted: Bool) {
    let end = ContinuousClock.now + .seconds(Self.timeout)
    var pasted: String?
    let query = listener.query(to: Self.path) {
      if StandardStream.input.hasLine {
        pasted = StandardStream.input.readLine()
        return false
      }
      return ContinuousClock.now < end
    }
    if let query { return ("?" + query, false) }
    if let pasted, !pasted.isEmpty { return (pasted, true) }
    throw Problem(
      "the sign-in was not completed", hint: "tl notesync login --browser starts again",
      kind: .authenticationFailed)
  }

  /// Checks that the server accepts the credentials.
  func check(_ credentials: Credentials) throws {
    try withLogin { try await $0.check(credentials) }
  }

  /// - Returns: whether the server confirmed it.
  func signOut(_ credentials: Credentials) throws -> Bool {
    try withLogin { try await $0.signOut(credentials) }
  }

  private func withLogin<Result>(
    _ body: @escaping (NotesyncLogin) async throws -> Result
  ) throws -> Result {
    try waiting {
      try await withTransport(settings) {
        try await body(NotesyncLogin(settings, $0, pacing: .live(session.surroundings)))
      }
    }
  }
}

/// The server and user of a vault on this machine, without secrets.
struct AccountFile {
  private let file: PrivateFile

  init(in folder: String) {
    file = PrivateFile("\(folder)/account")
  }

  struct Content {
    var server: ServerAddress
    /// As given by the user or the server.
    var userName: String?
    /// The account's id on the server.
    var user: String
  }

  /// Nil before the first login.
  func read() throws -> Content? {
    guard let bytes = try file.read() else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard lines.count >= 3 else { return nil }
    return Content(
      server: try ServerAddress(lines[0]), userName: lines[1].isEmpty ? nil : lines[1],
      user: lines[2])
  }

  func write(_ content: Content) throws {
    let lines = [content.server.text, content.userName ?? "", content.user]
    let text = lines.map { $0.filter { !$0.isNewline } + "\n" }.joined()
    try file.write(Array(text.utf8))
  }
}
