internal import CommandLineTool
internal import SystemCalls
internal import WebServer

extension WebServerSettings {
  /// Sets what the options of both servers mean.
  mutating func apply(_ place: ListenAddress, _ tls: TLSChoice) {
    (host, port) = (place.host, place.port)
    if let certificate = tls.certificate, let key = tls.key {
      self.tls = TLSFiles(certificate: certificate, key: key)
    }
    allowsInsecureProxy = tls.isBehindProxy
    connectionLimit = min(connectionLimit, ThisDevice.raiseOpenFileLimit() / 4)
  }
}
