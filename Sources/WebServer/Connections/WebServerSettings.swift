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

/// A certificate chain and its key, as PEM.
package struct TLSFiles: Hashable, Sendable {
  package var certificate: String
  package var key: String

  package init(certificate: String, key: String) {
    self.certificate = certificate
    self.key = key
  }

  /// Reads both files and checks that they belong together.
  func context() throws(WebServerProblem) -> TLSContext {
    let (certificateBytes, keyBytes) = (try Self.read(certificate), try Self.read(key))
    do {
      return try TLSContext(certificate: certificateBytes, key: keyBytes)
    } catch {
      switch error {
      case .certificate:
        throw .unreadableTLS(path: certificate, reason: "is no certificate in PEM")
      case .key: throw .unreadableTLS(path: key, reason: "is no key in PEM, or one with a password")
      case .foreignKey: throw .foreignKey(path: key, certificate: certificate)
      case .unusable(let reason): throw .unreadableTLS(path: certificate, reason: reason)
      }
    }
  }

  private static func read(_ path: String) throws(WebServerProblem) -> [UInt8] {
    let bytes: [UInt8]?
    do { bytes = try PrivateFile(path).read() } catch {
      throw .unreadableTLS(path: path, reason: error.reason)
    }
    guard let bytes else { throw .unreadableTLS(path: path, reason: "there is no such file") }
    return bytes
  }
}

/// Why a server cannot start.
package enum WebServerProblem: Error, Hashable, Sendable, CustomStringConvertible {
  case needsTLS(host: String)
  case unreadableTLS(path: String, reason: String)
  /// A key that does not belong to the certificate.
  case foreignKey(path: String, certificate: String)
  case cannotListen(host: String, port: Int, reason: String)

  package var description: String {
    switch self {
    case .needsTLS(let host):
      "passwords and notes would be sent in clear text: \(host) is not a loopback address"
    case .unreadableTLS(let path, let reason): "\(path): \(reason)"
    case .foreignKey(let path, let certificate):
      "\(path): is not the key of the certificate in \(certificate)"
    case .cannotListen(let host, let port, let reason):
      "\(WebServerSettings.place(host, port)): \(reason)"
    }
  }
}
