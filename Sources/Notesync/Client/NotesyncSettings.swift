internal import SystemCalls

/// The settings of a client: its server, and limits for requests.
package struct NotesyncSettings: Sendable {
  package var server: ServerAddress
  package var apiKey: String?
  /// The maximum size of the JSON of one request, in bytes.
  package var requestLimit: Int64 = 10_000_000
  /// The maximum number of operations in one request.
  package var operationLimit = 500
  /// The maximum encoded size of the server's known media, in bytes, with which a server that cannot leave them out is
  /// asked for all notes.
  package var lightListSize: Int64 = 1 << 20
  /// Allows http to another machine.
  package var allowsClearText = false
  /// The timeout without incoming data, in seconds; a large restore is slow to begin.
  package var idleTimeout: Int64 = 120
  package var connectTimeout: Int64 = 15

  /// The maximum request size of the original server.
  package static let largestRequest: Int64 = 52_428_800

  package init(server: ServerAddress, apiKey: String? = nil) {
    self.server = server
    self.apiKey = apiKey
  }
}

/// The address of a notesync server: `https://example.org/base`.
package struct ServerAddress: Hashable, Sendable {
  package let isSecure: Bool
  /// In lower case; IPv6 in brackets.
  package let host: String
  package let port: Int?
  /// Without a trailing slash; empty for the root.
  package let path: String

  /// Parses user input; the default scheme is `https`.
  ///
  /// - Throws: `.invalidAddress` for another scheme, a name or password, a query, or no host.
  package init(_ text: String) throws(NotesyncError) {
    var rest = text[...]
    while rest.last?.isWhitespace == true || rest.last == "/" { rest.removeLast() }
    rest = rest.drop(while: \.isWhitespace)
    var isSecure = true
    if let scheme = rest.firstRange(of: "://") {
      switch rest[..<scheme.lowerBound].lowercased() {
      case "https": isSecure = true
      case "http": isSecure = false
      default: throw .invalidAddress(text)
      }
      rest = rest[scheme.upperBound...]
    }
    let authority = rest.prefix { $0 != "/" }
    let path = rest[authority.endIndex...]
    let isPlain = rest.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"?#@\"\\<>".utf8.contains($0) }
    guard isPlain, let (host, port) = Self.parts(authority) else { throw .invalidAddress(text) }
    self.isSecure = isSecure
    self.host = host.lowercased()
    self.port = port
    self.path = String(path)
  }

  /// The server address in a redirect's target; nil if it does not look like one.
  ///
  /// - Parameter location: from the answer to a request of the protocol.
  package init?(redirectedTo location: String) {
    let path = location.prefix { $0 != "?" && $0 != "#" }
    guard path.contains("://"),
      let end = ["/api/", "/auth/"].compactMap({ path.firstRange(of: $0)?.lowerBound }).min(),
      let address = try? ServerAddress(String(path[..<end]))
    else { return nil }
    self = address
  }

  private static func parts(_ authority: Substring) -> (host: String, port: Int?)? {
    var (host, port) = (authority, Int?.none)
    let bracket = authority.lastIndex(of: "]")
    if let colon = authority.lastIndex(of: ":"), bracket.map({ $0 < colon }) ?? true {
      guard let number = UInt16(authority[authority.index(after: colon)...]), number > 0 else {
        return nil
      }
      (host, port) = (authority[..<colon], Int(number))
    }
    let isBare = !host.contains(":") || host.first == "[" && host.last == "]"
    return host.isEmpty || !isBare ? nil : (String(host), port)
  }

  /// `https://example.org:8443/base`.
  package var text: String {
    (isSecure ? "https://" : "http://") + place + path
  }

  /// Host and port, in the form of git's credential helpers.
  package var place: String { host + (port.map { ":\($0)" } ?? "") }

  /// Whether the host is a loopback name or address.
  package var isLoopback: Bool { isLoopbackHost(host) }
}

/// The state that is known without asking the server.
package struct NotesyncStatus: Hashable, Sendable {
  package var server: ServerAddress
  package var isSignedIn: Bool
  /// The server's name for the user, if known.
  package var userName: String?
  /// Seconds since 1970.
  package var lastSync: Int64?
  package var lastError: String?
  package var lastErrorTime: Int64?
  package var queue: NotesyncPlan
}

/// An event during the work, for progress and logs.
package enum NotesyncEvent: Hashable, Sendable {
  /// Bytes received, or sent of an estimated total.
  case progress(bytes: Int64, of: Int64?)
  /// A request is about to be sent.
  case request(method: String, path: String, bytes: Int64, operations: Int, media: Int)
  case answer(status: Int)
  /// A pause before the next try.
  case waiting(seconds: Double)
}
