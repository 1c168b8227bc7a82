internal import CGit2
internal import SystemCalls

/// The state of one session with a remote, for libgit2's callbacks.
///
/// libgit2 keeps only messages of errors; the precise error of a callback is stored here.
final class Transfer {
  /// The session of this thread, for callbacks without a context.
  static let current = ThreadSlot<Transfer>()

  let settings: NetworkSettings
  let server: ServerProgram
  let credentials: CredentialSource
  private let progress: (TransferProgress) -> Bool
  private(set) var state = TransferProgress(.connecting)

  /// A program that was started for this session before it began.
  var earlyConnection: EarlyConnection?

  /// The first error of a callback.
  private(set) var failure: TransportError?
  /// The server's reason for each branch that it refused.
  var refusals: [(reference: String, reason: String)] = []
  var serverMessages = ServerMessages()
  var earlyEnd: (errorOutput: String, status: Int32)?
  let usesProxy: Bool
  /// The remote's own proxy; empty: none is used; nil: what git's other settings say.
  let ownProxy: String?
  /// Whether the git program may succeed where libgit2 failed.
  var mayRetryWithGit = false
  /// `host:port` of each connection of http or https; a proxy counts as the server.
  var connectedHosts: Set<String> = []

  /// - Parameter http: nil unless the address is of http or https.
  init(
    settings: NetworkSettings, server: ServerProgram, credentials: CredentialSource,
    http: HTTPSettings?, progress: @escaping (TransferProgress) -> Bool
  ) {
    self.settings = settings
    self.server = server
    self.credentials = credentials
    usesProxy = http?.usesProxy ?? false
    ownProxy = http?.ownProxy
    self.progress = progress
  }

  /// - Returns: whether to continue.
  func report(_ state: TransferProgress) -> Bool {
    self.state = state
    guard progress(state) else {
      fail(.cancelled)
      return false
    }
    return failure == nil
  }

  /// Records the first error.
  ///
  /// - Returns: the status for libgit2.
  @discardableResult
  func fail(_ error: TransportError) -> Int32 {
    if failure == nil { failure = error }
    tl_git_set_error(Int32(GIT_ERROR_NET.rawValue), "the transfer was aborted")
    return GIT_EUSER.rawValue
  }

  func fail(_ failure: SocketFailure, errorOutput: String = "") -> Int32 {
    switch failure {
    case .cancelled: fail(.cancelled)
    case .timeout: fail(.unreachable(message: errorOutput, isTimeout: true))
    case .closed: fail(.unreachable(message: "the connection was closed", isTimeout: false))
    case .unknownHost(let words): fail(.unreachable(message: words, isTimeout: false))
    case .system(let error): fail(.unreachable(message: error.reason, isTimeout: false))
    }
  }

  /// Whether no server has redirected this session to another host; from http to https is allowed.
  var isAtFirstHost: Bool {
    guard connectedHosts.count > 1 else { return true }
    guard case .http(false, _, let host, _) = server.address.kind else { return false }
    return connectedHosts == ["\(host):80", "\(host):443"]
  }

  /// The timeouts of a program or a server.
  var timeouts: SocketTimeouts {
    SocketTimeouts(first: settings.firstTimeout, idle: settings.idleTimeout) { [unowned self] in
      report(state)
    }
  }

  /// Classifies libgit2's error; sets `mayRetryWithGit`.
  func error(for error: GitError) -> TransportError {
    let meaning = failure ?? self.meaning(of: error)
    switch meaning {
    case .encryption: mayRetryWithGit = true
    case .unreachable(_, isTimeout: false) where usesProxy: mayRetryWithGit = true
    default: break
    }
    return meaning.ending(state.phase)
  }

  private func meaning(of error: GitError) -> TransportError {
    if error.code.rawValue == GIT_ENONFASTFORWARD.rawValue { return .moved }
    if error.isUnpackFailure { return .notStored(message: error.message) }
    if let earlyEnd {
      return ChildDiagnosis(
        output: earlyEnd.errorOutput, status: earlyEnd.status, address: server.address
      ).error
    }
    if case .file = server.address.kind, error.operation == RemoteSession.connecting {
      return .notARepository(message: error.message)
    }
    return error.ofRequest ?? .git(error)
  }
}

extension GitError {
  /// What libgit2's error of a request over http or https means; nil for any other error.
  fileprivate var ofRequest: TransportError? {
    switch code.rawValue {
    case GIT_EAUTH.rawValue: return .authentication(message: message)
    case GIT_ECERTIFICATE.rawValue: return .encryption(message: message)
    default: break
    }
    if let status = statusCode {
      switch status {
      case 401, 403, 407: return .authentication(message: message)
      case 404, 410: return .notARepository(message: message)
      default: return .unreachable(message: message, isTimeout: false)
      }
    }
    switch UInt32(bitPattern: category) {
    case GIT_ERROR_SSL.rawValue: return .encryption(message: message)
    case GIT_ERROR_NET.rawValue, GIT_ERROR_HTTP.rawValue:
      // Only a refused name and password make libgit2 ask again and again.
      return message.hasPrefix("too many redirects or authentication")
        ? .authentication(message: message) : .unreachable(message: message, isTimeout: false)
    default: return nil
    }
  }

  /// The number of `unexpected http status code: 404`.
  private var statusCode: Int? {
    let words = "unexpected http status code: "
    guard message.hasPrefix(words) else { return nil }
    return Int(message.dropFirst(words.count).prefix(3))
  }
}
