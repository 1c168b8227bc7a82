internal import WebServer

/// One address of the page and what answers it.
struct Route: Sendable {
  enum Method: String, CaseIterable, Sendable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"

    /// A request that may change something.
    var isWrite: Bool { self != .get }
  }

  enum Access: Sendable {
    /// For everybody: assets, the way in.
    case open
    case session
    /// A form, which carries a token of the session.
    case form
    /// A script of the page, which sends a header that no other page can.
    case script
    /// The API: a session, whose scripts send that header with what may change something, or a program's token.
    case api
    /// A program's token, and no session.
    case token
  }

  typealias Handler = @Sendable (PageRequest) async throws -> Reply

  let method: Method
  let pattern: PathPattern
  let access: Access
  let summary: String
  let handler: Handler

  /// Whether a program's token can be enough.
  var takesTokens: Bool {
    switch access {
    case .api, .token: true
    case .open, .session, .form, .script: false
    }
  }

  /// Whether a program's token has to be one that may write.
  var needsWritingToken: Bool { method.isWrite || pattern.description == PagePath.operations }

  init(
    _ method: Method, _ pattern: String, _ access: Access, _ summary: String,
    _ handler: @escaping Handler
  ) {
    self.method = method
    self.pattern = PathPattern(pattern)
    self.access = access
    self.summary = summary
    self.handler = handler
  }
}
