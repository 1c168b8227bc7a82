internal import CGit2
internal import System

/// One conversation with a remote, as libgit2's callbacks see it.
///
/// libgit2 keeps only texts of what went wrong; what a callback knows better stays here.
final class Transfer {
  /// The conversation that this thread is in, for callbacks that get no context.
  static let current = ThreadSlot<Transfer>()

  let settings: NetworkSettings
  let server: ServerProgram
  let credentials: CredentialSource
  private let progress: (TransferProgress) -> Bool
  private(set) var state = TransferProgress(.connecting)

  /// A program that was started for this conversation before it began.
  var headStart: HeadStart?

  /// What went wrong first.
  private(set) var failure: TransportError?
  /// What the server said about each branch that it did not take.
  var refusals: [(reference: String, reason: String)] = []
  var serverTalk = ServerTalk()
  /// How the program that talked to the server came to its end, if it ended before its time.
  var earlyEnd: (talk: String, status: Int32)?
  /// Whether http and https go through a proxy.
  let usesProxy: Bool
  /// Whether the git program may do better than libgit2 here.
  var isForGit = false
  private var connectedHosts: Set<String> = []

  init(
    settings: NetworkSettings, server: ServerProgram, credentials: CredentialSource,
    usesProxy: Bool, progress: @escaping (TransferProgress) -> Bool
  ) {
    self.settings = settings
    self.server = server
    self.credentials = credentials
    self.usesProxy = usesProxy
    self.progress = progress
  }

  /// Tells how far it is.
  ///
  /// - Returns: false when that shall be the end.
  func tell(_ state: TransferProgress) -> Bool {
    self.state = state
    guard progress(state) else {
      fail(.cancelled)
      return false
    }
    return failure == nil
  }

  /// Notes what went wrong, unless something has before.
  ///
  /// - Returns: what a callback gives back to libgit2 then.
  @discardableResult
  func fail(_ error: TransportError) -> Int32 {
    if failure == nil { failure = error }
    tl_git_set_error(Int32(GIT_ERROR_NET.rawValue), "the transfer was ended")
    return GIT_EUSER.rawValue
  }

  func fail(_ failure: SocketFailure, talk: String = "") -> Int32 {
    switch failure {
    case .cancelled: fail(.cancelled)
    case .timeLimit: fail(.unreachable(message: talk, timeLimit: true))
    case .closed: fail(.unreachable(message: "the connection was closed", timeLimit: false))
    case .system(let error): fail(.unreachable(message: error.reason, timeLimit: false))
    }
  }

  /// Notes whom http and https are connected with; a proxy stands for all behind it.
  func noteConnection(host: String, port: String) {
    connectedHosts.insert("\(host):\(port)")
  }

  /// Whether no server has sent this conversation on to another one, but from http to https.
  var isAtFirstHost: Bool {
    guard connectedHosts.count > 1 else { return true }
    guard case .http(_, let host, _) = server.address.kind else { return false }
    return connectedHosts == ["\(host):80", "\(host):443"]
  }

  /// How long a program or a server may be silent.
  var limits: WaitLimits {
    WaitLimits(first: settings.firstLimit, idle: settings.idleLimit) { [unowned self] in
      tell(state)
    }
  }

  /// What libgit2's error means; sets `isForGit`.
  func error(for error: GitError) -> TransportError {
    let meaning = failure ?? self.meaning(of: error)
    switch meaning {
    case .encryption: isForGit = true
    case .unreachable(_, timeLimit: false) where usesProxy: isForGit = true
    default: break
    }
    return meaning
  }

  private func meaning(of error: GitError) -> TransportError {
    if error.code.rawValue == GIT_ENONFASTFORWARD.rawValue { return .moved }
    if error.isUnpackFailure { return .notStored(message: error.message) }
    if let earlyEnd {
      return ChildDiagnosis(
        talk: earlyEnd.talk, status: earlyEnd.status, address: server.address
      ).error
    }
    if case .file = server.address.kind, error.operation == Conversation.connecting {
      return .notARepository(message: error.message)
    }
    return HTTPDiagnosis(error: error).transportError ?? .git(error)
  }
}
