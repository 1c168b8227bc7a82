internal import NIOSSL
internal import SystemCalls

/// A certificate chain and its key, as PEM.
package struct TLSFiles: Hashable, Sendable {
  package var certificate: String
  package var key: String

  package init(certificate: String, key: String) {
    self.certificate = certificate
    self.key = key
  }

  /// Reads both files and checks that they belong together.
  func configuration() throws(WebServerProblem) -> TLSConfiguration {
    let chain: [NIOSSLCertificate]
    let privateKey: NIOSSLPrivateKey
    let (certificateBytes, keyBytes) = (try Self.read(certificate), try Self.read(key))
    do {
      chain = try NIOSSLCertificate.fromPEMBytes(certificateBytes)
    } catch {
      throw .unreadableTLS(path: certificate, reason: "is no certificate in PEM")
    }
    do {
      privateKey = try NIOSSLPrivateKey(bytes: keyBytes, format: .pem)
    } catch {
      throw .unreadableTLS(path: key, reason: "is no key in PEM, or one with a password")
    }
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(privateKey))
    configuration.minimumTLSVersion = .tlsv12
    configuration.cipherSuiteValues = Self.cipherSuites
    do {
      _ = try NIOSSLContext(configuration: configuration)
    } catch {
      throw .foreignKey(path: key, certificate: certificate)
    }
    return configuration
  }

  /// The cipher suites of TLS 1.2 with forward secrecy and authenticated encryption; those of TLS 1.3 all have both.
  private static let cipherSuites: [NIOTLSCipher] = [
    .TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, .TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
    .TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384, .TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384,
    .TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256, .TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256,
  ]

  private static func read(_ path: String) throws(WebServerProblem) -> [UInt8] {
    let bytes: [UInt8]?
    do { bytes = try PrivateFile(path).read() } catch {
      throw .unreadableTLS(path: path, reason: error.reason)
    }
    guard let bytes else { throw .unreadableTLS(path: path, reason: "there is no such file") }
    return bytes
  }
}
