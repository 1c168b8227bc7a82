internal import Cryptography
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

/// A certificate with its key: the root that devices at home trust, or what a server shows them.
///
/// In one file, so that no crash comes between the two.
package struct HomeCertificate: Sendable {
  /// Both, as PEM.
  package let pem: String
  /// The certificate alone.
  package let der: [UInt8]
  /// The end of its validity, in seconds since 1970.
  package let end: Int64
  private let certificate: Certificate
  private let key: SigningKey

  /// Why no certificate can be made.
  package struct Problem: Error, CustomStringConvertible {
    let reason: String

    package var description: String { "no certificate can be made: \(reason)" }
  }

  /// Reads what `pem` wrote.
  ///
  /// - Returns: nil for anything else, also for a key of another certificate.
  package init?(pem bytes: [UInt8]) {
    guard let documents = PEMDocument.documents(in: bytes),
      documents.map(\.label) == ["CERTIFICATE", "PRIVATE KEY"],
      let certificate = Certificate(der: documents[0].bytes),
      let key = SigningKey(pkcs8: documents[1].bytes), certificate.belongs(to: key)
    else { return nil }
    try? self.init(certificate, key)
  }

  private init(_ certificate: Certificate, _ key: SigningKey) throws(CryptographyError) {
    self.certificate = certificate
    self.key = key
    der = try certificate.der()
    pem =
      try PEMDocument("CERTIFICATE", der).text() + PEMDocument("PRIVATE KEY", key.pkcs8()).text()
    end = try certificate.end()
  }

  /// SHA-256 of the certificate, as systems show it: 32 pairs of hex digits.
  package var fingerprint: String {
    var pairs: [String] = []
    var digits = sha256Hex(der).uppercased()[...]
    while !digits.isEmpty {
      pairs.append(String(digits.prefix(2)))
      digits = digits.dropFirst(2)
    }
    return pairs.joined(separator: ":")
  }

  // MARK: - Making

  /// Ten years, in seconds.
  package static let rootLifetime: Int64 = 3652 * 86_400
  /// 397 days in seconds, which all browsers accept.
  package static let serverLifetime: Int64 = 397 * 86_400
  /// How many seconds the clock of a device may be behind.
  package static let slack: Int64 = 3_600

  /// Makes a root that can vouch for one name and for private addresses, and for nothing else.
  ///
  /// - Parameters:
  ///   - host: such as `kitchen.local`.
  ///   - now: in seconds since 1970.
  package static func root(for host: String, now: Int64) throws(Problem) -> HomeCertificate {
    try making { () throws(CryptographyError) in
      let ranges = HomeAddress.ranges.map { CertificateName.address($0.bytes + $0.mask) }
      let draft = CertificateDraft(
        subject: [("CN", "tl on \(host)"), ("O", "tl")], key: try SigningKey(),
        validity: now - slack...now - slack + rootLifetime,
        extensions: [
          .authority, .signsCertificates, .ownKeyIdentifier, try .permits([.host(host)] + ranges),
        ])
      return try HomeCertificate(draft.signed(), draft.key)
    }
  }

  /// Makes what a server shows; ends no later than the root.
  ///
  /// - Parameter now: in seconds since 1970.
  package static func server(
    for names: HomeNames, by root: HomeCertificate, now: Int64
  ) throws(Problem) -> HomeCertificate {
    try making { () throws(CryptographyError) in
      let start = now - slack
      let draft = CertificateDraft(
        subject: [("CN", names.host)], key: try SigningKey(),
        validity: start...max(start, min(start + serverLifetime, root.end)),
        extensions: [
          .noAuthority, .signsData, .isServer, try .names(certificateNames(of: names)),
          .ownKeyIdentifier, .issuersKeyIdentifier,
        ])
      return try HomeCertificate(draft.signed(by: (root.certificate, root.key)), draft.key)
    }
  }

  private static func certificateNames(of names: HomeNames) -> [CertificateName] {
    [.host(names.host)] + names.addresses.map { .address($0.bytes) }
  }

  private static func making(
    _ make: () throws(CryptographyError) -> HomeCertificate
  ) throws(Problem) -> HomeCertificate {
    do { return try make() } catch { throw Problem(reason: error.reason) }
  }

  // MARK: - Comparing

  /// Whether it is a root for that name.
  func isRoot(for host: String) -> Bool {
    let hosts = certificate.permittedNames?.filter { if case .host = $0 { true } else { false } }
    return hosts == [.host(host)]
  }

  /// Whether it names what the machine is found by, and nothing else.
  func names(_ names: HomeNames) -> Bool {
    certificate.alternativeNames.map(Set.init) == Set(Self.certificateNames(of: names))
  }

  func isSigned(by root: HomeCertificate) -> Bool { certificate.isSigned(by: root.certificate) }
}

/// What has to be made before a server can start.
package enum HomeCertificatePlan: Hashable, Sendable {
  case keep
  case server(Reason)
  /// A root and, from it, a server's certificate: every device has to trust the new root.
  case root(Reason)

  package enum Reason: Hashable, Sendable {
    case missing
    /// Not a certificate with its key.
    case damaged
    /// It is for another host or other addresses.
    case otherNames
    /// The server's is by another root, as after a crash between the two.
    case otherRoot
    case ending
  }

  /// A file as it was found.
  package enum Found: Sendable {
    case missing, damaged
    case certificate(HomeCertificate)
  }

  /// A certificate is made anew when it is valid for fewer seconds than this.
  package static let margin: Int64 = 30 * 86_400

  /// - Parameter now: in seconds since 1970. Only ends count: a clock that is behind makes nothing anew, since every device
  ///   would have to trust the new root.
  package init(root: Found, server: Found, for names: HomeNames, now: Int64) {
    switch root {
    case .missing: self = .root(.missing)
    case .damaged: self = .root(.damaged)
    case .certificate(let root):
      if !root.isRoot(for: names.host) {
        self = .root(.otherNames)
      } else if root.end - now < Self.margin {
        self = .root(.ending)
      } else {
        self = Self.plan(server, by: root, names, now)
      }
    }
  }

  private static func plan(
    _ server: Found, by root: HomeCertificate, _ names: HomeNames, _ now: Int64
  ) -> HomeCertificatePlan {
    switch server {
    case .missing: return .server(.missing)
    case .damaged: return .server(.damaged)
    case .certificate(let server):
      if !server.isSigned(by: root) { return .server(.otherRoot) }
      if !server.names(names) { return .server(.otherNames) }
      return server.end - now < margin ? .server(.ending) : .keep
    }
  }
}
