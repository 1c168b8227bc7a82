internal import CCrypto
package import Cryptography
internal import SystemCalls

/// What all connections of one end have in common: versions, ciphers, certificates.
///
/// TLS 1.2 and 1.3 only; of TLS 1.2 the ciphers with forward secrecy and authenticated encryption.
package final class TLSContext: Sendable {
  /// Nobody changes it after it was made, and OpenSSL lets several threads open connections of it.
  nonisolated(unsafe) let handle: OpaquePointer

  /// What is wrong with the files of a server.
  package enum ServerProblem: Error, Equatable {
    /// No certificate in PEM.
    case certificate
    /// No key in PEM, or one with a password.
    case key
    /// The key of another certificate.
    case foreignKey
    /// In OpenSSL's words.
    case unusable(String)
  }

  /// Which certificates a client trusts.
  package enum Trust: Sendable {
    /// All that the system trusts.
    case system
    case certificates([PEMDocument])
  }

  private init(_ method: OpaquePointer?) throws(TLSError) {
    guard let handle = SSL_CTX_new(method) else { throw .noted() }
    self.handle = handle
    guard tl_tls_set_up(handle, Self.ciphers) == 1 else { throw .noted() }
  }

  deinit {
    SSL_CTX_free(handle)
  }

  private static let ciphers =
    ["ECDHE+AESGCM", "ECDHE+CHACHA20"].joined(separator: ":") + ":!aNULL"

  /// - Parameters:
  ///   - certificate: PEM, with those that lead to a root behind it.
  ///   - key: PEM.
  package convenience init(certificate: [UInt8], key: [UInt8]) throws(ServerProblem) {
    do { try self.init(TLS_server_method()) } catch { throw .unusable(error.description) }
    // Both files may be one, with the key in it.
    let documents = PEMDocument.documents(in: certificate) ?? []
    let chain = documents.filter { $0.label == Self.label }
    guard let own = chain.first else { throw .certificate }
    for document in chain {
      guard let parsed = Self.certificate(document) else { throw .certificate }
      defer { X509_free(parsed) }
      let result =
        document == own
        ? SSL_CTX_use_certificate(handle, parsed) : tl_tls_add_to_chain(handle, parsed)
      guard result == 1 else { throw .unusable(TLSError.noted().description) }
    }
    guard let key = Self.key(key) else { throw .key }
    defer { EVP_PKEY_free(key) }
    guard SSL_CTX_use_PrivateKey(handle, key) == 1, SSL_CTX_check_private_key(handle) == 1 else {
      ERR_clear_error()
      throw .foreignKey
    }
  }

  /// For a client that speaks HTTP/1.1.
  package convenience init(trusting trust: Trust) throws(TLSError) {
    try self.init(TLS_client_method())
    SSL_CTX_set_verify(handle, SSL_VERIFY_PEER, nil)
    let name = Array("http/1.1".utf8)
    let protocols = [UInt8(name.count)] + name
    // Returns 0 for success, unlike all others.
    guard SSL_CTX_set_alpn_protos(handle, protocols, UInt32(protocols.count)) == 0 else {
      throw .noted()
    }
    switch trust {
    case .system:
      SSL_CTX_set_default_verify_paths(handle)
      if !Self.hasDefaultCertificates {
        for path in Self.systemCertificates where SSL_CTX_load_verify_file(handle, path) == 1 {
          break
        }
      }
      ERR_clear_error()
    case .certificates(let documents):
      for document in documents {
        guard let root = Self.certificate(document) else { throw .failed("no certificate") }
        defer { X509_free(root) }
        guard X509_STORE_add_cert(SSL_CTX_get_cert_store(handle), root) == 1 else { throw .noted() }
      }
    }
  }

  /// Whether the variables of the environment that OpenSSL reads name certificates, or its own places are there, which
  /// are those of the system that it was built for.
  private static var hasDefaultCertificates: Bool {
    let variables = [X509_get_default_cert_file_env(), X509_get_default_cert_dir_env()]
    let paths = [X509_get_default_cert_file(), X509_get_default_cert_dir()]
    return variables.contains { $0.flatMap { Environment()[String(cString: $0)] } != nil }
      || paths.contains { path in
        path.flatMap { try? FileDescriptor.status(ofPath: String(cString: $0)) } != nil
      }
  }

  /// Where Debian and Alpine, Fedora, openSUSE, macOS keep what they trust.
  private static let systemCertificates = [
    "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem",
  ]

  private static let label = "CERTIFICATE"

  /// The caller frees it.
  private static func certificate(_ document: PEMDocument) -> OpaquePointer? {
    document.bytes.withUnsafeBufferPointer { bytes in
      var next = bytes.baseAddress
      let parsed = d2i_X509(nil, &next, bytes.count)
      ERR_clear_error()
      return parsed
    }
  }

  /// The caller frees it.
  private static func key(_ pem: [UInt8]) -> OpaquePointer? {
    pem.withUnsafeBytes { bytes in
      guard let count = Int32(exactly: bytes.count),
        let input = BIO_new_mem_buf(bytes.baseAddress, count)
      else { return nil }
      defer { BIO_free(input) }
      // Without a function of ours OpenSSL would ask for a password at the terminal.
      let parsed = PEM_read_bio_PrivateKey(input, nil, { _, _, _, _ in -1 }, nil)
      ERR_clear_error()
      return parsed
    }
  }
}

/// Why a connection by TLS failed.
package enum TLSError: Error, Hashable, Sendable {
  /// The other end speaks something else.
  case notTLS
  /// The other end's certificate, for a reason in OpenSSL's words such as `certificate has expired`.
  case untrusted(String)
  /// The connection ended without TLS's own end: maybe not all has come.
  case unexpectedEnd
  /// In OpenSSL's words.
  case failed(String)

  /// Takes what OpenSSL has noted about the call that has just failed on this thread, so that no later call finds it.
  static func noted() -> TLSError {
    // The first one is the cause, and those after it say who passed it on.
    let code = ERR_get_error()
    ERR_clear_error()
    let reasons = [SSL_R_WRONG_VERSION_NUMBER, SSL_R_HTTP_REQUEST, SSL_R_PACKET_LENGTH_TOO_LONG]
    if ERR_GET_LIB(code) == ERR_LIB_SSL, reasons.contains(ERR_GET_REASON(code)) { return .notTLS }
    return .failed(
      ERR_reason_error_string(code).map { String(cString: $0) } ?? "no reason is known")
  }
}

extension TLSError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notTLS: "the other end does not speak TLS"
    case .untrusted(let reason), .failed(let reason): reason
    case .unexpectedEnd: "the connection ended too early"
    }
  }
}
