package import SystemCalls

/// The folder with this machine's root and its server's certificate, for the pages of all vaults.
///
/// Two files, `root.pem` and `server.pem`, each a certificate with its key, replaced atomically; the folder's lock is held
/// while they are made. Whatever a crash leaves, the next call completes: a root without a server's certificate, or beside
/// that of an older root.
package struct HomeCertificates: Sendable {
  package let folder: String

  /// What a server needs.
  package struct Prepared: Sendable {
    package var root: HomeCertificate
    package var server: HomeCertificate
    /// What was made for that.
    package var plan: HomeCertificatePlan
  }

  /// Makes the folder if it does not exist.
  package init(_ folder: String) throws(SystemError) {
    self.folder = folder
    try SystemPath.makeFolders(folder, permissions: 0o700)
  }

  /// For a server of these certificates.
  package var files: TLSFiles { TLSFiles(certificate: serverPath, key: serverPath) }

  package var rootPath: String { "\(folder)/root.pem" }
  package var serverPath: String { "\(folder)/server.pem" }

  /// Reads both, and makes what is missing, damaged, about to end or for other names.
  ///
  /// Waits while another program does the same.
  ///
  /// - Parameter now: in seconds since 1970.
  /// - Throws: a `SystemError`, a `HomeCertificate.Problem`.
  package func prepare(for names: HomeNames, now: Int64) throws -> Prepared {
    let lock = try FileLock(waitingFor: "\(folder)/lock")
    defer { withExtendedLifetime(lock) {} }
    let (root, server) = (try found(rootPath), try found(serverPath))
    let plan = HomeCertificatePlan(root: root, server: server, for: names, now: now)
    if case .keep = plan, case .certificate(let root) = root, case .certificate(let server) = server
    {
      return Prepared(root: root, server: server, plan: plan)
    }
    let usedRoot: HomeCertificate
    if case .server = plan, case .certificate(let root) = root {
      usedRoot = root
    } else {
      usedRoot = try HomeCertificate.root(for: names.host, now: now)
      try PrivateFile(rootPath).write(Array(usedRoot.pem.utf8))
    }
    let made = try HomeCertificate.server(for: names, by: usedRoot, now: now)
    try PrivateFile(serverPath).write(Array(made.pem.utf8))
    return Prepared(root: usedRoot, server: made, plan: plan)
  }

  private func found(_ path: String) throws(SystemError) -> HomeCertificatePlan.Found {
    guard let bytes = try PrivateFile(path).read() else { return .missing }
    return HomeCertificate(pem: bytes).map { .certificate($0) } ?? .damaged
  }

  // MARK: - Handed out

  /// Whether a device has been given this root by `tl serve trust`.
  package func isHandedOut(_ root: HomeCertificate) -> Bool {
    let bytes = (try? PrivateFile(handedOutPath).read()).flatMap { $0 }
    return bytes.map { String(decoding: $0, as: UTF8.self) == root.fingerprint + "\n" } ?? false
  }

  package func setHandedOut(_ root: HomeCertificate) throws(SystemError) {
    try PrivateFile(handedOutPath).write(Array("\(root.fingerprint)\n".utf8))
  }

  private var handedOutPath: String { "\(folder)/handed-out" }
}
