internal import SystemCalls
internal import TLS

/// The settings of a server that concern no site.
package struct WebServerSettings: Sendable {
  /// The address to listen on; `localhost` means `127.0.0.1`.
  package var host = "127.0.0.1"
  /// 0 for any free port.
  package var port: Int
  /// Without it the server listens on loopback addresses only, unless `allowsInsecureProxy`.
  package var tls: TLSFiles?
  /// A reverse proxy does TLS: any address may be listened on without it, and the client addresses that the proxy
  /// reports are trusted.
  package var allowsInsecureProxy = false
  /// All that is served is meant for everybody: any address may be listened on without TLS.
  package var isPublic = false
  package var connectionLimit = 512
  /// The maximum for one address without credentials; behind a proxy, of concurrent requests.
  package var addressLimit = 128
  /// How many seconds a connection may be without a request, also between requests; then it is closed.
  package var headTime: Int64 = 20
  /// How many seconds a connection may be idle that had a request with valid credentials.
  package var idleTime: Int64 = 75
  /// The most bytes of a body; larger requests are refused.
  package var bodyLimit: Int64 = 50 << 20
  /// How many seconds a small body may take, such as that of a sign-in; then the connection is closed.
  package var smallBodyTime: Int64 = 15
  /// How many seconds the rest of a refused body is read.
  ///
  /// It is the time that the proxy of docs/notesync.md gives a phone on a slow line.
  package var restTime: Int64 = 300
  /// How many seconds the rest is read of a request that its site does not trust.
  package var unauthenticatedRestTime: Int64 = 10
  /// How many seconds running requests may continue when the server shuts down.
  package var graceTime: Int64 = 10

  package init(port: Int) {
    self.port = port
  }

  /// Whether browsers reach the server by `https`.
  package var isSecure: Bool { tls != nil || allowsInsecureProxy }

  /// Checks, before anything is made, that a server can start with these settings as far as files can tell.
  ///
  /// - Throws: a `WebServerProblem`.
  package func check() throws(WebServerProblem) { _ = try tlsContext() }

  /// - Returns: nil without TLS.
  func tlsContext() throws(WebServerProblem) -> TLSContext? {
    guard isLoopbackHost(host) || isSecure || isPublic else { throw .needsTLS(host: host) }
    return try tls?.context()
  }

  /// The server's address for clients.
  package func address(port: Int) -> String {
    "\(tls == nil ? "http" : "https")://\(Self.place(host, port))"
  }

  /// Host and port as in a URL (RFC 3986, 3.2.2).
  static func place(_ host: String, _ port: Int) -> String {
    host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
  }
}
