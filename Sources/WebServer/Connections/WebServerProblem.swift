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
