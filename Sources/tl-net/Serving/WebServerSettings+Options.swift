internal import SystemCalls
internal import WebServer

extension WebServerSettings {
  /// Sets what the options of both servers mean.
  mutating func apply(
    _ place: ListenAddress, certificate: String?, key: String?, isBehindProxy: Bool
  ) {
    (host, port) = (place.host, place.port)
    if let certificate, let key { tls = TLSFiles(certificate: certificate, key: key) }
    allowsInsecureProxy = isBehindProxy
    connectionLimit = min(connectionLimit, ThisDevice.raiseOpenFileLimit() / 4)
  }
}
