internal import NIOCore
internal import NIOPosix
internal import SystemCalls
internal import TLS

/// Why an exchange failed, where no library says it.
enum HTTPFailure: Error {
  /// The connection was not ready in time.
  case slowStart
  /// Nothing came, or nothing was taken, for too long.
  case idle
  /// The server closed the connection.
  case closed
  /// What came is no answer.
  case malformed
  /// No request can have this path.
  case unusablePath
}

/// What went wrong with a connection, in the words of whoever noticed it.
struct HTTPProblem: Error {
  let cause: any Error

  init(_ cause: any Error) {
    self.cause = cause
  }

  /// Whether the server may just have closed the connection.
  var isLoss: Bool {
    switch cause {
    case HTTPFailure.closed, TLSError.unexpectedEnd, is ChannelError, is IOError: true
    default: false
    }
  }
}

extension NotesyncError {
  /// - Parameter hasBegun: the request may have arrived.
  init(_ problem: HTTPProblem, hasBegun: Bool) {
    switch problem.cause {
    case HTTPFailure.slowStart, ChannelError.connectTimeout:
      self = .unreachable("no answer in time")
    case HTTPFailure.unusablePath: self = .unreachable("the address cannot be used")
    case HTTPFailure.idle: self = .interrupted("no data were received in time")
    case HTTPFailure.closed, is ChannelError: self = .interrupted("the server closed it")
    case let error:
      let words = Self.words(error)
      self = hasBegun ? .interrupted(words) : .unreachable(words)
    }
  }

  /// Without a library's description, which may contain what was sent.
  private static func words(_ error: any Error) -> String {
    switch error {
    case let error as IOError: return SystemError(error.errnoCode, .connect).reason
    case let error as NIOConnectionError:
      if let first = error.connectionErrors.first?.error { return words(first) }
      return "there is no host with that name"
    case HTTPFailure.malformed: return "what came is no answer"
    case ChannelError.connectTimeout: return "no answer in time"
    case TLSError.notTLS: return "it does not speak TLS; http:// before the address says so"
    case TLSError.untrusted(let reason): return "its certificate is not valid: \(reason)"
    case let error as TLSError: return "TLS: \(error)"
    default: return "the connection failed (\(type(of: error)))"
    }
  }
}
