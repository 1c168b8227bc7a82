internal import Cryptography

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
