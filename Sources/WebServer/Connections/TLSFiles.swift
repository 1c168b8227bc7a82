internal import SystemCalls
internal import TLS

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
