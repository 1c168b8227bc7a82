internal import CommandLineTool
internal import Journal
internal import Notesync
internal import Operations
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import Words

/// A vault and its account on a server, for the commands of `tl notesync` and for the page.
struct NotesyncAccount {
  let vault: Vault
  /// In which arriving times are written.
  let zone: TimeZoneRules
  let surroundings: Surroundings
  var settings: NotesyncSettings
  let store: CredentialStore
  let file: AccountFile
  /// The content stored at the last login.
  let known: AccountFile.Content?
  /// The API key stored with the tokens.
  let keptKey: String?
  /// Nil without a sign-in.
  let credentials: Credentials?
  /// Whether they come from the environment and are not stored.
  let areGiven: Bool

  /// Nil if no server is known.
  ///
  /// - Parameter server: nil: the one in `TL_NOTESYNC_SERVER`, else that of the last login.
  /// - Throws: a `Problem`, a `NotesyncError` or a `SystemError`.
  init?(
    of vault: Vault, zone: TimeZoneRules, on server: ServerAddress?, _ environment: Environment,
    _ configuration: UserConfiguration, _ surroundings: Surroundings
  ) throws {
    let folder = try StateFolders(environment).notesync(of: vault)
    let file = AccountFile(in: folder)
    let known = try file.read()
    let named = try environment["TL_NOTESYNC_SERVER"].map { try ServerAddress($0) }
    guard let server = server ?? named ?? known?.server else { return nil }
    self.vault = vault
    self.zone = zone
    self.surroundings = surroundings
    self.file = file
    self.known = known?.server == server ? known : nil
    store = CredentialStore(
      server, account: String(folder.suffix(16)),
      helper: environment.program("git").map { (git: $0, environment: environment.all) },
      folder: folder)
    // A value read from a file may end with its line end.
    let given = environment["TL_NOTESYNC_TOKEN"].map {
      Credentials(accessToken: $0.withoutOuterBlanks)
    }
    let givenKey = environment["TL_NOTESYNC_API_KEY"]?.withoutOuterBlanks
    let kept = given == nil || givenKey == nil ? store.load() : nil
    keptKey = kept?.apiKey
    credentials = given ?? kept?.credentials
    areGiven = given != nil
    settings = NotesyncSettings(server: server, apiKey: givenKey ?? kept?.apiKey)
    if let limit = try Self.requestLimit(configuration) { settings.requestLimit = limit }
  }

  /// The limit in the user's settings.
  private static func requestLimit(_ configuration: UserConfiguration) throws -> Int64? {
    guard let text = configuration.notesyncRequest else { return nil }
    let largest = NotesyncSettings.largestRequest
    guard let size = ByteCount(text)?.bytes, 1 << 20...largest ~= size else {
      throw Problem(
        "\(configuration.path ?? ""): notesync_request: \(text) is not a possible size of a request",
        hint: "from 1 MiB to 50 MiB, such as 40 MiB", kind: .wrongUsage)
    }
    return size
  }

  /// The account's id: from a token in the environment, else from the last login.
  private var user: String? {
    (areGiven ? credentials?.userID : nil) ?? known?.user ?? credentials?.userID
  }

  // MARK: - Clients

  /// Runs `body` with a client, and stores new tokens from the server.
  ///
  /// It scans and hashes on a thread of its own, and blocks this one until its end.
  ///
  /// - Parameters:
  ///   - operation: what is changed in the vault; the caller finishes it.
  ///   - onFailure: called with the client if `body` throws.
  func withClient<Result>(
    as operation: OperationRecorder?, onEvent: @escaping (NotesyncEvent) -> Void = { _ in },
    onFailure: @escaping (NotesyncClient) throws -> Void,
    _ body: @escaping (NotesyncClient) async throws -> Result
  ) throws -> Result {
    try waiting(on: OwnThread()) {
      var client: NotesyncClient?
      do {
        return try await withTransport(settings) {
          let own = self.client($0, as: operation, onEvent: onEvent)
          client = own
          return try await body(own)
        }
      } catch {
        try client.map(onFailure)
        throw error
      }
    }
  }

  /// A client for actions that need no server.
  ///
  /// - Parameter operation: what they change in the vault.
  func localClient(as operation: OperationRecorder? = nil) -> NotesyncClient {
    client(NoTransport(), as: operation) { _ in }
  }

  private func client(
    _ transport: any NotesyncTransport, as operation: OperationRecorder?,
    onEvent: @escaping (NotesyncEvent) -> Void
  ) -> NotesyncClient {
    let source = NoteSource(
      vault, surroundings, zone: zone, threads: ThisDevice.processorCount)
    return NotesyncClient(
      vault: vault, zone: zone, surroundings: surroundings, threads: ThisDevice.processorCount,
      settings: settings, transport: transport, pacing: .live(surroundings), user: user,
      credentials: credentials, operation: operation,
      companions: { path, id in
        try source.removal(
          of: path, id: id, in: source.scanner(withSealed: true).scan(keepsText: false)
        ).comments
      },
      onRefresh: { credentials in
        guard !areGiven else { return }
        _ = try? store.save(CredentialStore.Kept(credentials: credentials, apiKey: keptKey))
      }, onEvent: onEvent)
  }
}

/// Runs `body` with connections to a server, which are closed at its end.
func withTransport<Result>(
  _ settings: NotesyncSettings, _ body: (HTTPTransport) async throws -> Result
) async throws -> Result {
  let transport = HTTPTransport(settings)
  do {
    let result = try await body(transport)
    await transport.close()
    return result
  } catch {
    await transport.close()
    throw error
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
